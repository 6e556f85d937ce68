procedure Assert (X : in out Integer) is
begin
   --% assert X in -10 .. 10;
   X := 3;
   pragma Assert (X > 0, "a message");
   --% assert even (X + 1); assert odd (X); -- two clauses and a remark
end Assert;
