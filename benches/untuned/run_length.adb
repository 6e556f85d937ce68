--  Runs of equal bytes as pairs of length and byte.
package body Run_Length is

   procedure Encode (Source : Text; Target : out Code; Last : out Natural) is
      From : Positive := 1;
      Stop : Positive;
   begin
      Target := (others => 0);
      Last := 0;
      while From <= Source'Last loop
         Stop := From;
         while Stop < Source'Last and then Source (Stop + 1) = Source (From) loop
            Stop := Stop + 1;
         end loop;
         Target (Last + 1) := Stop - From + 1;
         Target (Last + 2) := Source (From);
         Last := Last + 2;
         From := Stop + 1;
      end loop;
   end Encode;

end Run_Length;
