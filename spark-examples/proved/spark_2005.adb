--  Annotations of SPARK 2005: a contract, and an assertion in the head of a loop.
procedure Spark_2005 (X : in out Integer)
--# derives X from X;
--# pre X >= 0;
--# post X = 0;
is
   --% predicate X >= 0, X = 0;
begin
   while X > 0
   --# assert X > 0;
   loop
      X := X - 1;
   end loop;
end Spark_2005;
