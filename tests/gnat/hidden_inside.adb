package body Hidden_Inside is
   --  Private types of packages inside of subprograms are what their private parts say.
   procedure Counted (X, Y : Integer; S : out Integer) is
      package Counters is
         type Counter (Limit : Integer) is private;
         Zero : constant Integer;
         function Start return Counter;
         procedure Add (C : in out Counter; By : Integer);
         function Value (C : Counter) return Integer;
         function "=" (L, R : Counter) return Boolean;
      private
         type Counter (Limit : Integer) is record
            Now : Integer := Limit - 1;
         end record;
         Zero : constant Integer := 0;
         function Value (C : Counter) return Integer is (C.Now);
         function "=" (L, R : Counter) return Boolean is (L.Now mod 2 = R.Now mod 2);
      end Counters;
      package body Counters is
         function Start return Counter is (Limit => 5, Now => Zero);
         procedure Add (C : in out Counter; By : Integer) is
         begin
            if By in 1 .. C.Limit then
               C.Now := C.Now + By;
            end if;
         end Add;
      end Counters;
      use type Counters.Counter;
      A : Counters.Counter := Counters.Start;
      B : Counters.Counter (3);
   begin
      pragma Assert (Counters.Value (A) = 0 and Counters.Value (B) = 2);
      Counters.Add (A, X mod 7);
      Counters.Add (B, Y mod 7);
      S := Counters.Value (A) * 10 + Counters.Value (B);
      pragma Assert (A = B or else Counters.Value (A) /= Counters.Value (B));
      pragma Assert (S mod 10 in 2 .. 5);
      pragma Assert (S < 45);
   end Counted;

   procedure Made (X : Integer; B : out Boolean) is
   begin
      declare
         package Cells is
            type Cell is limited private;
            procedure Put (C : out Cell; I : Integer);
            function Get (C : Cell) return Integer;
         private
            type Cell is new Integer range 0 .. 10;
         end Cells;
         package body Cells is
            procedure Put (C : out Cell; I : Integer) is
            begin
               C := (if I in 0 .. 10 then Cell (I) else 0);
            end Put;
            function Get (C : Cell) return Integer is (Integer (C));
         end Cells;
         C : Cells.Cell;
      begin
         Cells.Put (C, X mod 12);
         B := Cells.Get (C) = X mod 12;
         pragma Assert (Cells.Get (C) in 0 .. 10);
         pragma Assert (B or X mod 12 = 11);
         pragma Assert (B or X < 0);
      end;
   end Made;
end Hidden_Inside;
