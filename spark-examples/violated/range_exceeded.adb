--  The range of the target is smaller than that of the value.
procedure Range_Exceeded (X : Natural; Y : out Natural) is
   subtype Percent is Integer range 0 .. 100;
   P : Percent;
begin
   P := X / 2;
   Y := P;
end Range_Exceeded;
