--  Unconstrained arrays, strings, characters, records in records, discriminants, hidden subprograms.
package body Many is
   procedure Unc (V : Vec; R : out Integer) is
   begin
      R := V (V'First + 1);
   end Unc;
   procedure Two (G : in out Grid) is
   begin
      G (1, 2) := G (2, 3) / G (1, 1);
   end Two;
   procedure Nest (R : Rec; X : out Integer) is
   begin
      X := R.V (2);
      pragma Assert (not (R.I.C = Blue and R.I.G (2, 1) = R.V (3) and X = 7));
   end Nest;
   procedure Md (B : Byte; X : out Integer) is
   begin
      X := 10 / Integer (B - 7);
   end Md;
   procedure Op (O : Opt; X : out Integer) is
   begin
      X := O.Val;
   end Op;
   procedure Str (S : String; N : out Natural) is
   begin
      N := 0;
      for I in S'Range loop
         if S (I) = 'x' and then N < 9 then
            N := N + 1;
         end if;
      end loop;
      pragma Assert (N < 3);
   end Str;
   procedure Ch (C : Character; N : out Natural) is
   begin
      N := Character'Pos (C) - Character'Pos ('0');
   end Ch;
   procedure Cc (X : Integer; Y : out Integer) is
   begin
      if X > 11 then
         Y := X;
      else
         Y := 0;
      end if;
   end Cc;
   package body Sub is
      procedure Deep (X : in out Natural) is
         procedure Hid (Z : in out Natural) is
         begin
            Z := Z - 3;
         end Hid;
      begin
         Hid (X);
      end Deep;
   end Sub;
end Many;
