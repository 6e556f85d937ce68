procedure Subtract (A, B, C : Integer; Left, Right : out Integer) is
begin
   Left := A - B - C;
   Right := A - (B
     - C);
end Subtract;
