with Gen;
package Usegen is
   type Small is range 0 .. 20;
   package G is new Gen (Small, 6);
   procedure Step (X : Small);
end Usegen;
