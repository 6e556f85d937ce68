package body Defaults is
   procedure Set_Even (X : Integer) is
      E : Even;
   begin
      E := X;
      E := E / 2 * 2;
   end Set_Even;

   procedure Set_Odd (X : Integer) is
      O : Odd;
   begin
      O := X;
   end Set_Odd;

   procedure Set_Plain (X : Integer) is
      P : Plain;
   begin
      P := Plain (X);
   end Set_Plain;

   procedure Begin_Third is
      T : Third;
   begin
      T := T + 2;
   end Begin_Third;

   procedure Give_Third (N : Positive) is
      type List is array (1 .. 2) of Third
        with Default_Component_Value => 5;
      L : List := (1 => 6, others => <>);
   begin
      L (1) := Third (N mod 7 * 3);
   end Give_Third;

   function Steps (N : Natural) return Natural is
     (if N = 0 then 0 else 1 + Steps (N - 1));

   function Rounds (N, Limit : Natural) return Natural is
     (if N = Limit then 100 / (Limit - 3) else Rounds (N + 1, Limit));
end Defaults;
