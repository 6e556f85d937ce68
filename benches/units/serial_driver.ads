--  What clients see of the driver: the bus and the queues are its own affair.
package Serial_Driver is
   procedure Start_Up;
   procedure Shut_Down;
   procedure Put_A (Ok : out Boolean);
   procedure Put_B (Ok : out Boolean);
   procedure Put_C (Ok : out Boolean);
   procedure Put_D (Ok : out Boolean);
   procedure Get_A (Ok : out Boolean);
   procedure Get_B (Ok : out Boolean);
   procedure Get_C (Ok : out Boolean);
   procedure Get_D (Ok : out Boolean);
   procedure Flush_A;
   procedure Flush_B;
   procedure Flush_C;
   procedure Flush_D;
   procedure Send_All;
   procedure Recover;
   procedure Rebalance;
   procedure Poll (Rounds : Integer);
end Serial_Driver;
