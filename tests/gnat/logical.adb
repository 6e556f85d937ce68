procedure Logical (P, Q, R : Boolean; Both, One, Either, Mixed, Same : out Boolean) is
begin
   Both := P and Q and R;
   Either := P or Q or R;
   One := P xor Q;
   Mixed := ((P and not Q) or (not P and then R)) or else Both;
   Same := (P = Q) and (Q /= R) and (P <= Q or P > R);
end Logical;
