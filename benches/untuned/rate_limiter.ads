package Rate_Limiter is

   procedure Tick;

   procedure Ask (Amount : Positive; Granted : out Boolean)
   with Pre => Amount <= 50;

   function Left return Natural;

end Rate_Limiter;
