package body Instances is

   generic
      type Item is private;
      type Items is array (Positive range <>) of Item;
      with function "<" (A, B : Item) return Boolean is <>;
   procedure Sort (A : in out Items);

   procedure Sort (A : in out Items) is
   begin
      for I in A'First + 1 .. A'Last loop
         declare
            X : constant Item := A (I);
            J : Integer := I - 1;
         begin
            while J >= A'First and then X < A (J) loop
               A (J + 1) := A (J);
               J := J - 1;
            end loop;
            A (J + 1) := X;
         end;
      end loop;
   end Sort;

   generic
      Room : Positive;
      type Item is private;
      Nothing : Item;
   package Queues is
      type Queue is private;
      procedure Put (Q : in out Queue; I : Item) with Pre => not Full (Q);
      procedure Get (Q : in out Queue; I : out Item) with Pre => Length (Q) > 0;
      function Length (Q : Queue) return Natural;
      function Full (Q : Queue) return Boolean is (Length (Q) = Room);
   private
      type Store is array (0 .. Room - 1) of Item;
      type Queue is record
         First, Count : Natural := 0;
         Data : Store := (others => Nothing);
      end record;
      function Length (Q : Queue) return Natural is (Q.Count);
   end Queues;

   package body Queues is
      procedure Put (Q : in out Queue; I : Item) is
      begin
         Q.Data ((Q.First + Q.Count) mod Room) := I;
         Q.Count := Q.Count + 1;
      end Put;
      procedure Get (Q : in out Queue; I : out Item) is
      begin
         I := Q.Data (Q.First);
         Q.First := (Q.First + 1) mod Room;
         Q.Count := Q.Count - 1;
      end Get;
   end Queues;

   generic
      type Number is range <>;
      with package Inner is new Queues (Item => Number, others => <>);
      Start : Number := Number'Last;
   function Least (Q : Inner.Queue; Times : Natural) return Number;

   function Least (Q : Inner.Queue; Times : Natural) return Number is
      Copy : Inner.Queue := Q;
      Result : Number := Start;
      Next : Number;
   begin
      for I in 1 .. Times loop
         Inner.Get (Copy, Next);
         Result := Number'Min (Result, Next);
      end loop;
      return Result;
   end Least;

   generic
      type Word is mod <>;
      Shift : in Word;
   function Mixed (W : Word) return Word;
   function Mixed (W : Word) return Word is ((W xor Shift) * 3 + Word'Last);

   type List is array (Positive range <>) of Integer;
   type Small is range -50 .. 50;
   type Byte is mod 2 ** 8;
   procedure Ascending is new Sort (Integer, List);
   procedure Descending is new Sort (Integer, List, ">");
   package Numbers is new Queues (3, Integer, 0);
   package Smalls is new Queues (Room => 2, Item => Small, Nothing => -1);
   function Least_Small is new Least (Small, Smalls);
   function Least_Of_Ten is new Least (Small, Smalls, Start => 10);
   function Mixed_Byte is new Mixed (Byte, 16#5A#);

   function Run_Sort (A, B, C : Integer; Up : Boolean) return Integer is
      L : List := (A, B, C, 5);
   begin
      if Up then
         Ascending (L);
      else
         Descending (L (2 .. 4));
      end if;
      pragma Assert (L (2) /= 77);
      return L (1) / 4 + L (2) / 4 - L (3) / 4;
   end Run_Sort;

   function Run_Queue (A, B, N : Integer) return Integer
     with Pre => N in 0 .. 5
   is
      Q : Numbers.Queue;
      X, Y : Integer := 0;
   begin
      for I in 1 .. N loop
         Numbers.Put (Q, (if I mod 2 = 0 then A else B));
      end loop;
      Numbers.Get (Q, X);
      if not Numbers.Full (Q) then
         Numbers.Put (Q, 8);
      end if;
      Numbers.Get (Q, Y);
      return X / 2 + Y / 2 + Numbers.Length (Q);
   end Run_Queue;

   function Run_Least (A, B : Integer) return Integer is
      use Smalls;
      Q : Queue;
   begin
      Put (Q, Small (A));
      if B /= 0 then
         Put (Q, Small (B));
      end if;
      return Integer (Least_Small (Q, 2)) * 100 + Integer (Least_Of_Ten (Q, 1));
   end Run_Least;

   function Run_Mixed (X : Integer) return Integer is
     (Integer (Mixed_Byte (Byte'Mod (X))));

end Instances;
