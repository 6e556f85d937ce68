procedure Bare_Choices (X : Integer; B : Boolean) is
   procedure One (X : Integer)
     with Contract_Cases => (X in 1 .. 3 => True, others => True);
   procedure Two (X : Integer)
     with Contract_Cases => (X not in 1 | 3 => True, others => True);
   procedure Three (X : Integer)
     with Contract_Cases => (X > 2 and then X in Positive => True, others => True);
   procedure Four (X : Integer)
     with Contract_Cases =>
       ((X in 1 .. 3) => True, X > 5 and (X in Positive) => True, others => True);
   procedure Five (X : Integer);
   pragma Contract_Cases ((X in Positive => True, others => True));
   procedure One (X : Integer) is null;
   procedure Two (X : Integer) is null;
   procedure Three (X : Integer) is null;
   procedure Four (X : Integer) is null;
   procedure Five (X : Integer) is null;
begin
   case B is
      when 3 in 1 .. 2 =>
         null;
      when others =>
         null;
   end case;
end Bare_Choices;
