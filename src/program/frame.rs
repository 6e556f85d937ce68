//! What is known of a subprogram while its text is read.

use std::collections::BTreeSet;

use super::entity::RegionId;
use super::tree::Tree;
use super::typed::{Gap, LoopId, Mode, Object, Statement, Step, Subprogram, SubprogramId};
use super::types::Subtype;
use crate::logic::{Sort, Term, Variable};
use crate::source::Span;
use crate::syntax::ast;

/// The subprogram whose text is being read, or the elaboration of the units.
#[derive(Debug, Default)]
pub(super) struct Frame {
    /// The subprogram; `None` for elaboration.
    pub(super) id: Option<SubprogramId>,
    /// What its checks say they stand in.
    pub(super) name: String,
    /// The names given to its variables, in lower case, those of the subprograms around it and
    /// the globals'.
    pub(super) used: BTreeSet<String>,
    /// The locals made so far.
    pub(super) locals: Vec<Object>,
    /// Its variables that keep one value as long as they can be named.
    pub(super) stable: BTreeSet<Variable>,
    /// Its variables, and the globals, that may be unset where they are read.
    pub(super) unset: BTreeSet<Variable>,
    /// The loops and named blocks around the present place, innermost last.
    pub(super) loops: Vec<LoopFrame>,
    /// How many loops there have been.
    pub(super) loop_count: u32,
    /// What the postcondition keeps at entry.
    pub(super) snapshots: Vec<Statement>,
    /// The conditions under which the present place is evaluated, outermost first; `None` for one
    /// that is not known when the subprogram is entered.
    pub(super) conditions: Vec<Option<Term>>,
    /// The result of a function.
    pub(super) result: Option<(Tree, Subtype)>,
    /// The values of the variant at entry.
    pub(super) variant: Vec<(super::variants::Growth, Term)>,
    /// The extended return statements around the present place.
    pub(super) extended_returns: Vec<Span>,
    pub(super) gaps: Vec<Gap>,
    /// Why the body cannot be modelled.
    pub(super) rejection: Option<Gap>,
    /// The first mistake in it.
    pub(super) mistake: Option<(Span, String)>,
}

/// A loop around the present place.
#[derive(Debug)]
pub(super) struct LoopFrame {
    pub(super) name: Option<String>,
    pub(super) id: LoopId,
    /// Whether it is a block, which only a named exit leaves.
    pub(super) is_block: bool,
    /// Whether something goes on with its next round from the middle of its body.
    pub(super) is_continued: bool,
    /// What is done before it is entered, for `'Loop_Entry`, invariants and variants.
    pub(super) before: Vec<Statement>,
}

impl Frame {
    /// A variable of this subprogram under the given name, or the name with a suffix where
    /// another variable has it.
    pub(super) fn variable(&mut self, name: &str, sort: Sort) -> Variable {
        Variable::new(&unused_name(&mut self.used, name), sort)
    }

    /// A name whose leaves `name.F` will be unused, too: no other object bears it.
    pub(super) fn whole_name(&self, name: &str) -> String {
        let is_taken = |candidate: &str| {
            let key = candidate.to_lowercase();
            self.used.contains(&key)
                || self
                    .used
                    .range(format!("{key}'")..format!("{key}("))
                    .next()
                    .is_some()
                || self
                    .used
                    .range(format!("{key}.")..format!("{key}/"))
                    .next()
                    .is_some()
        };
        let numbered = (2..).map(|count| format!("{name}__{count}"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|candidate| !is_taken(candidate))
            .unwrap_or_else(|| name.to_owned())
    }

    /// A new loop.
    pub(super) fn next_loop(&mut self) -> LoopId {
        self.loop_count += 1;
        LoopId(self.loop_count - 1)
    }
}

/// The name, or the name with the first suffix `__2`, `__3`, … that makes it new; no identifier of
/// Ada has two underlines in a row.
pub(crate) fn unused_name(used: &mut BTreeSet<String>, name: &str) -> String {
    let mut candidate = name.to_owned();
    let mut count = 1;
    while !used.insert(candidate.to_lowercase()) {
        count += 1;
        candidate = format!("{name}__{count}");
    }
    candidate
}

/// A parameter as declared.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) mode: Mode,
    pub(super) subtype: Subtype,
    pub(super) default: Option<ast::Expression>,
}

/// A subprogram with what is needed while its unit is read.
#[derive(Debug)]
pub(super) struct Declared {
    pub(super) subprogram: Subprogram,
    pub(super) parameters: Vec<Parameter>,
    /// The subtype of a function's result.
    pub(super) result: Option<Subtype>,
    /// The variables of the parameters and of the result, once they are needed.
    pub(super) trees: Option<Trees>,
    pub(super) state: BodyState,
    /// Whether it stands in the visible part of a package.
    pub(super) is_visible: bool,
    /// Whether it stands in the visible part of its own package, however hidden that is.
    pub(super) is_boundary: bool,
    /// What is known of what clients pass.
    pub(super) guarantees: Vec<super::guarantees::Guarantee>,
    /// The subprogram it is nested in.
    pub(super) parent: Option<SubprogramId>,
    /// The regions around its declaration.
    pub(super) scopes: Vec<RegionId>,
    /// The expression of an expression function, over the parameters, if evaluating it makes no
    /// call.
    pub(super) expression: Option<FunctionExpression>,
    /// What it changes and reads outside, as its Global aspect says.
    pub(super) global: Option<Vec<(Mode, Variable)>>,
    /// What goes on from the declaration to the body.
    pub(super) frame: Frame,
    /// An intrinsic function, by its name in lower case.
    pub(super) intrinsic: Option<String>,
    /// Whether its unit was asked for, rather than found for a `with` clause.
    pub(super) is_primary: bool,
    /// The names that a rejected body mentions, in lower case.
    pub(super) mentioned: BTreeSet<String>,
    /// What a rejected body may write.
    pub(super) writes: Writes,
    /// The predefined operator or attribute that it stands for, if it renames one.
    pub(super) renames: Option<ast::Expression>,
    /// The subprogram of the parent type that it stands for, if it is inherited.
    pub(super) inherits: Option<SubprogramId>,
    pub(super) binding: Binding,
    /// What it overrides that has a class-wide contract.
    pub(super) overrides: Overridden,
    /// Its class-wide contracts, inherited ones first.
    pub(super) heritage: Vec<super::heritage::ClassContract>,
}

/// Whom the contract of a subprogram binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    Itself,
    /// Whatever overrides it, too.
    Heirs,
}

/// What with a class-wide contract a subprogram overrides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Overridden {
    Nothing,
    /// An inherited subprogram.
    Inherited(SubprogramId),
    /// A subprogram of an interface, perhaps beside others.
    OfInterface,
}

/// What a rejected body may write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writes {
    /// Nothing that it does not mention, or that is done by what it calls.
    Mentioned,
    /// Anything.
    Anything,
}

/// How far the body of a subprogram has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyState {
    /// It is not there yet.
    Missing,
    /// It has been read.
    Read,
    /// There is none to come: the subprogram is imported or abstract.
    Foreign,
}

/// The variables of the parameters and of the result.
#[derive(Debug, Clone)]
pub(super) struct Trees {
    pub(super) parameters: Vec<Tree>,
    pub(super) result: Option<Tree>,
}

/// The value of an expression function over its parameters.
#[derive(Debug, Clone)]
pub(super) struct FunctionExpression {
    pub(super) value: Tree,
    pub(super) steps: Vec<Step>,
}

impl FunctionExpression {
    /// Whether the value is known without a call and without a choice.
    pub(super) fn calls_nothing(&self) -> bool {
        let is_plain = |step: &Step| matches!(step, Step::Check(_) | Step::Read(_));
        self.steps.iter().all(is_plain)
    }

    /// The value, if it is a number or a truth value and known.
    pub(super) fn scalar(&self) -> Option<Term> {
        match &self.value {
            Tree::Leaf(term) if self.calls_nothing() => Some(term.clone()),
            Tree::Leaf(_) | Tree::Record(_) | Tree::Array(..) | Tree::Lost => None,
        }
    }
}
