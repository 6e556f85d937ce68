procedure Spark_2005 (X : in out Integer) is
begin
   --# pre X > 0;
   X := 1;
   --# assert X = ;
   --# hide Spark_2005;
end Spark_2005;
