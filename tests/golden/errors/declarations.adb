package body Declarations is
   type Colour is (Red, Green);
   type Word is mod 2 ** 32;
   type Table is array (1 .. 10) of Integer;
   type Point is record
      X : Integer;
   end record;
   type Pointer is access Integer;
   type Derived is new Integer;
   type Real is digits 6;
   type Hidden is private;
   T : array (1 .. 3) of Integer;
   P : access Integer;
   R : Integer renames T;
   Q : exception;
   use Ada.Text_IO;
   for Word'Size use 32;
   function F (X : Integer) return Integer is (X);
   function G return Integer is
   begin
      return 1;
   end G;
   procedure Stub is separate;
   procedure Nothing is null;
   procedure Default (X : Integer := 1) is
   begin
      null;
   end Default;
   procedure Outer with Refined_Post => True is
      procedure Inner is
      begin
         null;
      end Inner;
   begin
      null;
   end Outer;
   package Nested is
   end Nested;
   task Worker;
   generic
   procedure Generic_One;
   V : Integer := 1 with Volatile;
   pragma Import (C, Outer);
end Declarations;
