package Ring is

   procedure Put (X : Integer; Done : out Boolean);

   procedure Get (X : out Integer; Done : out Boolean);

end Ring;
