//! biodivine's diagrams, each an array of its own.

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet, op_function};

use crate::diagrams::Diagrams;

pub(crate) struct Biodivine {
    set: BddVariableSet,
    variables: Vec<BddVariable>,
}

impl Diagrams for Biodivine {
    type Set = Bdd;
    type Levels = Vec<bool>;
    type Renaming = Vec<BddVariable>;

    const NAME: &'static str = "biodivine";

    fn new(levels: u32) -> Biodivine {
        let count = u16::try_from(levels).expect("few levels");
        let set = BddVariableSet::new_anonymous(count);
        let variables = set.variables();
        Biodivine { set, variables }
    }

    fn none(&mut self) -> Bdd {
        self.set.mk_false()
    }

    fn all(&mut self) -> Bdd {
        self.set.mk_true()
    }

    fn variable(&mut self, level: u32) -> Bdd {
        self.set.mk_var(self.variables[level as usize])
    }

    fn not(&mut self, set: &Bdd) -> Bdd {
        set.not()
    }

    fn and(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        first.and(second)
    }

    fn or(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        first.or(second)
    }

    fn minus(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        first.and_not(second)
    }

    fn ite(&mut self, condition: &Bdd, then: &Bdd, other: &Bdd) -> Bdd {
        Bdd::if_then_else(condition, then, other)
    }

    fn levels(&mut self, levels: &[u32]) -> Vec<bool> {
        let mut flags = vec![false; self.variables.len()];
        for level in levels {
            flags[*level as usize] = true;
        }
        flags
    }

    fn and_exists(&mut self, first: &Bdd, second: &Bdd, levels: &Vec<bool>) -> Bdd {
        let wanted = |variable: BddVariable| levels[variable.to_index()];
        Bdd::binary_op_with_exists_trigger(first, second, wanted, op_function::and)
    }

    fn renaming(&mut self, target: &[u32]) -> Vec<BddVariable> {
        let levels = target.iter().map(|level| *level as usize);
        levels.map(|level| self.variables[level]).collect()
    }

    fn rename(&mut self, set: &Bdd, renaming: &Vec<BddVariable>) -> Bdd {
        // Node by node: its own renaming in place is not for safe code.
        let mut nodes = set.clone().to_nodes();
        for node in nodes.iter_mut().skip(2) {
            if let Some(variable) = renaming.get(node.var.to_index()) {
                node.var = *variable;
            }
        }
        Bdd::from_nodes(&nodes).expect("the order is kept")
    }
}
