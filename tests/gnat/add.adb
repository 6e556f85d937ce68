procedure Add (A, B : Integer; Sum : out Integer; Twice : out Integer) is
begin
   Sum := A + B;
   Twice := A
     + A;
end Add;
