//! What is said of the constructs that the syntax carries and this stage does not read.

use super::elaborator::Elaborator;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{
    Aspect, ContextItem, DeclarationKind, ExpressionKind, Handler, StatementKind,
    SubprogramSpecification, TypeDefinition, Unit,
};

impl Elaborator {
    /// `what` is the subject and verb of "… not supported".
    pub(super) fn not_read(&mut self, span: Span, what: &str, help: &str) {
        self.error(span, format!("{what} not supported"), help);
    }

    /// What stands around a unit.
    pub(super) fn gate_unit(&mut self, unit: &Unit) {
        for item in &unit.context {
            let span = match item {
                ContextItem::With(with) => with.span,
                ContextItem::Use(used) => used.span,
                ContextItem::Pragma(_) => continue,
            };
            let help = "put what the unit needs into the unit itself";
            self.not_read(span, "with and use clauses are", help);
        }
        let (parent, aspects) = match &unit.item.kind {
            DeclarationKind::Package(package) => (&package.parent, &package.aspects),
            DeclarationKind::PackageBody(body) => {
                self.gate_handlers(&body.handlers);
                (&body.parent, &body.aspects)
            }
            _ => (&unit.subunit_of, &Vec::new()),
        };
        if let Some(name) = parent.first() {
            self.not_read(name.span, "child units are", "make it a unit of its own");
        }
        self.gate_aspects(aspects);
    }

    /// What a profile may have beyond names, modes and subtypes.
    pub(super) fn gate_profile(&mut self, specification: &SubprogramSpecification) {
        self.gate_aspects(&specification.aspects);
        if specification.is_function() {
            let help = "write a procedure with an out parameter";
            self.not_read(specification.span, "functions are", help);
        }
        if specification.overriding.is_some() {
            let help = "declare a plain procedure";
            self.not_read(specification.span, "overriding is", help);
        }
        if let Some(parent) = specification.parent.first() {
            self.not_read(parent.span, "child units are", "use a plain name");
        }
        for formal in &specification.formals {
            self.gate_aspects(&formal.aspects);
            if let Some(default) = &formal.default {
                let what = "default values of parameters are";
                self.not_read(default.span, what, "pass the value at each call");
            }
        }
    }

    /// Aspects other than contracts.
    pub(super) fn gate_aspects(&mut self, aspects: &[Aspect]) {
        for aspect in aspects {
            let name = &aspect.name;
            if aspect.is_classwide {
                self.not_read(name.span, "aspects of classes are", "write Pre and Post");
            }
            match name.key().as_str() {
                // Data flow, modes of analysis, and remarks to the compiler: they change neither
                // what the program computes nor what sabs checks.
                "pre" | "post" | "spark_mode" | "global" | "depends" | "inline" | "pure"
                | "preelaborate" | "elaborate_body" | "unreferenced" | "warnings"
                | "abstract_state" | "initializes" | "refined_global" | "refined_depends"
                | "refined_state" | "part_of" => {}
                "always_terminates" | "subprogram_variant" | "exceptional_cases" => {
                    let warning = format!("aspect {name} is not checked");
                    let warning = Diagnostic::warning(name.span, warning);
                    self.diagnostics
                        .push(warning.with_help("sabs proves what holds when a run gets there"));
                }
                _ => {
                    let span = match &aspect.definition {
                        Some(definition) => name.span.to(definition.span),
                        None => name.span,
                    };
                    let help = "leave it out, or write it as Pre, Post or pragma Assert";
                    self.not_read(span, &format!("aspect {name} is"), help);
                }
            }
        }
    }

    /// Exception handlers.
    pub(super) fn gate_handlers(&mut self, handlers: &[Handler]) {
        if let Some(handler) = handlers.first() {
            let help = "prove that the failing check holds instead of handling its failure";
            self.not_read(handler.span, "exceptions are", help);
        }
    }

    /// A declaration of a kind that is not read.
    pub(super) fn not_read_declaration(&mut self, span: Span, kind: &DeclarationKind) {
        let (what, help) = match kind {
            DeclarationKind::Exception { .. } => (
                "exceptions are",
                "prove that the failing check holds instead of handling its failure",
            ),
            DeclarationKind::AbstractSubprogram(_) => ("abstract procedures are", "give it a body"),
            DeclarationKind::ExpressionFunction(..) => {
                ("functions are", "write a procedure with an out parameter")
            }
            DeclarationKind::SubprogramStub(_) | DeclarationKind::PackageStub { .. } => {
                ("subunits are", "put the body in place of the stub")
            }
            DeclarationKind::Package(_) | DeclarationKind::PackageBody(_) => (
                "nested packages are",
                "put the declarations into the unit itself",
            ),
            DeclarationKind::Renaming(_) => ("renamings are", "use the original name"),
            DeclarationKind::Generic(_)
            | DeclarationKind::Instantiation(_)
            | DeclarationKind::FormalObject(_)
            | DeclarationKind::FormalSubprogram(_)
            | DeclarationKind::FormalPackage(_) => ("generics are", "write the instance out"),
            DeclarationKind::Use(_) => (
                "with and use clauses are",
                "put what the unit needs into the unit itself",
            ),
            DeclarationKind::AttributeClause { .. } => (
                "representation clauses are",
                "leave them out: they do not change what the program computes",
            ),
            DeclarationKind::Opaque(opaque) => {
                let what = format!("{} is", opaque.what);
                return self.not_read(span, &what, "check the other parts on their own");
            }
            _ => {
                self.is_poisoned = true;
                return;
            }
        };
        self.not_read(span, what, help);
    }

    /// A type of a kind that is not read.
    pub(super) fn not_read_type(&mut self, span: Span, definition: &TypeDefinition) {
        let (what, help) = match definition {
            TypeDefinition::Float { .. }
            | TypeDefinition::Fixed { .. }
            | TypeDefinition::Decimal { .. } => ("floating and fixed point are", "use integers"),
            TypeDefinition::Array(_) => ("arrays are", "use scalar variables"),
            TypeDefinition::Record(..) => ("records are", "use scalar variables"),
            TypeDefinition::Access(_) => ("access types are", "use variables and indices"),
            TypeDefinition::Derived { .. } => ("derived types are", "declare a subtype"),
            TypeDefinition::Private(_)
            | TypeDefinition::PrivateExtension { .. }
            | TypeDefinition::Incomplete(_) => ("private types are", "declare the type in full"),
            _ => ("this type is", "use an integer type"),
        };
        self.not_read(span, what, help);
    }

    /// A statement of a kind that is not read.
    pub(super) fn not_read_statement(&mut self, span: Span, kind: &StatementKind) {
        let (what, help) = match kind {
            StatementKind::Goto(_) | StatementKind::Label(_) => {
                ("goto and labels are", "write a loop with exit")
            }
            StatementKind::ExtendedReturn { .. } => ("extended returns are", "assign, then return"),
            StatementKind::Raise { .. } => (
                "raise is",
                "write pragma Assert (False) where a run must not come",
            ),
            StatementKind::Opaque(opaque) => {
                let what = format!("{} is", opaque.what);
                return self.not_read(span, &what, "check the other parts on their own");
            }
            _ => {
                self.is_poisoned = true;
                return;
            }
        };
        self.not_read(span, what, help);
    }

    /// An expression of a kind that is not read.
    pub(super) fn not_read_expression(&mut self, span: Span, kind: &ExpressionKind) {
        let (what, help) = match kind {
            ExpressionKind::Real(_) => ("real numbers are", "use integers"),
            ExpressionKind::Character(_) | ExpressionKind::String(_) => (
                "characters and strings are",
                "use integers or leave them out",
            ),
            ExpressionKind::Null
            | ExpressionKind::Dereference(_)
            | ExpressionKind::Allocator(_) => ("access types are", "use variables and indices"),
            ExpressionKind::Case { .. } | ExpressionKind::Declare { .. } => (
                "case and declare expressions are",
                "write an if expression or a statement",
            ),
            ExpressionKind::Quantified { .. } => ("quantified expressions are", "write a loop"),
            ExpressionKind::Aggregate(_) | ExpressionKind::Update(..) => {
                ("aggregates are", "use scalar variables")
            }
            ExpressionKind::Raise { .. } => (
                "raise is",
                "write pragma Assert (False) where a run must not come",
            ),
            ExpressionKind::Target => ("the target name @ is", "repeat the name of the variable"),
            _ => {
                self.is_poisoned = true;
                return;
            }
        };
        self.not_read(span, what, help);
    }
}
