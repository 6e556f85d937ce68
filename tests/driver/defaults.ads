package Defaults is
   subtype Even is Integer
     with Dynamic_Predicate => Even mod 2 = 0,
          Predicate_Failure => "odd";
   subtype Odd is Integer
     with Dynamic_Predicate => Odd mod 2 /= 0,
          Predicate_Failure =>
            (raise Constraint_Error with "even (not " & "odd)");
   type Plain is new Integer
     with Dynamic_Predicate => Plain /= 5,
          Predicate_Failure => raise Program_Error;
   type Third is range -100 .. 100
     with Default_Value => 4,
          Dynamic_Predicate => Third mod 3 = 0;
   subtype Low is Third range 0 .. 2;

   procedure Set_Even (X : Integer);
   procedure Set_Odd (X : Integer);
   procedure Set_Plain (X : Integer);
   procedure Begin_Third;
   procedure Give_Third (N : Positive);
   --  What GNAT knows of variants is not all.
   function Steps (N : Natural) return Natural
     with Subprogram_Variant => (Structural => N),
          Pre => N <= 10;
   function Rounds (N, Limit : Natural) return Natural
     with Subprogram_Variant => (Increases => N,
                                 Decreases => Limit),
          Pre => N <= Limit and Limit <= 10;
end Defaults;
