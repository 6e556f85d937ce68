procedure Comparisons (A, B : Integer; Equal, Less, At_Most, Greater, At_Least, Different : out Boolean) is
begin
   Equal := A = B;
   Different := A /= B;
   Less := A < B;
   At_Most := A <= B;
   Greater := A > B;
   At_Least := A >= B;
end Comparisons;
