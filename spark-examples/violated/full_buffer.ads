package Full_Buffer is

   procedure Put;

end Full_Buffer;
