package Debounce is

   procedure Sample (Raw : Boolean; Stable : out Boolean);

   function Level return Natural;

end Debounce;
