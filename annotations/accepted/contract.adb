procedure Contract (X : in out Integer; Y : out Natural)
  with SPARK_Mode,
       Pre  => X < Integer'Last and then X >= 0,
       Post => X = X'Old + 1 and then Y = X'Old
is
begin
   Y := X;
   X := X + 1;
end Contract;
