//! Compilation units become one program.

use std::collections::{BTreeMap, BTreeSet};

use super::effects;
use super::elaboration;
use super::elaborator::Elaborator;
use super::entity::EntityKind;
use super::frame::{BodyState, Declared, Writes};
use super::library::Library;
use super::references::References;
use super::typed::{
    Body, Chooser, Elaboration, Program, Statement, StatementKind, SubprogramId, UnitKind,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::logic::Variable;
use crate::source::Span;
use crate::syntax::ast::{self, DeclarationKind};

impl Elaborator {
    /// The subprograms by the names under which bodies mention them, in lower case, and the
    /// operators, which are mentioned by signs, not by words.
    fn mentioned_names(&self) -> (BTreeMap<String, Vec<SubprogramId>>, Vec<SubprogramId>) {
        let declared = (0..).map(SubprogramId).zip(&self.subprograms);
        let declared = declared.map(|(id, declared)| {
            let name = &declared.subprogram.name;
            let short = name.rsplit('.').next().unwrap_or(name);
            let plain = short.split("__").next().unwrap_or(short).trim_matches('"');
            (id, plain.to_lowercase())
        });
        let aliases = self.aliases.iter();
        let aliases = aliases.map(|(name, id)| (*id, name.trim_matches('"').to_owned()));
        let mut names: BTreeMap<String, Vec<SubprogramId>> = BTreeMap::new();
        let mut signs = Vec::new();
        for (id, name) in declared.chain(aliases) {
            let id = self.implementation(id);
            if name.starts_with(char::is_alphabetic) {
                names.entry(name).or_default().push(id);
            } else {
                signs.push(id);
            }
        }
        (names, signs)
    }

    fn writable(&self) -> Vec<Variable> {
        let globals = self.globals.iter();
        let written = globals.filter(|global| !global.is_constant);
        written
            .map(|global| global.object.variable.clone())
            .collect()
    }

    /// Per rejected body, what it may write itself; none if some body may write anything.
    fn written_by_rejected(&self, writable: &[Variable]) -> Option<BTreeMap<usize, Vec<Variable>>> {
        let mut all = self.subprograms.iter();
        if self.is_elaboration_lost || all.any(|each| each.writes == Writes::Anything) {
            return None;
        }
        let all = self.subprograms.iter().enumerate();
        let rejected =
            all.filter(|(_, each)| matches!(each.subprogram.body, Body::Rejected { .. }));
        let written = |each: &Declared| self.written_by_name(&each.mentioned, writable);
        Some(rejected.map(|(at, each)| (at, written(each))).collect())
    }

    /// The variables among `writable` that a rejected body may write itself: those it mentions,
    /// also under the names of renamings. All of them if it mentions a generic unit, whose text
    /// stands elsewhere.
    fn written_by_name(
        &self,
        mentioned: &BTreeSet<String>,
        writable: &[Variable],
    ) -> Vec<Variable> {
        let mut named: BTreeSet<Variable> = BTreeSet::new();
        let mut touched: BTreeSet<Variable> = BTreeSet::new();
        let all = self.regions.iter().flat_map(|region| &region.names);
        for (name, id) in all.flat_map(|(name, ids)| ids.iter().map(move |id| (name, id))) {
            match &self.entity(*id).kind {
                EntityKind::Object(object) => {
                    let variables = object.place.root.variables();
                    if mentioned.contains(name) {
                        touched.extend(variables.iter().cloned());
                    }
                    named.extend(variables);
                }
                EntityKind::Generic(_) if mentioned.contains(name) => return writable.to_vec(),
                _ => {}
            }
        }
        let may_be_written =
            |variable: &&Variable| touched.contains(*variable) || !named.contains(*variable);
        writable.iter().filter(may_be_written).cloned().collect()
    }

    /// Nothing tells when the elaboration of a package without a body has ended.
    fn unchecked_conditions(&mut self) {
        for condition in std::mem::take(&mut self.initial_conditions).into_values() {
            self.promise(
                condition.span,
                "initial condition of a package without a body",
            );
        }
    }

    /// Where elaboration is not modelled as a whole, nothing is known of the variables after it.
    fn lose_elaboration(&mut self) {
        if !self.is_elaboration_lost {
            return;
        }
        let written = self.globals.iter().filter(|global| !global.is_constant);
        let forgotten = written.map(|global| Statement {
            kind: StatementKind::Forget {
                target: global.object.variable.clone(),
                chooser: Chooser::Nobody,
            },
            span: global.object.span,
        });
        self.initialisations.extend(forgotten);
    }

    /// All that elaboration does, once the units are read.
    fn initialise(&mut self, needs: &elaboration::Needs) {
        let order = elaboration::in_order(std::mem::take(&mut self.elaborated), needs);
        self.initialisations.splice(0..0, order);
        self.settle_instances();
        self.read_templates();
        self.settle_deferred();
    }

    /// Marks the subprograms inside of bodies that were not read.
    fn mark_stranded(&mut self) {
        let parent = |id: &SubprogramId| self.subprograms[id.0 as usize].parent;
        let is_rejected = |id: SubprogramId| {
            let body = &self.subprograms[id.0 as usize].subprogram.body;
            matches!(body, Body::Rejected { .. })
        };
        let all = (0..).map(SubprogramId).take(self.subprograms.len());
        let stranded: Vec<bool> = all
            .map(|id| std::iter::successors(parent(&id), parent).any(is_rejected))
            .collect();
        for (declared, is_stranded) in self.subprograms.iter_mut().zip(stranded) {
            declared.subprogram.is_stranded = is_stranded;
        }
    }

    /// The program, and where the functions with side effects are declared that are called other
    /// than once where the text says so.
    fn into_program(mut self, kind: UnitKind) -> (Program, BTreeSet<Span>) {
        self.unchecked_conditions();
        let rejected = |each: &Declared| matches!(each.subprogram.body, Body::Rejected { .. });
        self.breaks_unseen |= self.is_elaboration_lost || self.subprograms.iter().any(rejected);
        let settings = self.settings();
        self.gaps.extend(std::mem::take(&mut self.frame.gaps));
        if let Some(gap) = self.frame.rejection.take() {
            self.gaps.insert(gap);
            self.is_elaboration_lost = true;
        }
        let writable = self.writable();
        self.lose_elaboration();
        let (names, signs) = self.mentioned_names();
        let mut written = self.written_by_rejected(&writable);
        let visible: Vec<bool> = self
            .subprograms
            .iter()
            .map(|each| {
                each.is_visible
                    && each.is_primary
                    && !matches!(each.state, BodyState::Missing | BodyState::Foreign)
            })
            .collect();
        let candidates: Vec<bool> = self
            .subprograms
            .iter()
            .map(|each| each.is_primary && each.state == BodyState::Read)
            .collect();
        let nested: Vec<Option<SubprogramId>> =
            self.subprograms.iter().map(|each| each.parent).collect();
        self.mark_stranded();
        let mut subprograms = Vec::new();
        for (at, mut declared) in std::mem::take(&mut self.subprograms)
            .into_iter()
            .enumerate()
        {
            let locals = std::mem::take(&mut declared.frame.locals);
            declared.subprogram.locals.extend(locals);
            let guarantees = std::mem::take(&mut declared.guarantees);
            self.settle_guarantees(guarantees, &mut declared.subprogram);
            if let Body::Rejected { calls, changes, .. } = &mut declared.subprogram.body {
                let own = written.as_mut().and_then(|written| written.remove(&at));
                *changes = own.unwrap_or_default();
                let words = declared.mentioned.iter();
                let found = words.filter_map(|word| names.get(word)).flatten();
                *calls = found
                    .chain(&signs)
                    .copied()
                    .filter(|id| nested[id.0 as usize].is_none() && id.0 as usize != at)
                    .collect::<BTreeSet<_>>()
                    .into_iter()
                    .collect();
            }
            if let Body::Absent { changes } = &mut declared.subprogram.body {
                if let Some(global) = &declared.global {
                    *changes = global
                        .iter()
                        .filter(|(mode, _)| *mode != super::typed::Mode::In)
                        .map(|(_, variable)| variable.clone())
                        .collect();
                }
                if declared.trees.is_none() && !declared.parameters.is_empty() {
                    // Nobody has called it.
                    declared.subprogram.formals = Vec::new();
                }
            }
            subprograms.push(declared.subprogram);
        }
        let mut program = Program {
            name: self.unit_name,
            kind,
            globals: self.globals,
            elaboration: Elaboration {
                locals: self.frame.locals,
                statements: self.initialisations,
            },
            settings,
            subprograms,
            entries: Vec::new(),
            predicates: self.predicates,
            options: self.options,
            properties: self.properties,
            gaps: self.gaps.into_iter().collect(),
            warnings: self.diagnostics,
        };
        effects::drop_variants(&mut program);
        let everything = if written.is_none() {
            writable.as_slice()
        } else {
            effects::lose_what_callees_write(&mut program);
            &[]
        };
        let impure = effects::with_side_effects(&mut program, everything, &self.uncounted);
        effects::check_globals(&mut program, everything);
        effects::lift_outer_variables(&mut program, &nested);
        let forced = self.forced_entries;
        effects::drop_unused(&mut program, &visible, &candidates, &forced);
        effects::change_everything(&mut program, everything);
        program.predicates.sort_by_key(|predicate| predicate.span);
        program.options.sort_by_key(|option| option.span);
        program.properties.sort_by_key(|property| property.span);
        (program, impure)
    }
}

/// What is wanted beside the program.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Wishes {
    /// Mistakes cost what they stand in, and no more.
    pub(super) keeps_going: bool,
    /// What names stand for is written down.
    pub(super) records_references: bool,
}

/// What one reading comes to.
pub(super) struct Reading {
    pub(super) program: Program,
    pub(super) references: References,
    /// Where the functions with side effects are declared that are called other than once where
    /// the text says so.
    pub(super) impure: BTreeSet<Span>,
}

/// Reads the units, knowing of some functions that they have side effects; see
/// [`super::repeated`].
pub(super) fn elaborate(
    units: &[ast::Unit],
    library: &[ast::Unit],
    wishes: Wishes,
    impure: BTreeSet<Span>,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut known: BTreeMap<String, Library<'_>> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    let mut subunits = BTreeMap::new();
    let all = units.iter().map(|unit| (unit, true));
    let all = all.chain(library.iter().map(|unit| (unit, false)));
    for (unit, is_primary) in all {
        let name = unit_name(unit);
        if !unit.subunit_of.is_empty() {
            subunits.insert(name.to_lowercase(), unit.clone());
            continue;
        }
        let entry = known.entry(name.to_lowercase()).or_default();
        let place = if is_body(unit) {
            &mut entry.body
        } else {
            &mut entry.specification
        };
        if place.is_some() {
            if is_primary {
                diagnostics.push(
                    Diagnostic::error(short_name(unit).span, format!("{name} is given twice"))
                        .with_help("give each unit once"),
                );
            }
            continue;
        }
        *place = Some((unit, is_primary));
    }
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let Some(main) = main_unit(units)? else {
        return Err(Vec::new());
    };
    let name = unit_name(main);
    let mut this = Elaborator::new(&name, global_names(units, &name));
    this.subunits = subunits;
    this.keeps_going = wishes.keeps_going;
    this.impure = impure;
    let all = units.iter().chain(library);
    this.uncoded = all
        .filter(|unit| !unit.is_coded)
        .map(|unit| unit.span.file)
        .collect();
    this.references = wishes.records_references.then(References::new);
    let order: Vec<String> = units
        .iter()
        .map(|unit| unit_name(unit).to_lowercase())
        .collect();
    let mut loaded = Vec::new();
    for unit in units {
        this.clauses_before(&unit.clauses);
    }
    for name in &order {
        this.load(name, &mut known, &mut loaded);
    }
    // Bodies of generic units are needed where those are instantiated.
    for name in &loaded {
        if let Some(Library {
            specification: Some((specification, _)),
            body: Some((body, _)),
            scopes,
            ..
        }) = known.get(name)
            && matches!(specification.item.kind, DeclarationKind::Generic(_))
        {
            let scopes = scopes.clone();
            let key = name.clone();
            this.in_scopes(scopes, |this| {
                let prefix = this.prefix();
                let region = this.new_region(None, &prefix);
                this.scopes.push(region);
                this.context_clauses(&body.context);
                this.keep_generic_body(key, &body.item);
            });
        }
    }
    for name in &loaded {
        this.load_body(name, &mut known);
    }
    this.initialise(&elaboration::needs(&known));
    if wishes.keeps_going {
        this.forgive(0);
    }
    let has_errors = |found: &[Diagnostic]| found.iter().any(|d| d.severity == Severity::Error);
    if has_errors(&this.diagnostics) || this.is_poisoned {
        return Err(without_repetitions(this.diagnostics));
    }
    let is_procedure = units.iter().all(is_subprogram);
    let kind = if is_procedure {
        UnitKind::Procedure
    } else {
        UnitKind::Package
    };
    let references = this.references.take().unwrap_or_default();
    let (program, impure) = this.into_program(kind);
    Ok(Reading {
        program,
        references,
        impure,
    })
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

/// The unit that the program is named after: the last body.
fn main_unit(units: &[ast::Unit]) -> Result<Option<&ast::Unit>, Vec<Diagnostic>> {
    let mut bodies = units
        .iter()
        .filter(|unit| is_body(unit) && unit.subunit_of.is_empty());
    if let Some(body) = bodies.next_back() {
        return Ok(Some(body));
    }
    // An instance or a package without subprograms needs no body. Without any unit the syntax
    // stage has said why.
    let needs_body = |unit: &&ast::Unit| match &unit.item.kind {
        DeclarationKind::Package(package) => package
            .visible
            .iter()
            .chain(&package.private)
            .any(|declaration| matches!(declaration.kind, DeclarationKind::Subprogram(_))),
        DeclarationKind::Subprogram(_) => true,
        _ => false,
    };
    match units.iter().find(needs_body) {
        Some(unit) => {
            let name = short_name(unit);
            Err(vec![
                Diagnostic::error(name.span, format!("the body of {} is missing", name.text))
                    .with_help("give sabs the file with the body"),
            ])
        }
        None => Ok(units.last()),
    }
}

fn is_body(unit: &ast::Unit) -> bool {
    matches!(
        unit.item.kind,
        DeclarationKind::PackageBody(_)
            | DeclarationKind::SubprogramBody(_)
            | DeclarationKind::ExpressionFunction(..)
            | DeclarationKind::NullProcedure(_)
    )
}

fn is_subprogram(unit: &ast::Unit) -> bool {
    matches!(
        unit.item.kind,
        DeclarationKind::SubprogramBody(_)
            | DeclarationKind::Subprogram(_)
            | DeclarationKind::ExpressionFunction(..)
            | DeclarationKind::NullProcedure(_)
    )
}

fn short_name(unit: &ast::Unit) -> ast::Name {
    name_parts(&unit.item).pop().unwrap_or(ast::Name {
        text: String::new(),
        span: unit.span,
    })
}

/// The parts of the name of a library item.
fn name_parts(item: &ast::Declaration) -> Vec<ast::Name> {
    let joined = |parent: &[ast::Name], name: &ast::Name| {
        let mut parts = parent.to_vec();
        parts.push(name.clone());
        parts
    };
    match &item.kind {
        DeclarationKind::Package(package) => joined(&package.parent, &package.name),
        DeclarationKind::PackageBody(package) => joined(&package.parent, &package.name),
        DeclarationKind::Subprogram(specification)
        | DeclarationKind::AbstractSubprogram(specification)
        | DeclarationKind::NullProcedure(specification)
        | DeclarationKind::ExpressionFunction(specification, _) => {
            joined(&specification.parent, &specification.name)
        }
        DeclarationKind::SubprogramBody(body) => {
            joined(&body.specification.parent, &body.specification.name)
        }
        DeclarationKind::Generic(generic) => name_parts(&generic.declaration),
        DeclarationKind::Instantiation(instance) => joined(&instance.parent, &instance.name),
        DeclarationKind::Renaming(renaming) => match &renaming.kind {
            ast::RenamingKind::Package(names) | ast::RenamingKind::Generic(_, names) => {
                names.clone()
            }
            ast::RenamingKind::Subprogram(specification) => {
                joined(&specification.parent, &specification.name)
            }
            ast::RenamingKind::Object(name, _) | ast::RenamingKind::Exception(name) => {
                vec![name.clone()]
            }
        },
        _ => Vec::new(),
    }
}

/// The full name of a unit, of a subunit with that of its parent.
pub(super) fn unit_name(unit: &ast::Unit) -> String {
    let parts = unit
        .subunit_of
        .iter()
        .cloned()
        .chain(name_parts(&unit.item));
    let texts: Vec<String> = parts.map(|name| name.text).collect();
    texts.join(".")
}

/// The units that a unit names in with clauses, and its parent, as full names.
pub(super) fn needed(unit: &ast::Unit) -> Vec<(String, crate::source::Span)> {
    let mut found = Vec::new();
    let parts = name_parts(&unit.item);
    if parts.len() > 1 {
        let parent: Vec<String> = parts[..parts.len() - 1]
            .iter()
            .map(|name| name.text.clone())
            .collect();
        found.push((parent.join("."), parts[0].span));
    }
    for item in &unit.context {
        if let ast::ContextItem::With(clause) = item {
            for names in &clause.units {
                let texts: Vec<String> = names.iter().map(|name| name.text.clone()).collect();
                found.push((
                    texts.join("."),
                    names.last().map_or(clause.span, |name| name.span),
                ));
            }
        }
    }
    found
}

/// The full names of the subunits whose stubs stand in a unit.
pub(super) fn stubs(unit: &ast::Unit) -> Vec<String> {
    let declarations = match &unit.item.kind {
        DeclarationKind::PackageBody(body) => &body.declarations,
        DeclarationKind::SubprogramBody(body) => &body.declarations,
        _ => return Vec::new(),
    };
    let name = unit_name(unit);
    declarations
        .iter()
        .filter_map(|declaration| match &declaration.kind {
            DeclarationKind::SubprogramStub(specification) => Some(&specification.name),
            DeclarationKind::PackageStub { name, .. } => Some(name),
            _ => None,
        })
        .map(|stub| format!("{name}.{}", stub.text))
        .collect()
}

/// The names of the main package's variables, in lower case, before anything is read: a local that
/// is read earlier must not take one of them.
fn global_names(units: &[ast::Unit], main: &str) -> BTreeSet<String> {
    let mut lists: Vec<&[ast::Declaration]> = Vec::new();
    for unit in units {
        if !unit_name(unit).eq_ignore_ascii_case(main) {
            continue;
        }
        match &unit.item.kind {
            DeclarationKind::Package(package) => {
                lists.push(&package.visible);
                lists.push(&package.private);
            }
            DeclarationKind::PackageBody(package) => lists.push(&package.declarations),
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
