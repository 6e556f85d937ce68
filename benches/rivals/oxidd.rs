//! oxidd's plain and complement-edge diagrams, index manager, one thread.

use oxidd::util::OutOfMemory;
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager as _,
    ManagerRef, Subst, VarNo,
};

use crate::diagrams::Diagrams;

/// Its managers are given their tables once and for all; larger caches made it slower.
const NODES: usize = 1 << 22;
const CACHE: usize = 1 << 16;

fn room<T>(result: Result<T, OutOfMemory>) -> T {
    result.unwrap_or_else(|_| panic!("oxidd is out of memory"))
}

macro_rules! package {
    ($package:ident, $function:ident, $name:literal) => {
        pub(crate) mod $package {
            use oxidd::$package::$function as Function;

            use super::*;

            pub(crate) struct Oxidd {
                variables: Vec<Function>,
                none: Function,
                all: Function,
            }

            impl Diagrams for Oxidd {
                type Set = Function;
                type Levels = Function;
                type Renaming = Subst<Function>;

                const NAME: &'static str = $name;

                fn new(levels: u32) -> Oxidd {
                    let manager = oxidd::$package::new_manager(NODES, CACHE, 1);
                    let (variables, none, all) = manager.with_manager_exclusive(|manager| {
                        let numbers = manager.add_vars(levels);
                        let variables = numbers.map(|at| room(Function::var(manager, at)));
                        let variables: Vec<Function> = variables.collect();
                        (variables, Function::f(manager), Function::t(manager))
                    });
                    Oxidd {
                        variables,
                        none,
                        all,
                    }
                }

                fn none(&mut self) -> Function {
                    self.none.clone()
                }

                fn all(&mut self) -> Function {
                    self.all.clone()
                }

                fn variable(&mut self, level: u32) -> Function {
                    self.variables[level as usize].clone()
                }

                fn not(&mut self, set: &Function) -> Function {
                    room(set.not())
                }

                fn and(&mut self, first: &Function, second: &Function) -> Function {
                    room(first.and(second))
                }

                fn or(&mut self, first: &Function, second: &Function) -> Function {
                    room(first.or(second))
                }

                fn minus(&mut self, first: &Function, second: &Function) -> Function {
                    room(second.imp_strict(first))
                }

                fn ite(
                    &mut self,
                    condition: &Function,
                    then: &Function,
                    other: &Function,
                ) -> Function {
                    room(condition.ite(then, other))
                }

                fn levels(&mut self, levels: &[u32]) -> Function {
                    let mut cube = self.all();
                    let mut sorted = levels.to_vec();
                    sorted.sort_unstable();
                    for level in sorted.into_iter().rev() {
                        cube = room(self.variables[level as usize].and(&cube));
                    }
                    cube
                }

                fn and_exists(
                    &mut self,
                    first: &Function,
                    second: &Function,
                    levels: &Function,
                ) -> Function {
                    room(first.apply_exists(BooleanOperator::And, second, levels))
                }

                fn renaming(&mut self, target: &[u32]) -> Subst<Function> {
                    let moved = target.iter().zip(0..).filter(|(to, from)| **to != *from);
                    let (variables, replacements): (Vec<VarNo>, Vec<Function>) = moved
                        .map(|(to, from)| (from, self.variables[*to as usize].clone()))
                        .unzip();
                    Subst::new(variables, replacements)
                }

                fn rename(&mut self, set: &Function, renaming: &Subst<Function>) -> Function {
                    room(set.substitute(renaming))
                }
            }
        }
    };
}

package!(bdd, BDDFunction, "oxidd bdd");
package!(bcdd, BCDDFunction, "oxidd bcdd");
