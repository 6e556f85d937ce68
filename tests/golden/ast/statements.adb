separate (P.Q)
procedure Statements (X : in out Integer) is
   use type Byte;
begin
   <<Start>>
   X := @ + 1;
   A (1 .. 3) := B (Index range 2 .. 4) & C (D'Range (2));
   P.all.Q.R (1) (2).S := null;
   Put; Obj.Put (X => 1, Y => <>);
   T'Write (S, X);
   if X > 1 then null; elsif X = 0 then X := 1; else X := 2; end if;
   case X is
      when 1 | 3 .. 5 => null;
      when Small range 6 .. 7 => X := 1;
      when Byte'Range => null;
      when others => null;
   end case;
   Outer : for I in reverse Small range 1 .. N when I /= 3 loop
      for E of reverse A loop exit Outer when E = 1; end loop;
      for E : Integer of A when E > 0 loop null; end loop;
      for C in Iterate (List) loop null; end loop;
      continue Outer when X = 3;
      continue when X = 4;
      while X > 0 loop exit; end loop;
      goto Start;
   end loop Outer;
   Block : declare
      Y : Integer := 1;
   begin
      Y := 2;
   exception
      when others => null;
   end Block;
   begin null; end;
   return Result : constant Vector (1 .. 3) := (1, 2, 3);
   return R : aliased Integer := 1 do R := 2; end return;
   return (for all I in A'Range => A (I) > 0);
   raise;
   raise Constraint_Error with "no " & "way";
   delay until Clock + 1.0;
   select Obj.Entry_Call; or delay 1.0; end select;
   pragma Assert (for some E of A => E = 1);
   <<Last>>
end Statements;
