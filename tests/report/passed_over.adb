procedure Passed_Over (Overlaps : Boolean) is
   subtype Index is Integer range 1 .. 2;
   type Row is array (Index) of Integer;
   R : Row := (1, 2);
   I : Index := 1;
   J : constant Index := I;

   procedure Exchange (A, B : in out Integer) is
      Kept : constant Integer := A;
   begin
      A := B;
      B := Kept;
   end Exchange;

   procedure Get (X : out Integer) is
      Unset : Row;
   begin
      X := Unset (I);
   end Get;
begin
   if R (1) = 2 then
      pragma Assert (R (2) = 5);
   end if;
   if Overlaps then
      Exchange (R (I), R (J));
      I := 2;
      pragma Assert (R (2) = 3);
   else
      Get (R (1));
      pragma Assert (R (2) = 4);
   end if;
   pragma Assert (I = 1);
end Passed_Over;
