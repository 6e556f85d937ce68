package Early is
   First : constant Integer := 5;
   Small : Integer range 0 .. 4 := First;
end Early;
