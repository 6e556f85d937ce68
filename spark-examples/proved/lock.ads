package Lock is

   procedure Work (Again : Boolean);

end Lock;
