package body Wheel is
   type Hour is mod 12;
   type Byte is mod 2 ** 8;

   Last : constant Hour := Hour'Last + 3;

   procedure Turn (N, K : Integer; R : out Integer) is
      H : Hour := 5;
      B : Byte := 250;
   begin
      H := Hour (K) + 7;
      H := H * H - 9;
      H := -H;
      if N > 0 then
         B := Byte (N);
      end if;
      B := not B + 1;
      B := B / Byte (K) + B mod 7;
      R := Integer (H) * 1000 + Integer (B);
      for I in Hour range Last .. H loop
         R := R + 1;
         B := B - 100;
      end loop;
      pragma Assert (B > 3 or H in 1 .. 8);
      case H is
         when 0 .. 5 =>
            R := R + Integer (Byte'(B + 255));
         when others =>
            R := -R;
      end case;
   end Turn;
end Wheel;
