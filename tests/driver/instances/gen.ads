generic
   type T is range <>;
   Max : T;
package Gen is
   procedure Push (X : T);
   function Top return T;
end Gen;
