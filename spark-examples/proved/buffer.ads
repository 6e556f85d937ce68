package Buffer is

   procedure Put (Done : out Boolean);

   procedure Get (Done : out Boolean);

end Buffer;
