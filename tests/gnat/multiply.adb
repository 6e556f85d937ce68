procedure Multiply (A, B : Integer; Product, Square : out Integer) is
begin
   Product := A * B;
   Square := A * A
     * A;
end Multiply;
