package body Shapes is

   subtype Size is Integer range 0 .. 8;
   type Stack (Room : Size := 4) is record
      Used : Size := 0;
      Data : String (1 .. Room) := (others => ' ');
   end record;
   subtype Small_Stack is Stack (Room => 2);

   type Mode is (Off, Slow, Fast);
   type Engine (M : Mode := Off) is record
      case M is
         when Off =>
            null;
         when Slow | Fast =>
            Speed : Natural := 1;
            case M is
               when Fast => Boost : Integer := 4;
               when others => null;
            end case;
      end case;
   end record;
   type Car (M : Mode) is record
      E : Engine (M);
      Wheels : Positive := 4;
   end record;
   type Engines is array (1 .. 2) of Engine;
   type Table (Low, High : Integer) is record
      Values : String (Low .. High);
   end record;

   procedure Push (S : in out Stack; C : Character)
     with Pre => S.Used < S.Room
   is
   begin
      S.Used := S.Used + 1;
      S.Data (S.Used) := C;
   end Push;

   function Run_Stack (N : Integer) return Integer
     with Pre => N in 0 .. 9
   is
      S : Stack;
   begin
      for I in 1 .. N loop
         Push (S, Character'Val (65 + I));
      end loop;
      return Integer (S.Used) * 1_000 + Character'Pos (S.Data (1));
   end Run_Stack;

   function Run_Grow (N : Integer) return Integer
     with Pre => N in -1 .. 10
   is
      S : Stack;
      Fixed : Small_Stack := (Room => 2, Used => 1, Data => "ab");
   begin
      S := (Room => Size (N), Used => 0, Data => (1 .. N => 'x'));
      if N < 5 then
         Fixed := S;
      end if;
      return Integer (S.Room) + Fixed.Data'Length + S.Data'Length;
   end Run_Grow;

   function Run_Engine (X, V : Integer) return Integer
     with Pre => X in 0 .. 2
   is
      E : Engine;
   begin
      case Mode'Val (X) is
         when Off => E := (M => Off);
         when Slow => E := (Slow, Speed => V);
         when Fast => E := (M => Fast, Speed => 3, Boost => V);
      end case;
      if V > 50 then
         E.Boost := E.Boost - 50;
      end if;
      return (if E.M = Off then 0 else E.Speed) + (if V = 7 then E.Boost else Mode'Pos (E.M));
   end Run_Engine;

   function Run_Car (X : Integer; V : Integer) return Integer
     with Pre => X in 0 .. 2
   is
      C : Car (Mode'Val (X));
      E : Engine := (Slow, 9);
   begin
      C.Wheels := V;
      if V > 3 then
         E := C.E;
      else
         C.E := E;
      end if;
      return Mode'Pos (E.M) * 100 + C.Wheels + Mode'Pos (C.E.M);
   end Run_Car;

   function Run_Engines (X, V : Integer) return Integer is
      A : Engines := (1 => (M => Off), 2 => (Fast, 5, 6));
   begin
      A (X) := (Slow, V);
      return (if A (1) = A (2) then 1 else A (2).Speed);
   end Run_Engines;

   function Run_Table (L, H, I : Integer) return Integer
     with Pre => L in 1 .. 4 and H in -1 .. 9
   is
      T : Table (L, H);
   begin
      T.Values := (others => 'q');
      T.Values (I) := 'r';
      return T.Values'First * 100 + T.Values'Last * 10 + (if T.Values (L) = 'r' then 1 else 0);
   end Run_Table;

   function Run_Equal (A, B : Integer) return Integer
     with Pre => A in 0 .. 3 and B in 0 .. 3
   is
      S : constant Stack := (Size (A), 0, (1 .. A => 'x'));
      T : constant Stack := (Size (B), 0, (1 .. B => 'x'));
   begin
      return (if S = T then 1 else 2) + (if S in Small_Stack then 10 else 20);
   end Run_Equal;

end Shapes;
