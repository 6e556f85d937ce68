package body Recursion is
   Depth : Natural := 0;

   procedure Factorial (N : Integer; Result : out Integer)
     with Pre => N >= 0 and then N < 40
   is
      Inner : Integer;
   begin
      if N <= 1 then
         Result := 1;
      else
         Factorial (N - 1, Inner);
         Result := N * Inner;
      end if;
   end Factorial;

   procedure Fibonacci (N : Integer; Result : out Integer)
     with Pre => N <= 10
   is
      A, B : Integer;
   begin
      Depth := Depth + 1;
      if N < 2 then
         Result := N;
         return;
      end if;
      Fibonacci (N - 1, A);
      Fibonacci (N - 2, B);
      Result := A + B;
      pragma Assert (Result /= 34);
   end Fibonacci;

   procedure Is_Odd (N : Integer; Result : out Boolean)
     with Pre => N in 0 .. 100;

   procedure Is_Even (N : Integer; Result : out Boolean)
     with Pre => N <= 100
   is
   begin
      if N = 0 then
         Result := True;
      else
         Is_Odd (N - 1, Result);
      end if;
   end Is_Even;

   procedure Is_Odd (N : Integer; Result : out Boolean) is
   begin
      if N = 0 then
         Result := False;
      else
         Is_Even (N - 1, Result);
      end if;
   end Is_Odd;
end Recursion;
