package body Colours is
   type Colour is (Red, Orange, Yellow, Green);
   subtype Warm is Colour range Red .. Yellow;

   procedure Next (S, N : Integer; R : out Integer) is
      State : Colour := Colour'Val (S mod 5);
      Old : constant Colour := State;
      W : Warm := Orange;
   begin
      case State is
         when Red | Yellow =>
            State := Green;
         when Orange =>
            State := Colour'Succ (State);
         when Green =>
            State := Red;
      end case;
      if N > 3 and then Old > Orange then
         State := Colour'Val (N);
      elsif N in 0 .. 3 then
         State := Colour'Val (N);
         W := State;
         State := Colour'Pred (W);
      end if;
      R := Colour'Pos (State) + 10 * Colour'Pos (Old);
      for C in Warm loop
         R := R + (if C = State then 1 else Colour'Pos (C));
      end loop;
      for C in reverse Orange .. State loop
         R := R * 2;
      end loop;
      pragma Assert (State in Warm or else R > 0);
   end Next;
end Colours;
