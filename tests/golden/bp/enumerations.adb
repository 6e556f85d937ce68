--  sabs: abstract --method cartesian
--  Values of enumerations are told by their literals, results of calls by the calls.
package body Enumerations is
   type Colour is (Red, Amber, Green);

   function Next (C : Colour) return Colour is
      --% predicate C = Red, Next'Result = Green;
   begin
      if C = Red then
         return Green;
      end if;
      return Red;
   end Next;

   procedure Step (C : in out Colour; Letter : in out Character) is
      --% predicate C = Green, Letter = 'x';
   begin
      if Next (C) = Green then
         Letter := 'x';
      end if;
      if Next (Amber) = Next (C) then
         C := Next (Next (C));
      end if;
      pragma Assert (C /= Green or Letter = 'x');
   end Step;
end Enumerations;
