package body Lengths is
   function Next (V : Vector) return Positive is
   begin
      return V'Last + 1;
   end Next;

   function Before (F : Flags) return Integer is
   begin
      return F'First - 1;
   end Before;

   procedure Copy (V : in out Vector; W : Vector; From : Positive) is
   begin
      V (From) := W (W'First);
      V (From + 1) := W'Last + V'Last;
   end Copy;

   procedure Look (S : String; P : Positive) is
   begin
      if P in S'Range and then S (P) = 'x' then
         pragma Assert (P < 2_000_000_000);
      end if;
   end Look;

   procedure Corner (G : in out Grid) is
   begin
      G (G'First (1), G'Last (2)) := G'Last (1) + 1;
   end Corner;
end Lengths;
