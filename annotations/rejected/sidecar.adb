procedure Sidecar (X : in out Integer) is
begin
   X :=
     1;
end Sidecar;
