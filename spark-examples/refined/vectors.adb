package body Vectors with SPARK_Mode is
   procedure Find_Greatest (V : Vector; Greatest : out Integer) is
   begin
      Greatest := V (V'First);
      for I in V'Range loop
         if V (I) > Greatest then
            Greatest := V (I);
         end if;
      end loop;
   end Find_Greatest;

   function Occurrences (V : Vector; X : Integer) return Natural is
      Count : Natural := 0;
   begin
      for I in V'Range loop
         if V (I) = X then
            Count := Count + 1;
         end if;
      end loop;
      return Count;
   end Occurrences;

   procedure Swap (V : in out Vector; I, J : Index) is
      Former : constant Integer := V (I);
   begin
      V (I) := V (J);
      V (J) := Former;
   end Swap;
end Vectors;
