--  A driver for four serial channels behind one bus, as drivers are written: a state machine, a
--  lock that protects the bus, queues with counters, loops that poll, procedures that call each
--  other. 35 predicates; sabs proves the lock discipline and the bounds of the queues.
package body Serial_Driver is

   type Mode is (Off, Starting, Ready, Busy, Failed);

   subtype Count is Integer range 0 .. 64;
   subtype Ticks is Integer range 0 .. 1_000;

   Capacity : constant := 64;
   Retries  : constant := 3;

   State    : Mode := Off;
   Bus_Held : Boolean := False;
   Power    : Boolean := False;
   Errors   : Count := 0;
   Clock    : Ticks := 0;

   Queue_A : Count := 0;
   Queue_B : Count := 0;
   Queue_C : Count := 0;
   Queue_D : Count := 0;

   --% predicate Bus_Held;
   --% predicate Power;
   --% predicate State = Off;
   --% predicate State = Ready;
   --% predicate State = Busy;
   --% predicate State = Failed;
   --% predicate Errors < Capacity, Errors > 0;

   --% predicate Queue_A > 0, Queue_A < Capacity;
   --% predicate Queue_B > 0, Queue_B < Capacity;
   --% predicate Queue_C > 0, Queue_C < Capacity;
   --% predicate Queue_D > 0, Queue_D < Capacity;

   procedure Take_Bus is
   begin
      pragma Assert (not Bus_Held);
      Bus_Held := True;
   end Take_Bus;

   procedure Drop_Bus is
   begin
      pragma Assert (Bus_Held);
      Bus_Held := False;
   end Drop_Bus;

   procedure Tick is
      --% predicate Clock < 1_000;
   begin
      if Clock < Ticks'Last then
         Clock := Clock + 1;
      else
         Clock := 0;
      end if;
   end Tick;

   procedure Note_Error is
   begin
      if Errors < Capacity then
         Errors := Errors + 1;
      else
         State := Failed;
      end if;
   end Note_Error;

   procedure Clear_Errors is
   begin
      while Errors > 0 loop
         Errors := Errors - 1;
      end loop;
      pragma Assert (Errors < Capacity);
   end Clear_Errors;

   procedure Reset_Queues is
   begin

      Queue_A := 0;
      Queue_B := 0;
      Queue_C := 0;
      Queue_D := 0;
   end Reset_Queues;

   procedure Wait_Ready (Limit : Ticks; Done : out Boolean) is
      Left : Ticks := Limit;
      --% predicate Left > 0;
      --% predicate Done;
   begin
      Done := False;
      while Left > 0 and not Done loop
         Left := Left - 1;
         Tick;
         if Clock = Left then
            Done := True;
         end if;
      end loop;
   end Wait_Ready;

   procedure Start_Up is
      Tries : Integer range 0 .. Retries := 0;
      Done  : Boolean;
      --% predicate Tries < Retries;
      --% predicate Done;
   begin
      if State = Off then
         Power := True;
         State := Starting;
         loop
            Wait_Ready (100, Done);
            exit when Done;
            exit when Tries = Retries;
            Tries := Tries + 1;
         end loop;
         if Done then
            Reset_Queues;
            State := Ready;
         else
            Power := False;
            State := Failed;
         end if;
      end if;
      pragma Assert (State /= Ready or Power);
   end Start_Up;

   procedure Shut_Down is
   begin
      if State = Ready then
         Take_Bus;
         Reset_Queues;
         Power := False;
         State := Off;
         Drop_Bus;
      end if;
   end Shut_Down;

   procedure Put_A (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_A < Capacity then
            pragma Assert (Bus_Held);
            Queue_A := Queue_A + 1;
            Ok := True;
         else
            Note_Error;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_A > 0);
   end Put_A;

   procedure Get_A (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_A > 0 then
            Queue_A := Queue_A - 1;
            Ok := True;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_A < Capacity);
   end Get_A;

   procedure Flush_A is
      Ok : Boolean;
      --% predicate Ok;
   begin
      loop
         Get_A (Ok);
         exit when not Ok;
         Tick;
      end loop;
   end Flush_A;

   procedure Put_B (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_B < Capacity then
            pragma Assert (Bus_Held);
            Queue_B := Queue_B + 1;
            Ok := True;
         else
            Note_Error;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_B > 0);
   end Put_B;

   procedure Get_B (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_B > 0 then
            Queue_B := Queue_B - 1;
            Ok := True;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_B < Capacity);
   end Get_B;

   procedure Flush_B is
      Ok : Boolean;
      --% predicate Ok;
   begin
      loop
         Get_B (Ok);
         exit when not Ok;
         Tick;
      end loop;
   end Flush_B;

   procedure Put_C (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_C < Capacity then
            pragma Assert (Bus_Held);
            Queue_C := Queue_C + 1;
            Ok := True;
         else
            Note_Error;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_C > 0);
   end Put_C;

   procedure Get_C (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_C > 0 then
            Queue_C := Queue_C - 1;
            Ok := True;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_C < Capacity);
   end Get_C;

   procedure Flush_C is
      Ok : Boolean;
      --% predicate Ok;
   begin
      loop
         Get_C (Ok);
         exit when not Ok;
         Tick;
      end loop;
   end Flush_C;

   procedure Put_D (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_D < Capacity then
            pragma Assert (Bus_Held);
            Queue_D := Queue_D + 1;
            Ok := True;
         else
            Note_Error;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_D > 0);
   end Put_D;

   procedure Get_D (Ok : out Boolean) is
      --% predicate Ok;
   begin
      Ok := False;
      if State = Ready then
         Take_Bus;
         if Queue_D > 0 then
            Queue_D := Queue_D - 1;
            Ok := True;
         end if;
         Drop_Bus;
      end if;
      pragma Assert (if Ok then Queue_D < Capacity);
   end Get_D;

   procedure Flush_D is
      Ok : Boolean;
      --% predicate Ok;
   begin
      loop
         Get_D (Ok);
         exit when not Ok;
         Tick;
      end loop;
   end Flush_D;

   procedure Send_All is
      Moved : Count := 0;
      --% predicate Moved < Capacity;
   begin
      if State = Ready then
         Take_Bus;
         State := Busy;

         while Queue_A > 0 loop
            pragma Assert (Bus_Held);
            Queue_A := Queue_A - 1;
            if Moved < Capacity then
               Moved := Moved + 1;
            end if;
         end loop;
         while Queue_B > 0 loop
            pragma Assert (Bus_Held);
            Queue_B := Queue_B - 1;
            if Moved < Capacity then
               Moved := Moved + 1;
            end if;
         end loop;
         while Queue_C > 0 loop
            pragma Assert (Bus_Held);
            Queue_C := Queue_C - 1;
            if Moved < Capacity then
               Moved := Moved + 1;
            end if;
         end loop;
         while Queue_D > 0 loop
            pragma Assert (Bus_Held);
            Queue_D := Queue_D - 1;
            if Moved < Capacity then
               Moved := Moved + 1;
            end if;
         end loop;
         State := Ready;
         Drop_Bus;
      end if;
      pragma Assert (not Bus_Held);
   end Send_All;

   procedure Recover is
   begin
      if State = Failed then
         Clear_Errors;
         Power := False;
         State := Off;
         Start_Up;
      end if;
   end Recover;

   procedure Rebalance is
      --% predicate Queue_A > Queue_B;
   begin
      if State = Ready then
         Take_Bus;
         while Queue_A > Queue_B loop
            Queue_A := Queue_A - 1;
            if Queue_B < Capacity then
               Queue_B := Queue_B + 1;
            end if;
         end loop;
         Drop_Bus;
      end if;
      pragma Assert (not Bus_Held);
   end Rebalance;

   procedure Poll (Rounds : Integer) is
      Ok   : Boolean;
      Left : Integer := Rounds;
      --% predicate Left > 0;
   begin
      while Left > 0 loop
         Left := Left - 1;
         Tick;
         if State = Failed then
            Recover;
         elsif State = Off then
            Start_Up;
         else
            Put_A (Ok);
            if not Ok then
               Note_Error;
            end if;
            Put_B (Ok);
            if not Ok then
               Note_Error;
            end if;
            Put_C (Ok);
            if not Ok then
               Note_Error;
            end if;
            Put_D (Ok);
            if not Ok then
               Note_Error;
            end if;
            Send_All;
         end if;
      end loop;
      pragma Assert (not Bus_Held);
   end Poll;
end Serial_Driver;
