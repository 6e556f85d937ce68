package body Local_Packages is
   procedure Inherit (X : Integer; Y : out Integer) is
      Step : constant Integer := X mod 3;

      package Inner is
         type T is range 0 .. 100;
         procedure Bump (V : in out T);
         function Twice (V : T) return T is (V * 2);
      end Inner;

      package body Inner is
         procedure Bump (V : in out T) is
         begin
            if V < 100 then
               V := V + T (Step);
            end if;
         end Bump;
      end Inner;

      type D is new Inner.T;
      A : D := D (X mod 60);
   begin
      Bump (A);
      A := Twice (A);
      Y := Integer (A);
   end Inherit;
end Local_Packages;
