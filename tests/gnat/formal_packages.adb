package body Formal_Packages is
   --  The formals of a formal package are visible through it, with the operators of the formals.
   package Turned_Round is
      type Turned is range -100 .. 100;
      function "+" (L, R : Turned) return Turned is (L - R);
      function "<" (L, R : Turned) return Boolean is (Integer (L) > Integer (R));
      function "=" (L, R : Turned) return Boolean is (True);
      type Pair is record
         Key, Value : Integer;
      end record;
      function "=" (L, R : Pair) return Boolean is (L.Key = R.Key);
   end Turned_Round;
   use Turned_Round;

   generic
      type El is range <>;
      type Item is private;
      type List is array (Positive range <>) of El;
      Step : El;
      with function Combined (L, R : El) return El;
   package Q is
      type Derived is new El;
      subtype Same is El;
      type Derived_Item is new Item;
      type Holder is record
         Held : El;
      end record;
      function Identity (X : El) return El is (X);
   end Q;

   generic
      with package P is new Q (<>);
   package Sums is
      use type P.El;
      function Of_Formals (X, Y : P.El) return P.El is (X + Y);
      function Of_Subtypes (X, Y : P.Same) return P.Same is (P."+" (X, Y));
      function Of_Components (X, Y : P.Holder) return P.El is (X.Held + Y.Held);
      function Of_List (V : P.List) return P.El is (V (1) + V (2));
      function Of_Results (X, Y : P.El) return P.El is (P.Identity (X) + P.Identity (Y));
      function Combined (X, Y : P.El) return P.El is (P.Combined (X, Y) + P.Step);
      function Is_Less (X, Y : P.El) return Boolean is (X < Y);
      function Are_Equal (X, Y : P.El) return Boolean is (X = Y);
      function Of_Derived (X, Y : P.El) return P.El;
      function Are_Equal_Items (X, Y : P.Item) return Boolean;
   end Sums;

   package body Sums is
      use P;
      function Of_Derived (X, Y : P.El) return P.El is
        (El (Derived (X) + Derived (Y)));
      function Are_Equal_Items (X, Y : P.Item) return Boolean is
        (X = Y and Derived_Item (X) = Derived_Item (Y));
   end Sums;

   type Turned_List is array (Positive range <>) of Turned;
   function Product (L, R : Turned) return Turned is (L * R);
   package Passed is new Q (Turned, Pair, Turned_List, 1, Product);
   package Summed is new Sums (Passed);

   procedure Run_Sums (X, Y : Integer; S : out Integer)
     with Pre => X in -40 .. 40 and Y in -40 .. 40
   is
      A : constant Turned := Turned (X);
      B : constant Turned := Turned (Y);
   begin
      S := X + Y;
      pragma Assert (Integer (A + B) = X - Y);
      pragma Assert (Integer (Summed.Of_Formals (A, B)) = S);
      pragma Assert (Integer (Summed.Of_Subtypes (A, B)) = S);
      pragma Assert (Integer (Summed.Of_Components ((Held => A), (Held => B))) = S);
      pragma Assert (Integer (Summed.Of_List ((A, B))) = S);
      pragma Assert (Integer (Summed.Of_Results (A, B)) = S);
      pragma Assert (Integer (Summed.Of_Derived (A, B)) = S);
      pragma Assert (S /= 7);
   end Run_Sums;

   procedure Run_Combined (X, Y : Integer; S : out Integer)
     with Pre => X in -9 .. 9 and Y in -9 .. 9
   is
   begin
      S := Integer (Summed.Combined (Turned (X), Turned (Y)));
      pragma Assert (S = X * Y + 1);
      pragma Assert (S /= 13);
   end Run_Combined;

   procedure Run_Compared (X, Y : Integer; B : out Boolean)
     with Pre => X in -3 .. 3 and Y in -3 .. 3
   is
   begin
      B := Summed.Is_Less (Turned (X), Turned (Y));
      pragma Assert (B = (X < Y));
      pragma Assert (Summed.Are_Equal (Turned (X), Turned (Y)) = (X = Y));
      pragma Assert (Turned (X) = Turned (Y));
      pragma Assert (Summed.Are_Equal_Items ((X, 1), (Y, 2)) = (X = Y));
      pragma Assert (B or X /= 2);
   end Run_Compared;

   --  Outside, what is derived from a formal type has the operators of its actual.
   procedure Run_Outside (X, Y : Integer; S : out Integer)
     with Pre => X in -40 .. 40 and Y in -40 .. 40
   is
      use type Passed.Derived;
   begin
      S := Integer (Passed.Derived (X) + Passed.Derived (Y));
      pragma Assert (S = X - Y);
      pragma Assert (S /= 7);
   end Run_Outside;

   --  A formal type that the formal package names is known as what it is.
   generic
      type T is private;
      with function "+" (L, R : T) return T;
      with package P is new Q (El => Turned, Item => T, others => <>);
   package Named is
      function Sum (X, Y : P.Same) return Turned is (X + Y);
      function Both (X, Y : T) return P.Derived_Item is (P.Derived_Item (X + Y));
      use type P.Derived;
      function Sum (X, Y : P.Derived) return P.Derived is (X + Y);
   end Named;

   function Added (L, R : Pair) return Pair is ((L.Key + R.Key, L.Value));
   package Named_Again is new Named (Pair, Added, Passed);

   procedure Run_Named (X, Y : Integer; S : out Integer)
     with Pre => X in -40 .. 40 and Y in -40 .. 40
   is
   begin
      S := Integer (Named_Again.Sum (Turned (X), Turned (Y)));
      pragma Assert (S = X - Y);
      pragma Assert (Integer (Named_Again.Sum (Passed.Derived (X), Passed.Derived (Y))) = S);
      pragma Assert (Pair (Named_Again.Both ((X, 1), (Y, 2))).Key = X + Y);
      pragma Assert (S /= 7);
   end Run_Named;

   --  One formal package leads to another.
   generic
      with package Inner is new Q (<>);
      Offset : Inner.El;
   package Between is
      function Moved (X : Inner.El) return Inner.El is (Inner."+" (X, Offset));
   end Between;

   generic
      with package B is new Between (<>);
   function Moved_Twice (X : B.Inner.El) return B.Inner.El;
   function Moved_Twice (X : B.Inner.El) return B.Inner.El is
      use type B.Inner.El;
   begin
      return B.Moved (X) + B.Offset;
   end Moved_Twice;

   package Between_Passed is new Between (Passed, 5);
   function Moved is new Moved_Twice (Between_Passed);

   procedure Run_Moved (X : Integer; S : out Integer)
     with Pre => X in -40 .. 40
   is
   begin
      S := Integer (Moved (Turned (X)));
      pragma Assert (S = X + 10);
      pragma Assert (S /= 7);
   end Run_Moved;

   --  A formal type derived from an ancestor has the ancestor's operators.
   package Ancestors is
      type Ancestor is range -100 .. 100;
      function "-" (L, R : Ancestor) return Ancestor is (L + R);
      function Twice (X : Ancestor) return Ancestor is (X * 2);
      type Heir is new Ancestor;
      function "+" (L, R : Heir) return Heir is (L * R);
      function "-" (L, R : Heir) return Heir is (0);
      function Twice (X : Heir) return Heir is (1);
   end Ancestors;

   generic
      type T is new Ancestors.Ancestor;
   package Derive is
      function Sum (X, Y : T) return T is (X + Y);
      function Difference (X, Y : T) return T is (X - Y);
      function Doubled (X : T) return T is (Twice (X));
   end Derive;
   package Derived_Heir is new Derive (Ancestors.Heir);

   procedure Run_Heir (X, Y : Integer; S : out Integer)
     with Pre => X in -40 .. 40 and Y in -40 .. 40
   is
      A : constant Ancestors.Heir := Ancestors.Heir (X);
      B : constant Ancestors.Heir := Ancestors.Heir (Y);
   begin
      S := Integer (Derived_Heir.Sum (A, B));
      pragma Assert (S = X + Y);
      pragma Assert (Integer (Derived_Heir.Difference (A, B)) = X + Y);
      pragma Assert (Integer (Derived_Heir.Doubled (A)) = 2 * X);
      pragma Assert (S /= 7);
   end Run_Heir;
end Formal_Packages;
