--  sabs: abstract --method cartesian
--  A body that is not there: its precondition is checked, its postcondition taken for granted, and
--  what its Global contract lets it change is lost.
package body Absent_Body is
   Count : Integer := 0;
   --% predicate Count > 0;

   procedure Measure (X : out Integer; Limit : in Integer)
     with Import, Global => (Output => Count), Pre => Limit > 0, Post => X in 0 .. Limit;

   procedure Ask (Limit : in Integer; Y : out Integer) is
      --% predicate Limit > 0, Y >= 0;
   begin
      Y := 0;
      if Limit > 0 then
         Count := 1;
         Measure (Y, Limit);
         pragma Assert (Y >= 0);
         pragma Assert (Count > 0);
      end if;
   end Ask;
end Absent_Body;
