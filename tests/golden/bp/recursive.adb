--  sabs: verify --no-refine
--  A procedure that calls itself: its summary, and through it the assertion, is found.
package body Recursive is
   Depth : Integer := 0;
   --% predicate Depth = 0, Depth > 0;

   procedure Down (N : in Integer; Reached : out Boolean) is
      --% predicate N <= 0, Reached;
   begin
      if N <= 0 then
         Reached := True;
      else
         Down (N - 1, Reached);
      end if;
   end Down;

   procedure Start (N : in Integer) is
      Reached : Boolean;
      --% predicate Reached;
   begin
      Down (N, Reached);
      pragma Assert (Reached);
      pragma Assert (Depth = 0);
   end Start;
end Recursive;
