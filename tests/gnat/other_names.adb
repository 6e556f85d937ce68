package body Other_Names is

   subtype Small is Integer range 1 .. 9;

   function Run_Turned (X, Y : Small) return Integer is
      function "<=" (L, R : Integer) return Boolean renames Standard.">";
      function "+" (L, R : Integer) return Integer renames Standard."-";
   begin
      return (if X <= Y then X + Y else 100);
   end Run_Turned;

   function Run_Same (X, Y : Small) return Integer is
      function "<" (L, R : Integer) return Boolean renames Standard."<";
      function "-" (L, R : Integer) return Integer renames Standard."-";
   begin
      return (if X < Y then Y - X else 100);
   end Run_Same;

   function Run_Signs (X : Small) return Integer is
      function "-" (R : Integer) return Integer renames Standard."abs";
   begin
      return -(X - 5);
   end Run_Signs;

end Other_Names;
