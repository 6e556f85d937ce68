--  A counter with hidden state: the package keeps it in 0 .. 10 without saying so in its type.
package Counter is

   procedure Reset;

   procedure Tick;

   procedure Read (Value : out Integer)
   with Post => Value in 0 .. 10;

end Counter;
