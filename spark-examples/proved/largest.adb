-- A component is no smaller than another because it was compared with it.
procedure Largest (First, Second, Third : Integer; Most : out Integer) is
   type Table is array (1 .. 3) of Integer;
   Data : constant Table := (First, Second, Third);
   --% predicate Most >= First, Most >= Second, Most >= Third;
   --% predicate Data (1) = First, Data (2) = Second, Data (3) = Third;
begin
   Most := Data (1);
   if Data (2) > Most then
      Most := Data (2);
   end if;
   if Data (3) > Most then
      Most := Data (3);
   end if;
   pragma Assert (Most >= First and Most >= Second and Most >= Third);
end Largest;
