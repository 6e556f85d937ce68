--  A protocol: a mark, a length up to sixteen, that many bytes, a check sum.
package body Frame_Parser is

   type Phase is (Waiting, Length, Payload, Check);

   subtype Position is Integer range 0 .. 16;
   type Buffer is array (1 .. 16) of Byte;

   Now    : Phase := Waiting;
   Wanted : Position := 0;
   Got    : Position := 0;
   Sum    : Byte := 0;
   Data   : Buffer := (others => 0);
   Good   : Natural := 0;

   procedure Receive (B : Byte) is
   begin
      case Now is
         when Waiting =>
            if B = 126 then
               Now := Length;
            end if;
         when Length =>
            if B in 1 .. 16 then
               Wanted := B;
               Got := 0;
               Sum := 0;
               Now := Payload;
            else
               Now := Waiting;
            end if;
         when Payload =>
            Got := Got + 1;
            Data (Got) := B;
            Sum := (Sum + B) mod 256;
            if Got = Wanted then
               Now := Check;
            end if;
         when Check =>
            if B = Sum and then Good < Natural'Last then
               Good := Good + 1;
            end if;
            Now := Waiting;
      end case;
   end Receive;

   function Frames return Natural is (Good);

end Frame_Parser;
