//! Objects and parts of objects that can be read and assigned to.

use super::tree::Tree;
use crate::logic::{Arithmetic, Binder, Comparison, Term, Variable};

/// An object, or a part of one.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// The variables of the whole object.
    pub(super) root: Tree,
    /// The way to the part.
    pub(super) path: Vec<PathStep>,
}

/// One step on the way to a part.
#[derive(Debug, Clone)]
pub(super) enum PathStep {
    /// `.name`
    Component(String),
    /// `(i, j)`
    Index(Vec<Term>),
    /// `(low .. high)`
    Slice(Term, Term),
}

impl Place {
    pub(super) fn whole(root: Tree) -> Place {
        Place {
            root,
            path: Vec::new(),
        }
    }

    pub(super) fn step(&self, step: PathStep) -> Place {
        let mut place = self.clone();
        place.path.push(step);
        place
    }

    /// The value that stands there.
    pub(super) fn read(&self) -> Tree {
        let mut value = self.root.clone();
        for step in &self.path {
            value = step.read(&value);
        }
        value
    }

    /// The new values of the variables of the whole object when the part gets `value`.
    pub(super) fn assign(&self, value: &Tree) -> Vec<(Variable, Term)> {
        let changed = update(&self.root, &self.path, value);
        changes(&self.root, &changed)
    }

    /// The same place with every term on the way mapped.
    pub(super) fn map_path(&self, map: &mut dyn FnMut(&Term) -> Term) -> Place {
        let path = self.path.iter().map(|step| match step {
            PathStep::Component(name) => PathStep::Component(name.clone()),
            PathStep::Index(indices) => PathStep::Index(indices.iter().map(&mut *map).collect()),
            PathStep::Slice(low, high) => PathStep::Slice(map(low), map(high)),
        });
        Place {
            root: self.root.clone(),
            path: path.collect(),
        }
    }
}

impl PathStep {
    pub(super) fn read(&self, value: &Tree) -> Tree {
        match self {
            PathStep::Component(name) => value.component(name).cloned().unwrap_or(Tree::Lost),
            PathStep::Index(indices) => value.select(indices),
            PathStep::Slice(low, high) => value.with_bounds(vec![(low.clone(), high.clone())]),
        }
    }
}

/// A value of an ancestor leaves as it is what an extension adds.
fn extended(old: &Tree, value: &Tree) -> Tree {
    match (old, value) {
        (Tree::Record(old), Tree::Record(new)) if new.len() < old.len() => {
            let added = old.iter().skip(new.len());
            Tree::Record(new.iter().chain(added).cloned().collect())
        }
        _ => value.clone(),
    }
}

fn update(old: &Tree, path: &[PathStep], value: &Tree) -> Tree {
    let [step, rest @ ..] = path else {
        return extended(old, value);
    };
    let inner = update(&step.read(old), rest, value);
    match step {
        PathStep::Component(name) => old.with_component(name, &inner),
        PathStep::Index(indices) => old.store(indices, &inner),
        PathStep::Slice(low, high) => overwrite(old, low, high, &inner),
    }
}

/// The array with its components from `low` to `high` taken from another, whose bounds may differ.
pub(super) fn overwrite(old: &Tree, low: &Term, high: &Term, new: &Tree) -> Tree {
    let (Tree::Array(bounds, old), Some([(first, _), ..])) = (old, new.bounds()) else {
        return old.clone();
    };
    let binder = bound_index(low.clone(), high.clone(), 0);
    let shifted = shift(&Term::variable(&binder.variable), low, first);
    let Tree::Array(_, data) = new else {
        return Tree::Array(bounds.clone(), old.clone());
    };
    let data = old.zip(data, &|old, new| {
        Term::comprehension(
            binder.clone(),
            Term::select(new.clone(), shifted.clone()),
            old.clone(),
        )
    });
    Tree::Array(bounds.clone(), Box::new(data))
}

/// `index - from + to`, plain where both are equal.
pub(super) fn shift(index: &Term, from: &Term, to: &Term) -> Term {
    if from == to {
        return index.clone();
    }
    let distance = Term::arithmetic(Arithmetic::Subtract, to.clone(), from.clone());
    Term::arithmetic(Arithmetic::Add, index.clone(), distance)
}

/// A bound variable that no program can name; the depth keeps nested ones apart.
pub(super) fn bound_index(low: Term, high: Term, depth: usize) -> Binder {
    Binder::new(&format!("{}'Index", "i".repeat(depth + 1)), low, high)
}

/// The assignments that turn one tree of variables into another.
pub(super) fn changes(variables: &Tree, values: &Tree) -> Vec<(Variable, Term)> {
    let mut found: Vec<(Variable, Term)> = Vec::new();
    for (variable, value) in variables.beside(values) {
        // A discriminant comes again where it is a bound.
        if let Some(variable) = super::tree::as_variable(variable)
            && !found.iter().any(|(known, _)| known == variable)
        {
            found.push((variable.clone(), value.clone()));
        }
    }
    found.retain(|(variable, value)| super::tree::as_variable(value) != Some(variable));
    found
}

/// `last - first + 1`, zero where it would be less.
pub(super) fn length(first: &Term, last: &Term) -> Term {
    let distance = Term::arithmetic(Arithmetic::Subtract, last.clone(), first.clone());
    let length = Term::arithmetic(Arithmetic::Add, distance, Term::int(1));
    Term::if_then_else(
        Term::compare(Comparison::Less, last.clone(), first.clone()),
        Term::int(0),
        length,
    )
}

/// The array with its components moved to other bounds of the same length.
pub(super) fn slide(value: &Tree, bounds: &[(Term, Term)]) -> Tree {
    let Tree::Array(from, data) = value else {
        return value.clone();
    };
    let is_there = from.iter().zip(bounds).all(|((a, _), (b, _))| a == b);
    if is_there {
        return Tree::Array(bounds.to_vec(), data.clone());
    }
    let moved = data.map(&|map| moved(map, from, bounds, 0));
    Tree::Array(bounds.to_vec(), Box::new(moved))
}

fn moved(map: &Term, from: &[(Term, Term)], to: &[(Term, Term)], depth: usize) -> Term {
    let ([(old, _), from @ ..], [(low, high), to @ ..]) = (from, to) else {
        return map.clone();
    };
    if !matches!(map.sort(), crate::logic::Sort::Array(_)) {
        return map.clone();
    }
    let binder = bound_index(low.clone(), high.clone(), depth);
    let index = shift(&Term::variable(&binder.variable), low, old);
    let inner = Term::select(map.clone(), index);
    Term::comprehension(binder, moved(&inner, from, to, depth + 1), map.clone())
}
