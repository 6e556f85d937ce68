package body Converted is
   subtype Near is Integer range -2 .. 9;
   type Byte is mod 256;
   type Numbers is array (Integer range <>) of Integer;
   type Bytes is array (Byte range <>) of Integer;

   function Ends (B : Bytes) return Integer is
     (Integer (B'First) * 1000 + Integer (B'Last) + B'Length * 100_000);

   --  The ends of a null range are converted, too. GNAT reports that where the operand is declared.
   function Bytes_Of (N : Numbers) return Bytes is (Bytes (N));

   function Run_Ends (A, B : Near; X : Integer) return Integer is
      N : constant Numbers (A .. B) := (others => X);
   begin
      return Ends (Bytes_Of (N));
   end Run_Ends;
end Converted;
