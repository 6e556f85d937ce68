--  sabs: abstract --method cartesian
--  Elaboration, then any number of calls in any order: the client may set Limit, never Last.
package body Client is
   Last : Integer := 0;
   --% predicate Last <= Limit, Limit >= 0;

   procedure Put (X : in Integer) is
      --% predicate X <= Limit;
   begin
      Last := X;
      pragma Assert (Last <= Limit);
   end Put;

   procedure Reset is
   begin
      Last := 0;
   end Reset;
begin
   Last := 10;
   pragma Assert (Last <= Limit);
end Client;
