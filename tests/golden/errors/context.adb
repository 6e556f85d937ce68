with Ada.Text_IO; use Ada.Text_IO;
procedure Context is
begin
   Put_Line ("x");
end Context;
