--  A product by repeated addition: true, but P = I * B takes a predicate over three variables.
procedure Product (A, B : Natural; P : out Natural)
with
  Pre  => A <= 100 and then B <= 100,
  Post => P = A * B
is
   --% predicate P >= 0, A <= 100, B <= 100;
   I : Natural := 0;
begin
   P := 0;
   while I < A loop
      P := P + B;
      I := I + 1;
   end loop;
end Product;
