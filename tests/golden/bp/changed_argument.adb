--  sabs: verify --no-refine
--  After the call, Value stands for what Total was before it: Value = 1 says nothing of Total now.
package body Changed_Argument is
   Total : Integer := 0;
   --% predicate Total = 1, Total = 2;

   procedure Overwrite (Value : Integer) is
      --% predicate Value = 1;
   begin
      Total := 2;
      pragma Assert (Value = 1);
   end Overwrite;

   procedure Run is
   begin
      Total := 1;
      Overwrite (Total);
      pragma Assert (Total = 2);
      pragma Assert (Total = 1);
   end Run;
end Changed_Argument;
