package body Temperature_Log is

   type Totals is record
      Number : Natural := 0;
      Sum    : Integer := 0;
      Low    : Degree := Degree'Last;
      High   : Degree := Degree'First;
   end record;

   T : Totals;

   procedure Note (D : Degree) is
   begin
      if T.Number = 1_000 then
         T.Number := 0;
         T.Sum := 0;
      end if;
      T.Number := T.Number + 1;
      T.Sum := T.Sum + D;
      T.Low := Degree'Min (T.Low, D);
      T.High := Degree'Max (T.High, D);
      pragma Assert (T.Low <= T.High);
   end Note;

   function Warmest return Degree is (T.High);
   function Coldest return Degree is (T.Low);

   function Mean return Degree is
     (if T.Number = 0 then 0 else T.Sum / T.Number);

end Temperature_Log;
