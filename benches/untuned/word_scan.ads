package Word_Scan is

   --  The first blank, or 0 where there is none.
   function First_Blank (S : String) return Natural
   with
     Pre  => S'Last < Integer'Last,
     Post => (if First_Blank'Result /= 0 then First_Blank'Result in S'Range);

   function Words (S : String) return Natural
   with Pre => S'First = 1 and S'Last < 1_000;

end Word_Scan;
