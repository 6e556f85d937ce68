package Span is
   procedure Set (Low, High : Natural);
   procedure Clear;
end Span;
