with Ada.Command_Line;
with Ada.Strings.Fixed;
with Ada.Strings.Unbounded; use Ada.Strings.Unbounded;
with Ada.Text_IO; use Ada.Text_IO;
with Interfaces; use Interfaces;
package body Sabs_Count is

   --  Per call, and per unit.
   Most_Steps : constant := 12_000;
   All_Steps  : constant := 60_000;

   Counts : array (Positive range 1 .. 20_000) of Natural := (others => 0);

   type Failure is record
      Text  : Unbounded_String;
      Count : Natural := 0;
   end record;
   Failures : array (Positive range 1 .. 4_000) of Failure;
   Known    : Natural := 0;

   Unit        : Natural := 0;
   Dictionary  : array (Positive range 1 .. 400) of Number := (others => 0);
   Entries     : Positive := 1;
   Plain       : Positive := 1;
   Steps       : Natural := 0;
   Steps_Left  : Natural := 0;
   Calls_Left  : Natural := 0;
   Last_Called : Natural := 0;
   First_False : Natural := 0;
   Is_Small    : Boolean := False;

   --  In every second sequence most values are from a few.
   Few       : array (1 .. 4) of Number := (others => 0);
   Few_Known : Natural := 0;
   Few_Last  : Natural := 0;

   Run  : constant Unsigned_64 := Unsigned_64'Value (Ada.Command_Line.Argument (1));

   Seed : Unsigned_64 := 16#9E37_79B9_7F4A_7C15# + Run * 16#D134_2543_DE82_EF95#;

   function Any (Below : Unsigned_64) return Unsigned_64 is
   begin
      Seed := Seed xor Shift_Right (Seed, 12);
      Seed := Seed xor Shift_Left (Seed, 25);
      Seed := Seed xor Shift_Right (Seed, 27);
      return Shift_Right (Seed * 16#2545_F491_4F6C_DD1D#, 16) mod Below;
   end Any;

   function Between (First, Last : Number) return Number
   is (First + Number (Any (Unsigned_64 (Last - First + 1))));

   function Arrived (Check : Positive) return Boolean is
   begin
      Counts (Check) := Counts (Check) + 1;
      return True;
   end Arrived;

   function Holds (Check : Positive; Condition : Boolean) return Boolean is
   begin
      if not Condition and then First_False = 0 then
         First_False := Check;
      end if;
      return Arrived (Check) and then Condition;
   end Holds;

   function Called (Check : Positive) return Boolean is
   begin
      Last_Called := Check;
      return Arrived (Check);
   end Called;

   procedure Called (Check : Positive) is
      Ignored : constant Boolean := Called (Check);
   begin
      null;
   end Called;

   procedure Burn is
   begin
      Steps := Steps + 1;
      if Steps > Most_Steps then
         raise Enough;
      end if;
   end Burn;

   function Has_Turn (Has_State : Boolean) return Boolean is (Has_State or else Run mod 25 = 0);

   procedure Begin_Unit
     (Its_Number : Positive; Words : Numbers; Literals : Positive; Has_State : Boolean)
   is
   begin
      Plain := Literals;
      Unit := Its_Number;
      Entries := Words'Length;
      for At_Word in 1 .. Entries loop
         Dictionary (At_Word) := Words (Words'First + At_Word - 1);
      end loop;
      Steps := 0;
      Steps_Left := All_Steps;
      Calls_Left :=
        (if not Has_State then 500
         else (case Any (4) is when 0 => 5, when 1 => 30, when 2 => 200, when others => 1_000));
      Few_Known := 0;
      Few_Last := (if Any (2) = 0 then 0 else 1 + Natural (Any (4)));
   end Begin_Unit;

   function Goes_On return Boolean is
   begin
      Steps_Left := (if Steps > Steps_Left then 0 else Steps_Left - Steps);
      Steps := 0;
      Last_Called := 0;
      First_False := 0;
      Is_Small := Any (4) = 0;
      if Calls_Left = 0 or else Steps_Left = 0 then
         return False;
      end if;
      Calls_Left := Calls_Left - 1;
      return True;
   end Goes_On;

   function Choice (Count : Positive) return Positive
   is (Positive (Any (Unsigned_64 (Count)) + 1));

   function Fresh (First, Last : Number) return Number is
      Value : Number := First;
   begin
      for Attempt in 1 .. 8 loop
         if Is_Small and then Any (8) /= 0 then
            Value := Between (-1, 3);
         else
            case Any (8) is
               when 0      => Value := Between (First, Last);
               when 1      => Value := First + Between (0, 2);
               when 2      => Value := Last - Between (0, 2);
               when 3      => Value := Between (-4, 20);
               when 4      => Value := Between (-130, 130);
               when 5      => Value := Dictionary (Choice (Entries)) + Between (-1, 1);
               when others => Value := Dictionary (Choice (Entries));
            end case;
         end if;
         if Value in First .. Last then
            return Value;
         end if;
      end loop;
      return Between (First, Last);
   end Fresh;

   function Within (First, Last : Number) return Number is
      Value : Number;
   begin
      if Few_Known < Few_Last then
         Value := (if Any (2) = 0 then Dictionary (Choice (Plain)) else Fresh (First, Last));
         Value := (if Value in First .. Last then Value else Fresh (First, Last));
         Few_Known := Few_Known + 1;
         Few (Few_Known) := Value;
         return Value;
      elsif Few_Last > 0 and then Any (8) > 0 then
         Value := Few (Choice (Few_Last));
         if Value in First .. Last then
            return Value;
         end if;
      end if;
      return Fresh (First, Last);
   end Within;

   function First return Integer is (if Any (8) > 0 then 1 else Integer (Between (1, 6)));

   function Last return Integer is (Integer (Between (-3, 20)));

   procedure Set (Value : out Discrete) is
      First : constant Number := Discrete'Pos (Discrete'First);
      Last  : constant Number := Discrete'Pos (Discrete'Last);
   begin
      Value := Discrete'Val (Within (First, Last));
   end Set;

   procedure Ended (By : Ada.Exceptions.Exception_Occurrence; Has_State : Boolean) is
      Message : constant String := Ada.Exceptions.Exception_Message (By);
      Text    : constant Unbounded_String := To_Unbounded_String
        (Unit'Image & Last_Called'Image & First_False'Image & " " & Ada.Exceptions.Exception_Name (By)
         & " " & Message);
      function Says (Words : String) return Boolean
      is (Ada.Strings.Fixed.Index (Message, Words) > 0);
   begin
      --  A client keeps to the preconditions of what it calls.
      if Says ("failed precondition") and then Last_Called = 0 then
         return;
      end if;
      if Has_State then
         Calls_Left := 0;
      end if;
      if Ada.Exceptions.Exception_Name (By) = "SABS_COUNT.ENOUGH" or else Says ("Assume failed") then
         return;
      end if;
      for At_Place in 1 .. Known loop
         if Failures (At_Place).Text = Text then
            Failures (At_Place).Count := Failures (At_Place).Count + 1;
            return;
         end if;
      end loop;
      if Known = Failures'Last then
         raise Program_Error with "too many failures";
      end if;
      Known := Known + 1;
      Failures (Known) := (Text, 1);
   end Ended;

   procedure Report is
   begin
      for Check in Counts'Range loop
         if Counts (Check) > 0 then
            Put_Line ("arrived" & Check'Image & Counts (Check)'Image);
         end if;
      end loop;
      for At_Place in 1 .. Known loop
         Put_Line ("failed" & Failures (At_Place).Count'Image & To_String (Failures (At_Place).Text));
      end loop;
      Put_Line ("done");
   end Report;

end Sabs_Count;
