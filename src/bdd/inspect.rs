//! Looking at a function without making nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use num_bigint::BigUint;

use super::{Bdd, Cube, Level, Manager};

impl Manager {
    /// The value of the function under a valuation.
    pub fn evaluate(&self, function: Bdd, valuation: impl Fn(Level) -> bool) -> bool {
        let mut at = function;
        while !at.is_constant() {
            let (low, high) = self.children(at);
            at = if valuation(self.level(at)) { high } else { low };
        }
        at == Bdd::TRUE
    }

    /// The levels the function depends on, in order.
    pub fn support(&self, function: Bdd) -> Vec<Level> {
        if let Some(cube) = self.as_cube(function) {
            return cube.into_iter().map(|(level, _)| level).collect();
        }
        let levels: BTreeSet<Level> = self
            .nodes_of(function)
            .into_iter()
            .map(|node| self.level(node))
            .collect();
        levels.into_iter().collect()
    }

    /// The cube the function is, if it is one: then there is only one way down.
    fn as_cube(&self, function: Bdd) -> Option<Cube> {
        let mut cube = Cube::new();
        let mut at = function;
        while !at.is_constant() {
            let (low, high) = self.children(at);
            let value = low == Bdd::FALSE;
            if !value && high != Bdd::FALSE {
                return None;
            }
            cube.push((self.level(at), value));
            at = if value { high } else { low };
        }
        Some(cube)
    }

    /// What the function asks first, and what it is where that is 0 and where it is 1; none of a
    /// constant.
    pub fn decision(&self, function: Bdd) -> Option<(Level, Bdd, Bdd)> {
        let (low, high) = (!function.is_constant()).then(|| self.children(function))?;
        Some((self.level(function), low, high))
    }

    /// How many nodes the function has, the terminal not counted.
    pub fn size(&self, function: Bdd) -> usize {
        self.nodes_of(function).len()
    }

    /// A cube that implies the function, 0 wherever that is possible, from the top; none if the
    /// function is 0. Levels it leaves out may take either value.
    pub fn pick(&self, function: Bdd) -> Option<Cube> {
        if function == Bdd::FALSE {
            return None;
        }
        let mut cube = Cube::new();
        let mut at = function;
        while !at.is_constant() {
            let (low, high) = self.children(at);
            let value = low == Bdd::FALSE;
            cube.push((self.level(at), value));
            at = if value { high } else { low };
        }
        Some(cube)
    }

    /// How many valuations of `variables` variables satisfy the function, which depends on no
    /// others than the levels 0 .. `variables`.
    pub fn sat_count(&self, function: Bdd, variables: u32) -> BigUint {
        let mut counts: BTreeMap<Bdd, BigUint> = BTreeMap::new();
        let mut pending = vec![function];
        while let Some(&at) = pending.last() {
            if at.is_constant() || counts.contains_key(&at) {
                pending.pop();
                continue;
            }
            let (low, high) = self.children(at);
            let below = self.level(at).0 + 1;
            let counted = |child| self.counted(child, below, variables, &counts);
            match (counted(low), counted(high)) {
                (Some(low), Some(high)) => {
                    counts.insert(at, low + high);
                    pending.pop();
                }
                (low_count, high_count) => {
                    pending.extend(low_count.is_none().then_some(low));
                    pending.extend(high_count.is_none().then_some(high));
                }
            }
        }
        self.counted(function, 0, variables, &counts)
            .unwrap_or_default()
    }

    /// The count of a function over the levels from `from` on, once its own levels are counted.
    fn counted(
        &self,
        function: Bdd,
        from: u32,
        variables: u32,
        counts: &BTreeMap<Bdd, BigUint>,
    ) -> Option<BigUint> {
        if function.is_constant() {
            return Some(BigUint::from(u8::from(function == Bdd::TRUE)) << (variables - from));
        }
        let skipped = self.level(function).0 - from;
        Some(counts.get(&function)? << skipped)
    }

    /// The graph in Graphviz' language: solid edges for 1, dashed for 0, dotted for a complemented
    /// 0-edge; the head is a box with the function's own sign.
    pub fn to_dot(&self, function: Bdd, name: impl Fn(Level) -> String) -> String {
        let mut dot = String::from("digraph bdd {\n  head [shape=box, label=\"f\"];\n");
        let sign = |edge: Bdd, plain: &'static str| {
            if edge.is_complemented() {
                "dotted"
            } else {
                plain
            }
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            dot,
            "  head -> n{} [style={}];\n  n0 [shape=box, label=\"1\"];",
            function.node(),
            sign(function, "solid")
        );
        for node in self.nodes_of(function) {
            let (low, high) = self.children(node);
            let at = node.node();
            let label = name(self.level(node))
                .replace('\\', "\\\\")
                .replace('"', "\\\"");
            let _ = writeln!(
                dot,
                "  n{at} [label=\"{label}\"];\n  n{at} -> n{};\n  n{at} -> n{} [style={}];",
                high.node(),
                low.node(),
                sign(low, "dashed")
            );
        }
        dot.push_str("}\n");
        dot
    }

    /// The regular edges to the inner nodes, in the order of their numbers.
    fn nodes_of(&self, function: Bdd) -> BTreeSet<Bdd> {
        let mut seen = BTreeSet::new();
        let mut pending = vec![function];
        while let Some(at) = pending.pop() {
            let at = at.regular();
            if !at.is_constant() && seen.insert(at) {
                let (low, high) = self.children(at);
                pending.extend([low, high]);
            }
        }
        seen
    }
}
