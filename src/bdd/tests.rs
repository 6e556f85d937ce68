//! The manager against truth tables, oxidd and biodivine.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use quickcheck::{Arbitrary, Gen, quickcheck};

use super::*;

/// As many variables as the bits of an index into a `Table`.
const VARIABLES: u32 = 6;
/// The value for every valuation; bit i of the index is the variable of level i.
type Table = u64;

/// A formula over the first variables.
#[derive(Debug, Clone)]
enum Formula {
    Variable(u32),
    Constant(bool),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Xor(Box<Formula>, Box<Formula>),
    Ite(Box<Formula>, Box<Formula>, Box<Formula>),
}

use Formula::{And, Constant, Ite, Not, Or, Variable, Xor};

impl Formula {
    fn generate(g: &mut Gen, depth: u32) -> Formula {
        let below = |g: &mut Gen| Box::new(Formula::generate(g, depth.saturating_sub(1)));
        let kind = if depth == 0 { 0 } else { u32::arbitrary(g) % 7 };
        match kind {
            1 => Constant(bool::arbitrary(g)),
            2 => Not(below(g)),
            3 => And(below(g), below(g)),
            4 => Or(below(g), below(g)),
            5 => Xor(below(g), below(g)),
            6 => Ite(below(g), below(g), below(g)),
            _ => Variable(u32::arbitrary(g) % VARIABLES),
        }
    }

    fn table(&self) -> Table {
        match self {
            Variable(level) => (0..64)
                .filter(|i| i >> level & 1 == 1)
                .map(|i| 1 << i)
                .sum(),
            Constant(value) => {
                if *value {
                    u64::MAX
                } else {
                    0
                }
            }
            Not(a) => !a.table(),
            And(a, b) => a.table() & b.table(),
            Or(a, b) => a.table() | b.table(),
            Xor(a, b) => a.table() ^ b.table(),
            Ite(c, a, b) => c.table() & a.table() | !c.table() & b.table(),
        }
    }

    fn build(&self, m: &mut Manager) -> Result<Bdd, NodeLimit> {
        Ok(match self {
            Variable(level) => m.variable(Level(*level))?,
            Constant(value) => Bdd::from(*value),
            Not(a) => !a.build(m)?,
            And(a, b) => {
                let (a, b) = (a.build(m)?, b.build(m)?);
                m.and(a, b)?
            }
            Or(a, b) => {
                let (a, b) = (a.build(m)?, b.build(m)?);
                m.or(a, b)?
            }
            Xor(a, b) => {
                let (a, b) = (a.build(m)?, b.build(m)?);
                m.xor(a, b)?
            }
            Ite(c, a, b) => {
                let (c, a, b) = (c.build(m)?, a.build(m)?, b.build(m)?);
                m.ite(c, a, b)?
            }
        })
    }
}

impl Arbitrary for Formula {
    fn arbitrary(g: &mut Gen) -> Formula {
        Formula::generate(g, 5)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Formula>> {
        let parts: Vec<Formula> = match self {
            Variable(_) => vec![Constant(false)],
            Constant(_) => vec![],
            Not(a) => vec![(**a).clone()],
            And(a, b) | Or(a, b) | Xor(a, b) => vec![(**a).clone(), (**b).clone()],
            Ite(c, a, b) => vec![(**c).clone(), (**a).clone(), (**b).clone()],
        };
        Box::new(parts.into_iter())
    }
}

fn manager() -> Manager {
    Manager::new(1 << 20)
}

fn table_of(m: &Manager, function: Bdd) -> Table {
    (0..64)
        .filter(|index| m.evaluate(function, |level| index >> level.0 & 1 == 1))
        .map(|index| 1 << index)
        .sum()
}

/// The function with this table, built bottom-up by `make` alone.
fn of_table(m: &mut Manager, table: Table) -> Bdd {
    fn below(m: &mut Manager, table: Table, level: u32, index: u32) -> Bdd {
        if level == VARIABLES {
            return Bdd::from(table >> index & 1 == 1);
        }
        let low = below(m, table, level + 1, index);
        let high = below(m, table, level + 1, index | 1 << level);
        m.make(Level(level), low, high).unwrap()
    }
    below(m, table, 0, 0)
}

fn levels_of(set: u8) -> Vec<Level> {
    (0..VARIABLES)
        .filter(|i| set >> i & 1 == 1)
        .map(Level)
        .collect()
}

fn quantified(table: Table, levels: &[Level]) -> Table {
    levels.iter().fold(table, |table, level| {
        (0..64)
            .filter(|index| {
                let flipped = index ^ (1 << level.0);
                table >> index & 1 == 1 || table >> flipped & 1 == 1
            })
            .map(|index| 1u64 << index)
            .sum()
    })
}

quickcheck! {
    // forall f. table (bdd f) = table f
    fn connectives_agree_with_tables(formula: Formula) -> bool {
        let mut m = manager();
        let function = formula.build(&mut m).unwrap();
        table_of(&m, function) == formula.table()
    }

    // forall f, g. f and g have one table <=> their handles are equal
    fn equal_functions_have_equal_handles(formula: Formula) -> bool {
        let mut m = manager();
        let function = formula.build(&mut m).unwrap();
        of_table(&mut m, formula.table()) == function
    }

    // forall f, V. table (exists V. f) = quantified table of f
    fn exists_agrees_with_tables(table: Table, set: u8) -> bool {
        let mut m = manager();
        let function = of_table(&mut m, table);
        let levels = levels_of(set);
        let cube = m.cube_of(levels.iter().copied()).unwrap();
        let result = m.exists(function, cube).unwrap();
        table_of(&m, result) == quantified(table, &levels)
    }

    // forall f, g, V. and_exists f g V = exists V. f and g
    fn relational_product_is_conjunction_then_quantification(a: Table, b: Table, set: u8) -> bool {
        let mut m = manager();
        let (f, g) = (of_table(&mut m, a), of_table(&mut m, b));
        let levels = levels_of(set);
        let cube = m.cube_of(levels.iter().copied()).unwrap();
        let result = m.and_exists(f, g, cube).unwrap();
        table_of(&m, result) == quantified(a & b, &levels)
    }

    // forall f, permutation p, v. (rename f p) v = f (v . p)
    fn renaming_is_substitution(table: Table, seed: u64) -> bool {
        let mut permutation: Vec<u32> = (0..VARIABLES).collect();
        let mut rest = seed;
        for i in (1..permutation.len()).rev() {
            permutation.swap(i, usize::try_from(rest % (i as u64 + 1)).unwrap());
            rest /= i as u64 + 1;
        }
        let mut m = manager();
        let function = of_table(&mut m, table);
        let renaming = m.renaming(permutation.iter().copied().map(Level).collect());
        let result = m.rename(function, renaming).unwrap();
        (0..64u32).all(|index| {
            let valuation = |level: Level| index >> permutation[level.0 as usize] & 1 == 1;
            m.evaluate(result, |level| index >> level.0 & 1 == 1) == m.evaluate(function, valuation)
        })
    }

    // forall f. moving even levels up by one keeps the shape of the graph
    fn shifting_renaming_keeps_the_shape(table: Table) -> bool {
        let mut m = manager();
        let function = of_table(&mut m, table);
        let spread = m.renaming((0..VARIABLES).map(|i| Level(i * 3)).collect());
        let shift = m.renaming((0..VARIABLES * 3).map(|i| Level(if i % 3 == 0 { i + 1 } else { i })).collect());
        let wide = m.rename(function, spread).unwrap();
        let moved = m.rename(wide, shift).unwrap();
        m.size(wide) == m.size(function)
            && m.size(moved) == m.size(function)
            && m.support(moved) == m.support(function).iter().map(|l| Level(l.0 * 3 + 1)).collect::<Vec<_>>()
    }

    // forall f, c. c and restrict f c = c and f
    fn restrict_agrees_where_it_matters(a: Table, care: Table) -> bool {
        let mut m = manager();
        let (f, c) = (of_table(&mut m, a), of_table(&mut m, care));
        let result = m.restrict(f, c).unwrap();
        table_of(&m, result) & care == a & care
    }

    // forall f, x. cofactor f x v does not depend on x and agrees with f where x = v
    fn cofactor_fixes_a_variable(a: Table, level: u32, value: bool) -> bool {
        let mut m = manager();
        let level = Level(level % VARIABLES);
        let f = of_table(&mut m, a);
        let result = m.cofactor(f, (level, value)).unwrap();
        let table = table_of(&m, result);
        !m.support(result).contains(&level)
            && (0..64).all(|i: u64| (i >> level.0 & 1 == 1) != value || (table ^ a) >> i & 1 == 0)
    }

    // forall f. x in support f <=> f depends on x
    fn support_is_what_matters(table: Table) -> bool {
        let mut m = manager();
        let function = of_table(&mut m, table);
        let depends: Vec<Level> = (0..VARIABLES)
            .filter(|level| (0..64).any(|i: u32| (table >> i ^ table >> (i ^ 1 << level)) & 1 == 1))
            .map(Level)
            .collect();
        m.support(function) == depends
    }

    // forall f. sat_count f = number of ones in its table
    fn counting_counts(table: Table) -> bool {
        let mut m = manager();
        let function = of_table(&mut m, table);
        m.sat_count(function, VARIABLES) == BigUint::from(table.count_ones())
    }

    // forall f /= 0. the picked cube implies f and holds for the smallest valuation of f
    fn picked_cubes_imply_the_function(table: Table) -> bool {
        let mut m = manager();
        let function = of_table(&mut m, table);
        let Some(cube) = m.pick(function) else { return table == 0 };
        let product = m.of_cube(&cube).unwrap();
        // The top level weighs most.
        let smallest = (0..64u64)
            .filter(|i| table >> i & 1 == 1)
            .min_by_key(|i| i.reverse_bits())
            .unwrap();
        m.minus(product, function).unwrap() == Bdd::FALSE
            && m.evaluate(product, |level| smallest >> level.0 & 1 == 1)
    }

    // forall l <= u. the cover lies between, its cubes are prime in u, and none is superfluous
    fn covers_are_prime_and_irredundant(a: Table, extra: Table) -> bool {
        let mut m = manager();
        let (least, most) = (of_table(&mut m, a), of_table(&mut m, a | extra));
        let cubes = m.prime_cover_between(least, most).unwrap();
        let sum = m.of_cover(&cubes).unwrap();
        let within = m.minus(least, sum).unwrap() == Bdd::FALSE && m.minus(sum, most).unwrap() == Bdd::FALSE;
        let prime = cubes.iter().all(|cube| (0..cube.len()).all(|dropped| {
            let mut larger = cube.clone();
            larger.remove(dropped);
            let product = m.of_cube(&larger).unwrap();
            m.minus(product, most).unwrap() != Bdd::FALSE
        }));
        let needed = (0..cubes.len()).all(|dropped| {
            let mut fewer = cubes.clone();
            fewer.remove(dropped);
            let product = m.of_cover(&fewer).unwrap();
            m.minus(least, product).unwrap() != Bdd::FALSE
        });
        within && prime && needed
    }

    // forall f, garbage. collecting keeps the roots, frees the rest, and equal stays equal
    fn collecting_keeps_the_roots(kept: Formula, garbage: Vec<Table>) -> bool {
        let mut m = manager();
        let function = kept.build(&mut m).unwrap();
        for table in garbage {
            of_table(&mut m, table);
        }
        m.collect([function]);
        m.statistics().nodes == m.size(function)
            && table_of(&m, function) == kept.table()
            && kept.build(&mut m).unwrap() == function
    }

    // forall f. oxidd's diagram of f has the same values
    fn oxidd_agrees(formula: Formula) -> bool {
        let mut m = manager();
        let function = formula.build(&mut m).unwrap();
        table_of(&m, function) == oxidd_table(&formula)
    }

    // forall f. biodivine's diagram of f has the same values, and quantifies to the same
    fn biodivine_agrees(formula: Formula, set: u8) -> bool {
        let mut m = manager();
        let function = formula.build(&mut m).unwrap();
        let levels = levels_of(set);
        let cube = m.cube_of(levels.iter().copied()).unwrap();
        let projected = m.exists(function, cube).unwrap();
        biodivine_tables(&formula, &levels) == (table_of(&m, function), table_of(&m, projected))
    }
}

fn oxidd_table(formula: &Formula) -> Table {
    use oxidd::bdd::BDDFunction;
    use oxidd::{BooleanFunction, Manager as _, ManagerRef};
    fn build(formula: &Formula, variables: &[BDDFunction]) -> BDDFunction {
        let build = |part: &Formula| build(part, variables);
        match formula {
            Variable(level) => variables[*level as usize].clone(),
            Constant(value) => {
                let x = &variables[0];
                let not = x.not().unwrap();
                if *value { x.or(&not) } else { x.and(&not) }.unwrap()
            }
            Not(a) => build(a).not().unwrap(),
            And(a, b) => build(a).and(&build(b)).unwrap(),
            Or(a, b) => build(a).or(&build(b)).unwrap(),
            Xor(a, b) => build(a).xor(&build(b)).unwrap(),
            Ite(c, a, b) => build(c).ite(&build(a), &build(b)).unwrap(),
        }
    }
    let reference = oxidd::bdd::new_manager(1 << 12, 1 << 10, 1);
    let variables: Vec<BDDFunction> = reference.with_manager_exclusive(|manager| {
        manager
            .add_vars(VARIABLES)
            .map(|i| BDDFunction::var(manager, i).unwrap())
            .collect()
    });
    let function = build(formula, &variables);
    (0..64u64)
        .filter(|index| function.eval((0..VARIABLES).map(|i| (i, index >> i & 1 == 1))))
        .map(|index| 1 << index)
        .sum()
}

fn biodivine_tables(formula: &Formula, levels: &[Level]) -> (Table, Table) {
    use biodivine_lib_bdd::{Bdd as Theirs, BddValuation, BddVariable, BddVariableSet};
    fn build(formula: &Formula, set: &BddVariableSet, variables: &[BddVariable]) -> Theirs {
        let build = |part: &Formula| build(part, set, variables);
        match formula {
            Variable(level) => set.mk_var(variables[*level as usize]),
            Constant(value) => {
                if *value {
                    set.mk_true()
                } else {
                    set.mk_false()
                }
            }
            Not(a) => build(a).not(),
            And(a, b) => build(a).and(&build(b)),
            Or(a, b) => build(a).or(&build(b)),
            Xor(a, b) => build(a).xor(&build(b)),
            Ite(c, a, b) => Theirs::if_then_else(&build(c), &build(a), &build(b)),
        }
    }
    let set = BddVariableSet::new_anonymous(u16::try_from(VARIABLES).unwrap());
    let variables = set.variables();
    let table = |function: &Theirs| {
        (0..64u64)
            .filter(|index| {
                let values = (0..VARIABLES).map(|i| index >> i & 1 == 1).collect();
                function.eval_in(&BddValuation::new(values))
            })
            .map(|index| 1 << index)
            .sum()
    };
    let function = build(formula, &set, &variables);
    let chosen: Vec<BddVariable> = levels.iter().map(|l| variables[l.0 as usize]).collect();
    (table(&function), table(&function.exists(&chosen)))
}

#[test]
fn the_limit_comes_back_from_any_depth() {
    let mut m = Manager::new(100);
    let mut parity = Bdd::FALSE;
    let mut outcome = Ok(());
    for level in 0..1000 {
        let step = m.variable(Level(level)).and_then(|x| m.xor(parity, x));
        match step {
            Ok(next) => parity = next,
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
    }
    assert_eq!(outcome, Err(NodeLimit { limit: 100 }));
    // What was there before still works.
    assert!(!m.support(parity).is_empty());
    m.collect([]);
    assert!(m.variable(Level(7)).is_ok());
}

#[test]
fn dot_names_every_node_once() {
    let mut m = manager();
    let (x, y) = (m.variable(Level(0)).unwrap(), m.variable(Level(1)).unwrap());
    let function = m.xor(x, y).unwrap();
    let dot = m.to_dot(function, |level| format!("v{}", level.0));
    let labels: BTreeSet<&str> = dot
        .lines()
        .filter(|line| line.contains("label=\"v"))
        .collect();
    assert_eq!(labels.len(), m.size(function));
    assert!(dot.starts_with("digraph bdd {") && dot.ends_with("}\n"));
}
