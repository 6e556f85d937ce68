package Client is
   Limit : Integer := 10;
   procedure Put (X : in Integer) with Pre => X <= Limit;
   procedure Reset;
end Client;
