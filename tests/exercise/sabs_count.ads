--  Counts arrivals at checks, makes up arguments and writes down what fails.
with Ada.Exceptions;
package Sabs_Count is

   subtype Number is Long_Long_Integer;
   type Numbers is array (Positive range <>) of Number;

   --  A run has gone on for long enough.
   Enough : exception;

   function Arrived (Check : Positive) return Boolean;

   --  The same of a condition, which is given back.
   function Holds (Check : Positive; Condition : Boolean) return Boolean;

   --  The same of what is checked at a call.
   function Called (Check : Positive) return Boolean;
   procedure Called (Check : Positive);

   --  A step is made, of which there are not endlessly many.
   procedure Burn;

   --  Whether a unit has its turn in this run; those with a state need many short runs.
   function Has_Turn (Has_State : Boolean) return Boolean;

   --  The first of the words stand in the program.
   procedure Begin_Unit
     (Its_Number : Positive; Words : Numbers; Literals : Positive; Has_State : Boolean);

   --  Whether another call is made.
   function Goes_On return Boolean;

   function Choice (Count : Positive) return Positive;

   function Within (First, Last : Number) return Number;

   --  Bounds of an array, mostly from 1, sometimes of none.
   function First return Integer;
   function Last return Integer;

   generic
      type Discrete is (<>);
   procedure Set (Value : out Discrete);

   --  Has_State: what fails leaves a state behind that no run goes on from.
   procedure Ended (By : Ada.Exceptions.Exception_Occurrence; Has_State : Boolean);

   function Even (X : Integer) return Boolean is (X mod 2 = 0);
   function Odd (X : Integer) return Boolean is (X mod 2 = 1);

   procedure Report;

end Sabs_Count;
