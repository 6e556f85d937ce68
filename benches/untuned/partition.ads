package Partition is

   subtype Place is Integer range 1 .. 40;
   type List is array (Place) of Integer;

   --  What is below the limit comes first.
   procedure Split (L : in out List; Limit : Integer; First_High : out Positive)
   with Post => First_High <= 41;

end Partition;
