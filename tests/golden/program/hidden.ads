package Hidden is
   procedure Shown;
   Count : Natural := 0;
private
   procedure Half_Hidden;
end Hidden;
