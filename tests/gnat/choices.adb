package body Choices is
   subtype Small is Integer range 1 .. 10;

   procedure Sort_Out (X : Integer; Y : out Integer) is
   begin
      case X + 1 is
         when Small =>
            Y := 1;
         when 11 | 13 .. 20 =>
            Y := 2;
         when Integer'First .. -100 =>
            Y := X - 1;
         when others =>
            Y := 3;
      end case;
   end Sort_Out;

   procedure Truth (A, B : Boolean; Y : out Integer) is
   begin
      case A and B is
         when True =>
            Y := 1;
         when False =>
            Y := 2;
      end case;
      case A is
         when Boolean =>
            Y := Y + 1;
      end case;
   end Truth;

   procedure Covered (X : Small; Y : out Integer) is
   begin
      case X is
         when 6 .. 10 =>
            Y := 1;
         when 1 .. 3 =>
            case X is
               when 1 =>
                  Y := 5;
                  return;
               when others =>
                  null;
            end case;
            Y := 2;
         when 5 | 4 =>
            Y := 3;
      end case;
      pragma Assert (Y /= 3);
   end Covered;
end Choices;
