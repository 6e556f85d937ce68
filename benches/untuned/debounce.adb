--  A key counts as pressed after five equal samples.
package body Debounce is

   Limit : constant := 5;

   Count   : Natural := 0;
   Pressed : Boolean := False;

   procedure Sample (Raw : Boolean; Stable : out Boolean) is
   begin
      if Raw then
         if Count < Limit then
            Count := Count + 1;
         end if;
      else
         if Count > 0 then
            Count := Count - 1;
         end if;
      end if;
      if Count = Limit then
         Pressed := True;
      elsif Count = 0 then
         Pressed := False;
      end if;
      pragma Assert (Count <= Limit);
      pragma Assert (if Count = 0 then not Pressed);
      pragma Assert (if Count = Limit then Pressed);
      Stable := Pressed;
   end Sample;

   function Level return Natural is (Count);

end Debounce;
