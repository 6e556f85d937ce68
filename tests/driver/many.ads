package Many is
   type Vec is array (Positive range <>) of Integer;
   type Grid is array (1 .. 2, 1 .. 3) of Integer;
   type Colour is (Red, Green, Blue);
   type Inner is record
      C : Colour;
      G : Grid;
   end record;
   type Rec is record
      V : Vec (1 .. 3);
      I : Inner;
   end record;
   type Byte is mod 256;
   subtype Pct is Integer range 0 .. 100;
   type Opt (Has : Boolean := False) is record
      case Has is
         when True => Val : Integer;
         when False => null;
      end case;
   end record;
   procedure Unc (V : Vec; R : out Integer);
   procedure Two (G : in out Grid);
   procedure Nest (R : Rec; X : out Integer);
   procedure Md (B : Byte; X : out Integer);
   procedure Op (O : Opt; X : out Integer);
   procedure Str (S : String; N : out Natural);
   procedure Ch (C : Character; N : out Natural);
   function F (X : Integer) return Pct is (X / 2);
   procedure Cc (X : Integer; Y : out Integer)
     with Contract_Cases => (X > 10 => Y = X, X <= 10 => Y = 0);
   package Sub is
      procedure Deep (X : in out Natural);
   end Sub;
end Many;
