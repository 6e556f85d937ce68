--% option method = direct, max_cube = 3;
package body Counter with SPARK_Mode is
   subtype Small is Integer range 1 .. 10;
   type Level is range -5 .. 2 ** 7 - 1;
   Limit : constant := 16#F#;
   Count, Total : Integer range 0 .. 10 := 3;
   --% predicate Count > 0;
   --% predicate pos : Total   > 0,
   --%           even (Total);

   procedure Reset (Value : Small; Done : out Boolean);

   procedure Add (X : in out Small; A, B : in Integer)
     with Pre  => X < Small'Last and then (A > 0 or B > 0),
          Post => X = X'Old + 1
   is
      Z : Integer := -A mod 2 - (A - B) * 3;
   begin
      --  for people
      --% assert Z > 0;  -- a remark
      if not (A > 1) and X in 1 .. 3 | 5 then
         X := X + 1;
      elsif A not in Small then
         null;
      else
         Counter.Reset (X, Done => Flag);
      end if;
      Outer : while X < 10 loop
         for I in reverse Small range 2 .. A loop
            exit Outer when I = 3;
         end loop;
      end loop Outer;
      for I in Small'Range loop
         return;
      end loop;
      declare
         W : constant Boolean := True xor False;
      begin
         pragma Assume (W, "a message");
         Reset (1, W);
      end;
      --% label Last;
   end Add;
begin
   Count := 1;
end Counter;
