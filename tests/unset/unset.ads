package Unset is

   subtype Small is Integer range 0 .. 3;

   --  What is set of an array, and what is read of it, depends on the arguments.
   procedure Each (L, H, M : Small; R : out Boolean);
   procedure Some_One (L, H, M : Small; R : out Boolean);
   procedure From_Zero (L, H, M : Small; R : out Boolean);
   procedure In_Matrix (L, H, M : Small; R : out Boolean);
   procedure In_Rows (L, H, M : Small; R : out Boolean);
   procedure Of_Records (L, H, M : Small; R : out Boolean);
   procedure Guarded (L, H, M : Small; R : out Boolean);
   procedure In_Loop (L, H, M : Small; R : out Boolean);
   procedure Behind_Or (L, H, M : Small; R : out Boolean);
   procedure Always_The_Same (L, H, M : Small; R : out Boolean);
   procedure Moved (L, H, M : Small; R : out Boolean);
   procedure Single (L, H, M : Small; R : out Boolean);

   --  Components that are gone through are not read before they are.
   procedure Gone_Through (L, H, M : Small; R : out Boolean);
   procedure Slice_Gone_Through (L, H, M : Small; R : out Boolean);
   procedure Decided_Early (L, H, M : Small; R : out Boolean);

   --  What `<>` leaves as it is.
   procedure Boxed (L, H, M : Small; R : out Boolean);
   procedure Boxed_Row (L, H, M : Small; R : out Boolean);
   procedure Boxed_Variant (L, H, M : Small; R : out Boolean);

   --  The same of variables of the package, which outlive the calls: each call has its own
   --  components.
   procedure In_Package (L, H, M : Small; R : out Boolean);
   procedure Noted (L, H, M : Small; R : out Boolean);
   procedure Noted_By_Another (L, H, M : Small; R : out Boolean);
   procedure In_Private_Part (L, H, M : Small; R : out Boolean);

private

   type Pair is record
      A, B : Small;
   end record;
   Shared : array (Small, Small, Small) of Pair;

end Unset;
