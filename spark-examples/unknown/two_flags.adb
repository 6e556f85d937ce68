--  Two flags that exclude each other; the predicates speak of one of them only.
procedure Two_Flags (Choice : Boolean; A, B : out Boolean) is
   --% predicate A;
begin
   if Choice then
      A := True;
      B := False;
   else
      A := False;
      B := True;
   end if;
   pragma Assert (not (A and B));
end Two_Flags;
