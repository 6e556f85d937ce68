procedure Pairs (A, B : Integer; R : out Boolean) is
   type Pair is record
      Low, High : Integer;
   end record;
   P : Pair := (A, B);
   --% predicate P.Low <= P.High, A > B;
   function Ordered (Q : Pair) return Boolean is (Q.Low <= Q.High);
begin
   if P.Low > P.High then
      P := (P.High, P.Low);
   end if;
   pragma Assert (Ordered (P));
   R := P.Low = A and then P.High / P.Low >= 0;
end Pairs;
