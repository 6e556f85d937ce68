--  An enumeration as the state of a machine that never leaves its cycle.
package body Traffic_Light is

   type Colour is (Red, Green, Yellow);

   Light : Colour := Red;

   --% predicate Light = Red, Light = Green;

   procedure Step is
      Before : constant Colour := Light;
      --% predicate Before = Red, Before = Green;
   begin
      case Light is
         when Red    => Light := Green;
         when Green  => Light := Yellow;
         when Yellow => Light := Red;
      end case;
      pragma Assert (if Before = Red then Light = Green);
      pragma Assert (Light /= Before);
   end Step;

end Traffic_Light;
