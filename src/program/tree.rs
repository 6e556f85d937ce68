//! Values as trees of terms: a record is the values of its components, an array is one map per
//! scalar leaf of its component, with its bounds beside it.

use crate::logic::{Sort, Term, TermKind, Variable};

/// The value of an expression, or the variables of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tree {
    /// A scalar; inside an array, the map from indices to it.
    Leaf(Term),
    /// The components, in order, under their names as declared.
    Record(Vec<(String, Tree)>),
    /// First and last index per dimension, and the components' leaves as maps.
    Array(Vec<(Term, Term)>, Box<Tree>),
    /// Nothing is known of it.
    Lost,
}

impl Tree {
    pub(super) fn variable(variable: &Variable) -> Tree {
        Tree::Leaf(Term::variable(variable))
    }

    /// The term of a scalar; something of the sort where an error has been reported.
    pub(super) fn term(&self) -> Term {
        match self {
            Tree::Leaf(term) => term.clone(),
            Tree::Record(_) | Tree::Array(..) | Tree::Lost => Term::int(0),
        }
    }

    /// Maps every term, bounds too.
    pub(super) fn map(&self, map: &dyn Fn(&Term) -> Term) -> Tree {
        match self {
            Tree::Leaf(term) => Tree::Leaf(map(term)),
            Tree::Record(parts) => Tree::Record(
                parts
                    .iter()
                    .map(|(name, part)| (name.clone(), part.map(map)))
                    .collect(),
            ),
            Tree::Array(bounds, data) => Tree::Array(
                bounds.iter().map(|(a, b)| (map(a), map(b))).collect(),
                Box::new(data.map(map)),
            ),
            Tree::Lost => Tree::Lost,
        }
    }

    /// The scalar leaves, without bounds, in order.
    pub(super) fn leaves(&self) -> Vec<&Term> {
        match self {
            Tree::Leaf(term) => vec![term],
            Tree::Record(parts) => parts.iter().flat_map(|(_, part)| part.leaves()).collect(),
            Tree::Array(_, data) => data.leaves(),
            Tree::Lost => Vec::new(),
        }
    }

    /// Every term, bounds before the leaves they belong to.
    pub(super) fn terms(&self) -> Vec<&Term> {
        match self {
            Tree::Leaf(term) => vec![term],
            Tree::Record(parts) => parts.iter().flat_map(|(_, part)| part.terms()).collect(),
            Tree::Array(bounds, data) => bounds
                .iter()
                .flat_map(|(a, b)| [a, b])
                .chain(data.terms())
                .collect(),
            Tree::Lost => Vec::new(),
        }
    }

    /// The terms of two trees side by side; none of what is lost here, whatever is there.
    ///
    /// # Panics
    /// If they are of different shapes otherwise: what follows would be given to the wrong parts.
    pub(super) fn beside<'t>(&'t self, other: &'t Tree) -> Vec<(&'t Term, &'t Term)> {
        match (self, other) {
            (Tree::Leaf(a), Tree::Leaf(b)) => vec![(a, b)],
            (Tree::Record(a), Tree::Record(b)) if a.len() == b.len() => {
                let parts = a.iter().zip(b);
                parts.flat_map(|((_, a), (_, b))| a.beside(b)).collect()
            }
            (Tree::Array(a, x), Tree::Array(b, y)) if a.len() == b.len() => {
                let ranges = a.iter().zip(b);
                let bounds = ranges.flat_map(|((a, b), (c, d))| [(a, c), (b, d)]);
                bounds.chain(x.beside(y)).collect()
            }
            (Tree::Leaf(_) | Tree::Record(_) | Tree::Array(..) | Tree::Lost, _) => {
                assert!(
                    self.terms().is_empty(),
                    "values of different shapes: {self:?} and {other:?}"
                );
                Vec::new()
            }
        }
    }

    /// The variables among the leaves and bounds.
    pub(super) fn variables(&self) -> Vec<Variable> {
        let found = self.terms().into_iter().filter_map(as_variable);
        found.cloned().collect()
    }

    /// Two trees of one shape joined leaf by leaf; bounds come from the first.
    pub(super) fn zip(&self, other: &Tree, join: &dyn Fn(&Term, &Term) -> Term) -> Tree {
        match (self, other) {
            (Tree::Leaf(a), Tree::Leaf(b)) => Tree::Leaf(join(a, b)),
            (Tree::Record(a), Tree::Record(b)) => Tree::Record(
                a.iter()
                    .zip(b)
                    .map(|((name, a), (_, b))| (name.clone(), a.zip(b, join)))
                    .collect(),
            ),
            (Tree::Array(bounds, a), Tree::Array(_, b)) => {
                Tree::Array(bounds.clone(), Box::new(a.zip(b, join)))
            }
            (Tree::Leaf(_) | Tree::Record(_) | Tree::Array(..) | Tree::Lost, _) => self.clone(),
        }
    }

    /// The value where the condition holds, otherwise the other; of arrays also the bounds.
    pub(super) fn choose(condition: &Term, a: &Tree, b: &Tree) -> Tree {
        if let (Tree::Array(first, x), Tree::Array(second, y)) = (a, b) {
            let pick = |a: &Term, b: &Term| {
                if a == b {
                    a.clone()
                } else {
                    Term::if_then_else(condition.clone(), a.clone(), b.clone())
                }
            };
            let bounds = first
                .iter()
                .zip(second)
                .map(|((a, b), (c, d))| (pick(a, c), pick(b, d)))
                .collect();
            return Tree::Array(bounds, Box::new(Tree::choose(condition, x, y)));
        }
        match (a, b) {
            (Tree::Record(x), Tree::Record(y)) => Tree::Record(
                x.iter()
                    .zip(y)
                    .map(|((name, a), (_, b))| (name.clone(), Tree::choose(condition, a, b)))
                    .collect(),
            ),
            (Tree::Leaf(x), Tree::Leaf(y)) => Tree::Leaf(chosen(condition, x, y)),
            (Tree::Leaf(_) | Tree::Record(_) | Tree::Array(..) | Tree::Lost, _) => a.clone(),
        }
    }

    /// A component of a record.
    pub(super) fn component(&self, name: &str) -> Option<&Tree> {
        match self {
            Tree::Record(parts) => parts
                .iter()
                .find(|(found, _)| found.eq_ignore_ascii_case(name))
                .map(|(_, part)| part),
            Tree::Leaf(_) | Tree::Array(..) | Tree::Lost => None,
        }
    }

    /// The record with one component replaced.
    pub(super) fn with_component(&self, name: &str, value: &Tree) -> Tree {
        match self {
            Tree::Record(parts) => Tree::Record(
                parts
                    .iter()
                    .map(|(found, part)| {
                        let is_it = found.eq_ignore_ascii_case(name);
                        let part = if is_it { value.clone() } else { part.clone() };
                        (found.clone(), part)
                    })
                    .collect(),
            ),
            Tree::Leaf(_) | Tree::Array(..) | Tree::Lost => self.clone(),
        }
    }

    /// The component of an array at the given indices.
    pub(super) fn select(&self, indices: &[Term]) -> Tree {
        match self {
            Tree::Array(_, data) => data.map(&|term| {
                indices.iter().fold(term.clone(), |map, index| {
                    if matches!(map.sort(), Sort::Array(_)) {
                        Term::select(map, index.clone())
                    } else {
                        map
                    }
                })
            }),
            Tree::Leaf(_) | Tree::Record(_) | Tree::Lost => Tree::Lost,
        }
    }

    /// The array with the component at the given indices replaced.
    pub(super) fn store(&self, indices: &[Term], value: &Tree) -> Tree {
        match self {
            Tree::Array(bounds, data) => Tree::Array(
                bounds.clone(),
                Box::new(data.zip(value, &|map, value| stored(map, indices, value))),
            ),
            Tree::Leaf(_) | Tree::Record(_) | Tree::Lost => self.clone(),
        }
    }

    /// The same components under other bounds.
    pub(super) fn with_bounds(&self, bounds: Vec<(Term, Term)>) -> Tree {
        match self {
            Tree::Array(_, data) => Tree::Array(bounds, data.clone()),
            Tree::Leaf(_) | Tree::Record(_) | Tree::Lost => self.clone(),
        }
    }

    pub(super) fn bounds(&self) -> Option<&[(Term, Term)]> {
        match self {
            Tree::Array(bounds, _) => Some(bounds),
            Tree::Leaf(_) | Tree::Record(_) | Tree::Lost => None,
        }
    }

    /// The bounds of the dimensions that a leaf has.
    pub(super) fn bounds_of_leaf(&self, variable: &Variable) -> Option<Vec<(Term, Term)>> {
        match self {
            Tree::Leaf(term) => (as_variable(term) == Some(variable)).then(Vec::new),
            Tree::Record(parts) => parts
                .iter()
                .find_map(|(_, part)| part.bounds_of_leaf(variable)),
            Tree::Array(bounds, data) => {
                let inner = data.bounds_of_leaf(variable)?;
                Some(bounds.iter().cloned().chain(inner).collect())
            }
            Tree::Lost => None,
        }
    }

    /// Whether nothing is known of some part of it.
    pub(super) fn is_lost(&self) -> bool {
        match self {
            Tree::Lost => true,
            Tree::Leaf(_) => false,
            Tree::Record(parts) => parts.iter().any(|(_, part)| part.is_lost()),
            Tree::Array(_, data) => data.is_lost(),
        }
    }
}

fn stored(map: &Term, indices: &[Term], value: &Term) -> Term {
    match indices {
        [] => value.clone(),
        [index, rest @ ..] => {
            let inner = Term::select(map.clone(), index.clone());
            Term::store(map.clone(), index.clone(), stored(&inner, rest, value))
        }
    }
}

/// `if c then a else b` of any sort; of truth values as connectives, so that it can be read.
pub(super) fn chosen(condition: &Term, a: &Term, b: &Term) -> Term {
    if a == b {
        return a.clone();
    }
    let c = condition.clone();
    if a.sort() == Sort::Bool {
        if b.is_bool(true) {
            return Term::implies(c, a.clone());
        }
        return Term::or([
            Term::and([c.clone(), a.clone()]),
            Term::and([Term::not(c), b.clone()]),
        ]);
    }
    Term::if_then_else(c, a.clone(), b.clone())
}

/// The variable that a term is.
pub(super) fn as_variable(term: &Term) -> Option<&Variable> {
    if let TermKind::Variable(variable) = term.kind() {
        Some(variable)
    } else {
        None
    }
}
