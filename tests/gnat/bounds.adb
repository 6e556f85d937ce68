procedure Bounds (A : Integer; Result : out Natural; Rest : out Positive) is
begin
   Result := A;
   Rest := A + 2;
   Rest := Rest - 1;
   Result := Result - Rest + 1;
end Bounds;
