package Traffic_Light is

   procedure Step;

end Traffic_Light;
