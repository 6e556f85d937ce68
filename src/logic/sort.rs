//! Sorts and variables.

use std::fmt;
use std::sync::Arc;

/// What kind of value a term has.
///
/// There are no records: a record variable `R` with a component `F` is a variable `R.F`, and an
/// array of records is an array per component.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A mathematical integer.
    Int,
    /// A total map from the integers to values of this sort. Arrays of several dimensions are
    /// nested, the first index outermost.
    Array(Arc<Sort>),
}

/// A variable of the logic. Its name identifies it among the unit's variables and those of one
/// subprogram; two subprograms may use the same name for different variables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// The name, as the user wrote it wherever that is unambiguous.
    pub name: Arc<str>,
    /// The sort of its values.
    pub sort: Sort,
}

impl Sort {
    /// What a declaration says before the type of the components: `array of ` per dimension.
    pub fn dimensions(&self) -> String {
        match self {
            Sort::Bool | Sort::Int => String::new(),
            Sort::Array(element) => format!("array of {}", element.dimensions()),
        }
    }

    /// The sort of arrays with elements of this sort.
    pub fn array(element: Sort) -> Sort {
        Sort::Array(Arc::new(element))
    }

    /// The sort of an array's elements.
    ///
    /// # Panics
    /// If this is no sort of arrays: terms are well sorted.
    pub fn element(&self) -> &Sort {
        match self {
            Sort::Array(element) => element,
            Sort::Bool | Sort::Int => panic!("an array was expected, not {self}"),
        }
    }
}

impl Variable {
    /// A variable of the given sort.
    pub fn new(name: &str, sort: Sort) -> Variable {
        Variable {
            name: name.into(),
            sort,
        }
    }
}

impl fmt::Display for Sort {
    /// As a solver reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::Int => f.write_str("Int"),
            Sort::Array(element) => write!(f, "(Array Int {element})"),
        }
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
