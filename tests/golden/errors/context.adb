with Ada.Text_IO; use Ada.Text_IO;
with Interfaces;
with Tables.Sorted;
procedure Context is
begin
   Put_Line ("x");
end Context;
