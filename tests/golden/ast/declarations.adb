pragma Ada_2022;
with Ada.Text_IO, Interfaces.C;
limited private with P.Other;
use Ada.Text_IO; use type Interfaces.C.int; use all type P.Colour;
--% option method = direct;
private package body P.Declarations with SPARK_Mode => On, Refined_State => (State => (A, B)) is
   type Colour is (Red, 'g', Blue);
   type Small is range -5 .. 2 ** 7 - 1;
   type Byte is mod 256 with Size => 8;
   type Real is digits 6 range -1.0 .. 16#F.F#E+2;
   type Money is delta 0.01 digits 12;
   type Fixed is delta 1.0E-3 range 0.0 .. 1.0;
   type Vector is array (Positive range <>, Colour range <>) of aliased Integer;
   Table : array (1 .. 10, Colour, Integer range 1 .. 2) of Natural := (others => (others => (1, 2)));
   subtype Line is String (1 .. 80);
   subtype Rows is Vector (Positive range 1 .. 3, Colour);
   subtype Even is Integer range 0 .. 100 with Dynamic_Predicate => Even mod 2 = 0;
   type Shape (Kind : Colour := Red; Size, Other : Natural) is record
      A, B : aliased Integer := 0 with Volatile;
      N : not null access constant Integer;
      case Kind is
         when Red | Blue => Radius : Natural;
         when Colour range Red .. Blue => null;
         when others =>
            Width : Natural;
            case Size is when 1 .. 2 => X : Integer; when others => null; end case;
      end case;
   end record with Pack;
   type Empty is null record;
   type Root is abstract tagged limited record null; end record;
   type Child (D : Integer) is new Root and Printable and Sortable with record X : Integer; end record;
   type Leaf is new Child with null record;
   type Hidden (<>) is abstract tagged limited private with Type_Invariant => Ok (Hidden);
   type Extended is synchronized new Root and Printable with private;
   type Number is new Integer range 1 .. 10;
   type Shown is limited interface and Printable;
   type Later;
   type Tagged_Later is tagged;
   type Pointer is not null access all Later;
   type Action is access protected procedure (X : in out Integer; Y : Integer := 3);
   type Compute is access function return not null access Integer;
   C : aliased constant Shape := (Red, 1, 2, A | B => 0, others => <>);
   D : Shape (Red, Size => 1, Other => 2);
   E, F : exception;
   Pi, Tau : constant := 3.14_15;
   R : Integer renames Table (1, Red, 2);
   Q renames R;
   G : exception renames E;
   package T_IO renames Ada.Text_IO;
   function "+" (A, B : Colour) return Colour renames Add;
   generic procedure Swap renames Other.Swap;
   procedure Plain (A : in out Integer; B : out Boolean; C : aliased in Natural := 0)
     with Global => (Input => X, In_Out => (Y, Z)), Depends => (A =>+ null, null => X),
          Contract_Cases => (A > 0 => B, A = 0 and C = 1 => not B, others => True),
          Pre'Class => True;
   not overriding function F (X : Integer) return access Integer is abstract;
   overriding procedure Nothing is null;
   function Twice (X : Integer) return Integer is (2 * X) with Post => Twice'Result = X + X;
   function Pair return Vector is ((1, 2));
   function Zero return Integer is (if True then 0 else 1);
   procedure Elsewhere is separate;
   package body Elsewhere is separate with SPARK_Mode => Off;
   generic
      type T is private;
      type D is (<>);
      type I is range <>;
      type M is mod <>;
      type F is digits <>;
      type X is delta <>;
      type Y is delta <> digits <>;
      type V is array (D) of T;
      type A is access T;
      type N is new Integer;
      type O is new Root with private;
      type S is tagged or use Root;
      Low, High : in out Integer;
      Zero : T;
      with function "<" (L, R : T) return Boolean is <>;
      with procedure Do_It (X : T) is null;
      with procedure Put (X : T) is Default_Put;
      with function Id (X : T) return T is abstract;
      with package Lists is new Generic_Lists (<>);
      with package Maps is new Generic_Maps (Key => T, others => <>);
      use Lists;
   package Inner is
      X : Integer;
   private
      Y : Integer;
   end Inner;
   generic
   function Generic_Max (A, B : Integer) return Integer;
   package My_Lists is new Generic_Lists (Integer, "=" => Same) with SPARK_Mode;
   function Max is new Generic_Max;
   for Byte'Size use 8;
   for Colour use (1, 2, 4);
   for Shape use record A at 0 range 0 .. 31; end record;
   task Worker;
   protected type Box is entry Put (X : Integer); private Full : Boolean; end Box;
   pragma Import (C, Elsewhere, External_Name => "x");
   package Nested is
      procedure P;
   end Nested;
   package body Nested is
      procedure P is begin null; exception when Ex : Constraint_Error | E => raise; when others => null; end P;
   begin
      P;
   end Nested;
end P.Declarations;
pragma Inline (X);
