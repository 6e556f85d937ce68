package Double_Release is

   Held : Boolean := False;

   procedure Acquire
   with Pre => not Held;

   procedure Release
   with Pre => Held;

   procedure Work (Failed : Boolean);

end Double_Release;
