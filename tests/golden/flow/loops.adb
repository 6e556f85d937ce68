package body Loops is
   procedure Count (N : Natural; S : out Natural) is
      M : Integer := N;
   begin
      S := 0;
      for I in 1 .. N loop
         S := S + I;
      end loop;
      for I in reverse 1 .. M loop
         M := M - 1;
      end loop;
      for I in M .. M + N loop
         M := I;
      end loop;
      for I in 1 .. 3 loop
         for J in I .. 3 loop
            null;
         end loop;
      end loop;
      for I in 3 .. 1 loop
         M := M / 0;
      end loop;
      for I in Integer'Last - 1 .. Integer'Last loop
         M := I;
      end loop;
   end Count;

   procedure Ranges (A, B : Integer) is
      subtype Small is Integer range 1 .. 10;
      subtype None is Small range 1 .. 0;
      C : Integer := 0;
   begin
      for I in Small range A .. B loop
         C := I;
      end loop;
      for I in None loop
         C := C + 1;
      end loop;
      for I in Small loop
         exit when I > A;
      end loop;
   end Ranges;

   procedure Exits (X : in out Integer) is
   begin
      Outer :
      loop
         while X > 0 loop
            X := X - 1;
            exit Outer when X = 5;
            if X = 7 then
               return;
            elsif X = 8 then
               exit;
            end if;
         end loop;
         if X < 0 then
            X := 1;
         end if;
      end loop Outer;
      loop
         exit;
      end loop;
      while True loop
         null;
      end loop;
      pragma Assert (X = 0);
   end Exits;
end Loops;
