procedure Mutual (N : Integer; Result : out Boolean)
  with Pre => N in 0 .. 20
is
   function Odd (N : Integer) return Boolean
     with Subprogram_Variant => (Decreases => N);
   function Even (N : Integer) return Boolean is
     (if N = 0 then True elsif N = 7 then Odd (7) else Odd (N - 1))
     with Subprogram_Variant => (Decreases => N);
   function Odd (N : Integer) return Boolean is (if N = 0 then False else Even (N - 1));
begin
   Result := Even (N);
end Mutual;
