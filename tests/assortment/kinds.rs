//! The types of the packages.

/// A type, or a subtype that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Small,
    Integer,
    Natural,
    Index,
    Even,
    /// Natural numbers of which few are.
    Little,
    Byte,
    Derived,
    Wheel,
    Colour,
    Truth,
    Row,
    Rows,
    Vector,
    Grid,
    Pair,
    Pairs,
    Choice,
    Account,
}

/// What objects are of.
pub(super) const ALL: [Kind; 18] = [
    Kind::Small,
    Kind::Integer,
    Kind::Natural,
    Kind::Index,
    Kind::Even,
    Kind::Byte,
    Kind::Derived,
    Kind::Wheel,
    Kind::Colour,
    Kind::Truth,
    Kind::Row,
    Kind::Rows,
    Kind::Vector,
    Kind::Grid,
    Kind::Pair,
    Kind::Pairs,
    Kind::Choice,
    Kind::Account,
];

/// What functions return: clients take no account of predicates.
pub(super) const SCALARS: [Kind; 8] = [
    Kind::Small,
    Kind::Integer,
    Kind::Natural,
    Kind::Index,
    Kind::Byte,
    Kind::Wheel,
    Kind::Colour,
    Kind::Truth,
];

/// Those whose values are of type Integer.
pub(super) const NUMBERS: [Kind; 5] = [
    Kind::Small,
    Kind::Integer,
    Kind::Natural,
    Kind::Index,
    Kind::Even,
];

impl Kind {
    pub(super) const fn ada(self) -> &'static str {
        match self {
            Kind::Small => "Small",
            Kind::Integer => "Integer",
            Kind::Natural | Kind::Little => "Natural",
            Kind::Index => "Index",
            Kind::Even => "Even",
            Kind::Byte => "Byte",
            Kind::Derived => "Derived",
            Kind::Wheel => "Wheel",
            Kind::Colour => "Colour",
            Kind::Truth => "Boolean",
            Kind::Row => "Row",
            Kind::Rows => "Rows",
            Kind::Vector => "Vector",
            Kind::Grid => "Grid",
            Kind::Pair => "Pair",
            Kind::Pairs => "Pairs",
            Kind::Choice => "Choice",
            Kind::Account => "Account",
        }
    }

    pub(super) fn is_scalar(self) -> bool {
        matches!(self, Kind::Little | Kind::Derived | Kind::Even) || SCALARS.contains(&self)
    }

    /// A value that is right.
    pub(super) const fn initial(self) -> &'static str {
        match self {
            Kind::Small | Kind::Integer | Kind::Natural | Kind::Little => "3",
            Kind::Index => "2",
            Kind::Even | Kind::Derived => "4",
            Kind::Byte => "-7",
            Kind::Wheel => "11",
            Kind::Colour => "Blue",
            Kind::Truth => "False",
            Kind::Row => "(1, 2, others => 3)",
            Kind::Rows => "(others => (1, 2, others => 3))",
            Kind::Vector => "(1, 2, 3)",
            Kind::Grid => "(others => (others => 1))",
            Kind::Pair => "(A => 1, B => Green, V => (others => 2), F => True)",
            Kind::Pairs => "(others => (A => 1, B => Green, V => (others => 2), F => True))",
            Kind::Choice => "(Has => True, X => 2)",
            Kind::Account => "Start",
        }
    }
}

/// Their declarations, with the private type and what is done with it.
pub(super) const DECLARATIONS: &str = "   \
   subtype Small is Integer range -8 .. 20;
   subtype Index is Integer range 1 .. 5;
   subtype Even is Integer range 0 .. 40 with Dynamic_Predicate => Even mod 2 = 0;
   type Byte is range -100 .. 100;
   type Derived is new Integer range -50 .. 50;
   type Wheel is mod 12;
   type Colour is (Red, Green, Blue, Cyan, White);
   subtype Warm is Colour range Red .. Blue;
   subtype Cold is Colour with Static_Predicate => Cold in Green | Cyan .. White;
   type Row is array (Index) of Small;
   type Rows is array (1 .. 3) of Row;
   type Vector is array (Positive range <>) of Small;
   type Grid is array (1 .. 2, 1 .. 3) of Small;
   type Pair is record
      A : Small := 4;
      B : Colour := Cyan;
      V : Row := (others => 0);
      F : Boolean := True;
   end record;
   type Pairs is array (1 .. 3) of Pair;
   type Choice (Has : Boolean := False) is record
      case Has is
         when True => X : Small;
         when False => null;
      end case;
   end record;
   type Account is private;
   Start : constant Account;
   Seen : Small := 3;
   function Level (A : Account) return Integer;
   function Make (X : Integer) return Account
     with Pre => X in 0 .. 50, Post => Level (Make'Result) >= X;
   function More (A : Account; X : Integer) return Account
     with Pre => X in -5 .. 5;
   procedure Add (A : in out Account; X : Integer)
     with Pre => X in 0 .. 9;
";

/// The full view of the private type.
pub(super) const PRIVATE: &str = "private
   type Account is record
      Low  : Integer := 0;
      High : Integer := 1;
   end record
     with Type_Invariant => Account.Low <= Account.High and then Account.High <= 60;
   function Level (A : Account) return Integer is (A.High);
   Start : constant Account := (Low => 0, High => 3);
";
