package body Word_Scan is

   function First_Blank (S : String) return Natural is
   begin
      for I in S'Range loop
         if S (I) = ' ' then
            return I;
         end if;
      end loop;
      return 0;
   end First_Blank;

   function Words (S : String) return Natural is
      N      : Natural := 0;
      Inside : Boolean := False;
   begin
      for I in S'Range loop
         if S (I) = ' ' then
            Inside := False;
         elsif not Inside then
            Inside := True;
            N := N + 1;
         end if;
         pragma Assert (N <= I);
      end loop;
      return N;
   end Words;

end Word_Scan;
