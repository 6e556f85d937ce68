procedure Spark_2005 (X : in out Integer; Y : out Integer)
--# derives X from * & Y from X;
--# pre X >= 0 and
--#     X < 100;
--# post X = X~ + 1 and (X > 50 -> Y >= 50);
is
begin
   Y := X;
   while Y < 0
   --# assert Y < 0;
   loop
      --# check Y < 10;
      Y := Y + 1;
   end loop;
   X := X + 1;
   --# assume X < 1000;
   --# assert X > 0;
   --# check X > X~;
end Spark_2005;
