--  Subprograms for arrays of any bounds, empty ones included.
package Vectors with SPARK_Mode is
   subtype Index is Integer range 1 .. 50;
   type Vector is array (Index range <>) of Integer;

   --  The greatest component is none less than the others, and one of them.
   procedure Find_Greatest (V : Vector; Greatest : out Integer)
     with Pre  => V'Length > 0,
          Post => (for all I in V'Range => V (I) <= Greatest)
                  and then (for some I in V'Range => V (I) = Greatest);

   --  No more components can be counted than there are.
   function Occurrences (V : Vector; X : Integer) return Natural
     with Post => Occurrences'Result <= V'Length;

   procedure Swap (V : in out Vector; I, J : Index)
     with Pre  => I in V'Range and J in V'Range,
          Post => V (I) = V'Old (J) and V (J) = V'Old (I);
end Vectors;
