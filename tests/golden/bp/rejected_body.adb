--  sabs: verify --method cartesian
--  A body with a handler is rejected and is a gap; whoever calls it loses what it may write.
package body Rejected_Body is
   Count : Integer := 0;
   Other : Integer := 0;
   --% predicate Count > 0, Other = 0;

   procedure Try is
   begin
      Count := Count + 1;
   exception
      when others =>
         null;
   end Try;

   procedure Run is
   begin
      Count := 1;
      Other := 0;
      Try;
      pragma Assert (Other = 0);
      pragma Assert (Count > 0);
   end Run;
end Rejected_Body;
