//! A specification and a body become one program.

use std::collections::BTreeSet;

use super::declarations::Region;
use super::effects;
use super::elaborator::{Elaborator, UNIT_SCOPE};
use super::initialisation;
use super::scope::Entity;
use super::typed::{Elaboration, Program, SubprogramId, UnitKind};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::ast;

/// The units of one program, sorted out.
struct Sorted<'a> {
    body: &'a ast::Unit,
    specification: Option<&'a ast::Unit>,
}

/// See [`super::elaborate`].
pub(super) fn elaborate(units: &[ast::Unit]) -> Result<Program, Vec<Diagnostic>> {
    let sorted = sort(units)?;
    let name = unit_name(sorted.body);
    let mut this = Elaborator::new(&name.text, global_names(&sorted));
    let kind = this.unit(&sorted);
    let has_errors = |found: &[Diagnostic]| found.iter().any(|d| d.severity == Severity::Error);
    if has_errors(&this.diagnostics) || this.is_poisoned {
        return Err(without_repetitions(this.diagnostics));
    }
    let mut program = this.into_program(kind);
    let mut diagnostics = std::mem::take(&mut program.warnings);
    diagnostics.extend(initialisation::check(&program));
    diagnostics.extend(effects::check_aliasing(&program));
    if has_errors(&diagnostics) {
        return Err(diagnostics);
    }
    program.warnings = diagnostics;
    Ok(program)
}

/// `A, B : T := V;` gives V twice, and its mistakes once.
fn without_repetitions(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics {
        if !found.contains(&diagnostic) {
            found.push(diagnostic);
        }
    }
    found
}

fn sort(units: &[ast::Unit]) -> Result<Sorted<'_>, Vec<Diagnostic>> {
    let is_body = |unit: &&ast::Unit| {
        matches!(
            unit.item.kind,
            ast::DeclarationKind::PackageBody(_) | ast::DeclarationKind::SubprogramBody(_)
        )
    };
    let bodies: Vec<&ast::Unit> = units.iter().filter(is_body).collect();
    let specifications: Vec<&ast::Unit> = units.iter().filter(|unit| !is_body(unit)).collect();
    let body = match bodies.as_slice() {
        [body] => *body,
        [] => {
            // Without any unit the syntax stage has said why.
            return Err(specifications
                .first()
                .map(|unit| {
                    let name = unit_name(unit);
                    Diagnostic::error(name.span, format!("the body of {name} is missing"))
                        .with_help("give sabs the file with the body")
                })
                .into_iter()
                .collect());
        }
        [_, second, ..] => {
            let name = unit_name(second);
            return Err(vec![
                Diagnostic::error(name.span, "a second body: sabs reads one unit at a time")
                    .with_help("give it on its own"),
            ]);
        }
    };
    let mut specification = None;
    for unit in specifications {
        let (name, wanted) = (unit_name(unit), unit_name(body));
        let fits = match (&unit.item.kind, &body.item.kind) {
            (ast::DeclarationKind::Package(_), ast::DeclarationKind::PackageBody(_))
            | (ast::DeclarationKind::Subprogram(_), ast::DeclarationKind::SubprogramBody(_)) => {
                name.key() == wanted.key() && specification.is_none()
            }
            _ => false,
        };
        if !fits {
            return Err(vec![
                Diagnostic::error(
                    name.span,
                    format!("this is not the specification of {wanted}"),
                )
                .with_help("sabs reads one unit at a time"),
            ]);
        }
        specification = Some(unit);
    }
    Ok(Sorted {
        body,
        specification,
    })
}

/// The name of a unit of a kind that is read.
fn unit_name(unit: &ast::Unit) -> ast::Name {
    match &unit.item.kind {
        ast::DeclarationKind::Package(package) => package.name.clone(),
        ast::DeclarationKind::PackageBody(package) => package.name.clone(),
        ast::DeclarationKind::Subprogram(specification) => specification.name.clone(),
        ast::DeclarationKind::SubprogramBody(body) => body.specification.name.clone(),
        _ => ast::Name {
            text: String::new(),
            span: unit.span,
        },
    }
}

/// The names of the package's variables, in lower case, before anything is read: a local that is
/// read earlier must not take one of them.
fn global_names(sorted: &Sorted<'_>) -> BTreeSet<String> {
    let mut lists: Vec<&[ast::Declaration]> = Vec::new();
    for unit in std::iter::once(sorted.body).chain(sorted.specification) {
        match &unit.item.kind {
            ast::DeclarationKind::Package(package) => {
                lists.push(&package.visible);
                lists.push(&package.private);
            }
            ast::DeclarationKind::PackageBody(package) => lists.push(&package.declarations),
            _ => {}
        }
    }
    lists
        .into_iter()
        .flatten()
        .filter_map(|declaration| declaration.object_names())
        .flatten()
        .map(ast::Name::key)
        .collect()
}

impl Elaborator {
    fn unit(&mut self, sorted: &Sorted<'_>) -> UnitKind {
        for unit in std::iter::once(sorted.body).chain(sorted.specification) {
            self.gate_unit(unit);
            self.clauses_before(&unit.clauses);
        }
        match &sorted.body.item.kind {
            ast::DeclarationKind::SubprogramBody(body) => {
                let specification = match sorted.specification.map(|unit| &unit.item.kind) {
                    Some(ast::DeclarationKind::Subprogram(found)) => found,
                    _ => &body.specification,
                };
                let name = specification.name.text.clone();
                let id = self.declare_subprogram(specification, name, Region::Visible);
                self.contract(id, specification);
                self.body(id, body);
                UnitKind::Procedure
            }
            ast::DeclarationKind::PackageBody(body) => {
                self.scopes[0].insert(body.name.key(), Entity::Unit);
                if let Some(ast::DeclarationKind::Package(package)) =
                    sorted.specification.map(|unit| &unit.item.kind)
                {
                    self.package_declarations(&package.visible, Region::Visible);
                    self.package_declarations(&package.private, Region::Hidden);
                }
                self.package_body(body, sorted.specification.is_none());
                UnitKind::Package
            }
            _ => UnitKind::Package,
        }
    }

    fn clauses_before(&mut self, clauses: &[ast::Clause]) {
        for clause in clauses {
            if !self.clause(clause).is_empty() {
                self.error(
                    clause.span,
                    "only options and predicates stand before the unit",
                    "put it into the unit",
                );
            }
        }
    }

    /// The declarations of a package specification; contracts are read last, since they may speak
    /// of what is declared after the subprogram.
    fn package_declarations(&mut self, list: &[ast::Declaration], region: Region) {
        let mut contracts = Vec::new();
        for declaration in list {
            match &declaration.kind {
                ast::DeclarationKind::Subprogram(specification) => {
                    let name = format!("{}.{}", self.unit_name, specification.name);
                    let id = self.declare_subprogram(specification, name, region);
                    contracts.push((id, specification));
                }
                ast::DeclarationKind::SubprogramBody(body) => self.error(
                    body.specification.name.span,
                    "a body stands in a package specification",
                    "move it to the package body",
                ),
                _ => {
                    let statements = self.declaration(declaration, region);
                    self.initialisations.extend(statements);
                }
            }
        }
        for (id, specification) in contracts {
            self.contract(id, specification);
        }
    }

    /// Without a specification every procedure of the body counts as visible, which covers every
    /// specification the package may have.
    #[allow(clippy::fn_params_excessive_bools)] // one question about the unit, not a mode
    fn package_body(&mut self, package: &ast::PackageBody, is_alone: bool) {
        let region = if is_alone {
            Region::Visible
        } else {
            Region::Hidden
        };
        for declaration in &package.declarations {
            match &declaration.kind {
                ast::DeclarationKind::Subprogram(specification) => {
                    let name = format!("{}.{}", self.unit_name, specification.name);
                    let id = self.declare_subprogram(specification, name, region);
                    self.contract(id, specification);
                }
                ast::DeclarationKind::SubprogramBody(body) => {
                    let id = self.declared_or_new(&body.specification, region);
                    self.body(id, body);
                }
                ast::DeclarationKind::NullProcedure(specification) => {
                    let id = self.declared_or_new(specification, region);
                    let body = ast::SubprogramBody {
                        specification: specification.as_ref().clone(),
                        declarations: Vec::new(),
                        statements: Vec::new(),
                        handlers: Vec::new(),
                        span: declaration.span,
                    };
                    self.body(id, &body);
                }
                // Variables of the body are hidden even where the procedures count as visible.
                _ => {
                    let statements = self.declaration(declaration, Region::Hidden);
                    self.initialisations.extend(statements);
                }
            }
        }
        let statements = self.statements(&package.statements);
        self.initialisations.extend(statements);
        for at in 0..self.subprograms.len() {
            let declared = &self.subprograms[at];
            if !declared.has_body {
                let (name, span) = (declared.subprogram.name.clone(), declared.subprogram.span);
                self.error(
                    span,
                    format!("the body of {name} is missing"),
                    "write it in the package body",
                );
            }
        }
    }

    fn declared_or_new(
        &mut self,
        specification: &ast::SubprogramSpecification,
        region: Region,
    ) -> SubprogramId {
        if let Some(Entity::Subprogram(id)) = self.scopes[UNIT_SCOPE].get(&specification.name.key())
        {
            return *id;
        }
        let name = format!("{}.{}", self.unit_name, specification.name);
        let id = self.declare_subprogram(specification, name, region);
        self.contract(id, specification);
        id
    }

    fn into_program(self, kind: UnitKind) -> Program {
        let visible: Vec<bool> = self
            .subprograms
            .iter()
            .map(|each| each.is_visible)
            .collect();
        let subprograms: Vec<_> = self
            .subprograms
            .into_iter()
            .map(|declared| declared.subprogram)
            .collect();
        let mut program = Program {
            name: self.unit_name,
            kind,
            globals: self.globals,
            elaboration: Elaboration {
                locals: self.frame.locals,
                statements: self.initialisations,
            },
            subprograms,
            entries: Vec::new(),
            predicates: self.predicates,
            options: self.options,
            warnings: self.diagnostics,
        };
        program.entries = effects::entries(&program, &visible);
        program.predicates.sort_by_key(|predicate| predicate.span);
        program.options.sort_by_key(|option| option.span);
        program
    }
}
