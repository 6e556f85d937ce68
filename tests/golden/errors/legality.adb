procedure Legality (X : Integer) is
   subtype Odd is Integer range 1 .. 9 with Static_Predicate => Odd in 1 | 3 | 5 .. 7;
   subtype Even is Integer range 0 .. 8 with Dynamic_Predicate => Even mod 2 = 0;
   type Row is array (1 .. 9) of Integer;
   type Column is array (Odd) of Integer;
   type Open is array (Odd range <>) of Integer;
   R : Row := (Odd => 1, others => 2);
   E : constant Row := (Even => 1, others => 2);
   type Begun is new Integer with Default_Value => 5;
   type Begun_Too is new Integer with Default_Value => 6;
   type Free is new Integer;
   procedure Set (B : out Begun) is
   begin
      B := 3;
   end Set;
   procedure Set_Free (F : out Free) is
   begin
      F := 3;
   end Set_Free;
   procedure Change (B : in out Begun) is
   begin
      B := B / 2;
   end Change;
   B : Begun;
   T : Begun_Too;
   F : Free := 2;
begin
   Set (Begun (F));
   Set (Begun (T));
   Set_Free (Free (B));
   Set_Free (Free (R (1)));
   Change (Begun (F));
   for I in Odd loop
      null;
   end loop;
   for I in Even loop
      null;
   end loop;
   pragma Assert (for all I in Odd => I > 0);
   pragma Assert (for all I in Even => I >= 0);
   R (Odd) := E (1 .. 5);
   case X is
      when Odd =>
         null;
      when Even =>
         null;
      when others =>
         null;
   end case;
   case X is
      when Odd =>
         null;
      when 3 =>
         null;
      when others =>
         null;
   end case;
end Legality;
