package body Initialisation is
   Never : Integer;
   Later : Integer;
   One : Integer := 1;

   procedure Some_Paths (X : Integer; Y : out Integer; Z : out Boolean)
     with Pre => X > Y, Post => Z
   is
      A, B, C, D, E : Integer;
   begin
      if X > 0 then
         A := 1;
         B := 1;
      elsif X < 0 then
         B := 2;
      else
         return;
      end if;
      Y := A + B;
      while X > Y loop
         C := 1;
         exit;
      end loop;
      Y := C;
      for I in 1 .. 3 loop
         D := I;
      end loop;
      Y := D;
      loop
         E := 1;
         exit when E > 0;
      end loop;
      Z := E > 0;
   end Some_Paths;

   procedure Fine (X : out Integer) is
   begin
      while True loop
         X := 1;
         exit when One > 1;
      end loop;
   end Fine;

   procedure Change (X : in out Integer; Y : in out Integer; Z : in Integer) is
   begin
      One := X;
      Y := Z;
   end Change;

   procedure Aliases is
      A, B : Integer := 1;
   begin
      Change (A, B, A);
      Change (A, A, B);
      Change (One, A, One);
   end Aliases;
begin
   Later := 1;
end Initialisation;
