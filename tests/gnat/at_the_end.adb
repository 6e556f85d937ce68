procedure At_The_End (N : Integer; Up, Down : out Integer) is
begin
   Up := 0;
   Down := 0;
   if N > Integer'Last - 5 then
      for I in N .. Integer'Last loop
         Up := Up + 1;
      end loop;
   elsif N < Integer'First + 5 then
      for I in reverse Integer'First .. N loop
         Down := Down + 1;
      end loop;
   else
      for I in reverse Integer'Last - 2 .. Integer'Last loop
         Up := Up + (Integer'Last - I);
      end loop;
      for I in Integer'First .. Integer'First + 2 loop
         Down := Down - (I + Integer'Last);
      end loop;
   end if;
end At_The_End;
