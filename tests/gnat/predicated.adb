package body Predicated is
   type Colour is (Red, Green, Blue, White);
   subtype Warm is Colour with Static_Predicate => Warm in Red | White;
   subtype Odd is Integer with Static_Predicate => Odd in 1 | 3 | 5 .. 7;

   procedure Paint (X : Integer; Y : out Integer) is
      C : constant Colour := Colour'Val (X mod 4);
      W : constant Warm := C;
   begin
      case W is
         when Red =>
            Y := 1;
         when White =>
            Y := 2;
      end case;
   end Paint;

   procedure Count (X : Integer; Y : out Integer) is
      O : constant Odd := X mod 8;
   begin
      case O is
         when 5 | 6 | 7 =>
            Y := 1;
         when 1 =>
            Y := 2;
         when 3 =>
            Y := 3;
      end case;
      pragma Assert (O /= 6);
   end Count;
end Predicated;
