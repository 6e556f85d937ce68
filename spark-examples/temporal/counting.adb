--  A loop that ends, and says so.
package body Counting is

   procedure Count (N : Small; Result : out Small) is
      I : Small := 0;
      --% ctl AF (pc = Done);
      --% ctl AG (I <= N);
      --% ctl A [I < N or pc = Done U pc = Done or N = 0 or I = N];
      --% ctl EF (I = 4);
   begin
      while I < N loop
         I := I + 1;
      end loop;
      --% label Done;
      Result := I;
   end Count;

end Counting;
