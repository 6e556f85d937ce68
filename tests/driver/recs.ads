package Recs is
   type Kind is (Idle, Run, Stop);
   type Item is record
      K : Kind;
      V : Natural;
   end record;
   type Index is range 1 .. 8;
   type Items is array (Index) of Item;
   procedure Bump (A : in out Items; At_I : Index; By : Natural);
   function Total (A : Items) return Natural;
   procedure Switch (A : in out Items; I, J : Index)
     with Post => A (I).K = A'Old (J).K and A (J).V = A'Old (I).V;
end Recs;
