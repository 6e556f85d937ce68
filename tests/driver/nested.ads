package Nested is
   Limit : Natural := 3;
   type Row is array (1 .. 2, 1 .. 2) of Integer;
   type Frame is record
      Length : Natural;
      Data   : Row;
   end record;

   package Inner is
      type Level is range 0 .. 9;
      procedure Raise_It (By : Level)
      with Contract_Cases => (By = 0 => True, By > 0 => By /= 9);
   end Inner;

   procedure Grow;
   procedure Send (F : Frame)
   with Pre => F.Length = 2;
   function Twice (N : Natural) return Natural is (N + N);
end Nested;
