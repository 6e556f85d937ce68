package G is
   X : Integer := 0;
   procedure Add (Y : Integer);
end G;
