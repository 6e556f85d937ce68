--  A conversion to a smaller range after a test.
procedure Narrow (X : Integer; Y : out Integer) is
   subtype Small is Integer range -10 .. 10;
   S : Small := 0;
   --% predicate X >= -10, X <= 10;
begin
   if X in Small then
      S := X;
   end if;
   Y := S;
end Narrow;
