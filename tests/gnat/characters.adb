package body Characters is

   subtype Code is Integer range 45 .. 60;
   subtype Letter_Code is Integer range 96 .. 100;
   subtype Byte is Integer range 0 .. 255;
   subtype Digit is Character range '0' .. '9';
   subtype Word is String (1 .. 4);
   type Letter is ('a', 'b', 'c', No_Letter);
   type Letters is array (Positive range <>) of Letter;

   function Run_Digit (X : Integer) return Integer
     with Pre => X in -10 .. 300
   is
      C : constant Character := Character'Val (X);
      D : constant Digit := C;
   begin
      return Character'Pos (D) - Character'Pos ('0');
   end Run_Digit;

   function Kind_Of (C : Character) return Integer is
   begin
      case C is
         when 'a' .. 'z' | 'A' .. 'Z' => return 1;
         when Digit => return 2;
         when ' ' | ASCII.HT => return 3;
         when others => return 4;
      end case;
   end Kind_Of;

   function Run_Kind (X : Byte) return Integer is
     (Kind_Of (Character'Val (X)) + Kind_Of (Character'Succ (Character'Val (X))));

   function Value (S : String) return Natural is
      Result : Natural := 0;
   begin
      for C of S loop
         if C not in Digit then
            return Result;
         end if;
         Result := Result * 10 + Character'Pos (C) - Character'Pos ('0');
      end loop;
      return Result;
   end Value;

   function Run_Value (A, B, C : Code) return Integer is
     (Value ((Character'Val (A), Character'Val (B), Character'Val (C))) + Value ("12x"));

   function Run_Order (A, B : Letter_Code; N, M : Integer) return Integer
     with Pre => N in 0 .. 4 and M in 0 .. 4
   is
      X : constant Word := ('a', Character'Val (A), 'b', 'c');
      Y : constant Word := ('a', 'b', Character'Val (B), 'c');
      Left : String renames X (1 .. N);
      Right : String renames Y (1 .. M);
   begin
      return (if Left < Right then 1 else 0) + (if Left <= Right then 10 else 0)
        + (if Left > Right then 100 else 0) + (if Left >= Right then 1_000 else 0)
        + (if Left = Right then 10_000 else 0);
   end Run_Order;

   function Run_Words (I, J : Integer) return Integer
     with Pre => I in -1 .. 6 and J in -1 .. 6
   is
      W : Word := "wxyz";
   begin
      W (I .. J) := W (1 .. J - I + 1);
      return Character'Pos (W (2)) + 2 * Character'Pos (W (4));
   end Run_Words;

   function Run_Letters (X : Integer) return Integer is
      L : constant Letters := "abca" & Letter'Val (X);
      Count : Integer := 0;
   begin
      for I in L'Range loop
         Count := Count + I * Letter'Pos (L (I));
      end loop;
      return Count + (if L > "abc" & 'b' then 500 else 0);
   end Run_Letters;

   function Run_Join (N : Integer) return Integer
     with Pre => N in 0 .. 5
   is
      S : constant String (3 .. 2 + N) := (others => '*');
      T : constant String := S & "+" & S;
   begin
      return T'First * 100 + T'Last + (if T (T'Last) = '*' then 1_000 else 0);
   end Run_Join;

end Characters;
