package Interval is

   type Span is record
      Low, High : Integer;
   end record;

   procedure Widen (S : in out Span; By : Natural)
   with
     Pre  => S.Low <= S.High and then S.Low >= -10_000 and then S.High <= 10_000 and then By <= 100,
     Post => S.Low <= S.High and then S.High - S.Low >= 0;

   function Contains (S : Span; X : Integer) return Boolean
   is (X in S.Low .. S.High);

   procedure Clip (S : Span; X : in out Integer)
   with
     Pre  => S.Low <= S.High,
     Post => Contains (S, X);

end Interval;
