package Evens is
   function Is_Even (X : Integer) return Boolean;
   subtype Even is Integer with Dynamic_Predicate => Is_Even (Even);
   procedure Look (A : Even);
end Evens;
