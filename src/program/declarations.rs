//! Declarations of types, constants and variables.

use std::sync::Arc;

use num_bigint::BigInt;

use super::elaborator::Elaborator;
use super::expressions::finish;
use super::scope::{Access, Entity, base_width};
use super::typed::{
    DiscreteSubtype, DiscreteType, Global, Object, Statement, StatementKind, Subtype,
    TypeArithmetic,
};
use crate::logic::{Value, Variable};
use crate::source::Span;
use crate::syntax::ast;

/// Where a declaration stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    /// In the visible part of a package.
    Visible,
    /// In the private part or the body of a package.
    Hidden,
    /// In a subprogram or block.
    Local,
}

impl Elaborator {
    /// The declarations of a subprogram or block; their initialisations are added to `found`.
    pub(super) fn local_declarations(
        &mut self,
        list: &[ast::Declaration],
        found: &mut Vec<Statement>,
    ) {
        for declaration in list {
            match &declaration.kind {
                ast::DeclarationKind::Subprogram(specification) => {
                    self.nested(specification);
                }
                ast::DeclarationKind::SubprogramBody(body) => self.nested(&body.specification),
                _ => {
                    found.extend(self.declaration(declaration, Region::Local));
                }
            }
        }
    }

    fn nested(&mut self, specification: &ast::SubprogramSpecification) {
        self.error(
            specification.name.span,
            "subprograms inside subprograms are not supported",
            "declare it in the package body",
        );
        self.declare(&specification.name, Entity::Error);
    }

    /// A declaration of anything but a subprogram; gives its initialisations.
    pub(super) fn declaration(
        &mut self,
        declaration: &ast::Declaration,
        region: Region,
    ) -> Vec<Statement> {
        let span = declaration.span;
        match &declaration.kind {
            ast::DeclarationKind::Object(object) => {
                let ast::ObjectDeclaration {
                    names,
                    is_constant,
                    subtype,
                    value,
                    ..
                } = object.as_ref();
                self.gate_aspects(&object.aspects);
                let subtype = self.type_use(subtype);
                let mut found = Vec::new();
                for name in names {
                    let access = if *is_constant {
                        Access::Constant
                    } else {
                        Access::Variable
                    };
                    match &subtype {
                        Some(subtype) => {
                            found.extend(self.object(
                                name,
                                access,
                                subtype,
                                value.as_ref(),
                                region,
                            ));
                        }
                        None => self.declare(name, Entity::Error),
                    }
                }
                return found;
            }
            ast::DeclarationKind::Number { names, value } => {
                let typed = self.expression(value);
                let number = typed.static_integer().cloned();
                if number.is_none() && !typed.is_error() {
                    self.not_static(value);
                }
                let entity = number.map_or(Entity::Error, Entity::Number);
                for name in names {
                    self.declare(name, entity.clone());
                }
            }
            ast::DeclarationKind::Subtype {
                name,
                indication,
                aspects,
            } => {
                self.gate_aspects(aspects);
                let entity = match self.indication(indication) {
                    Some(Subtype::Discrete(subtype)) => {
                        Entity::Subtype(Subtype::Discrete(DiscreteSubtype {
                            name: Some(name.text.clone()),
                            ..subtype
                        }))
                    }
                    Some(Subtype::Boolean) => Entity::Subtype(Subtype::Boolean),
                    None => Entity::Error,
                };
                self.declare(name, entity);
            }
            ast::DeclarationKind::Type(declared) => self.type_declaration(declared),
            ast::DeclarationKind::Pragma(pragma) => {
                let kind = self.pragma(pragma);
                return kind
                    .map(|kind| Statement { kind, span })
                    .into_iter()
                    .collect();
            }
            ast::DeclarationKind::Clause(clause) => {
                let kinds = self.clause(clause).into_iter();
                return kinds.map(|kind| Statement { kind, span }).collect();
            }
            other => self.not_read_declaration(span, other),
        }
        Vec::new()
    }

    fn type_declaration(&mut self, declared: &ast::TypeDeclaration) {
        let name = &declared.name;
        self.gate_aspects(&declared.aspects);
        if !matches!(declared.discriminants, ast::Discriminants::None) {
            self.not_read(name.span, "discriminants are", "use scalar variables");
        }
        let subtype = match &declared.definition {
            ast::TypeDefinition::Signed { low, high } => self.signed_type(name, low, high),
            ast::TypeDefinition::Modular(modulus) => self.modular_type(name, modulus),
            ast::TypeDefinition::Enumeration(literals) => {
                return self.enumeration(name, literals);
            }
            other => {
                self.not_read_type(name.span, other);
                None
            }
        };
        let entity = subtype.map_or(Entity::Error, Entity::Subtype);
        self.declare(name, entity);
    }

    /// The subtype of an object or a parameter.
    pub(super) fn type_use(&mut self, subtype: &ast::TypeUse) -> Option<Subtype> {
        match subtype {
            ast::TypeUse::Subtype(indication) => self.indication(indication),
            ast::TypeUse::Access(definition) => {
                self.not_read(
                    definition.span,
                    "access types are",
                    "use variables and indices",
                );
                None
            }
            ast::TypeUse::Array(definition) => {
                self.not_read(definition.span, "arrays are", "use scalar variables");
                None
            }
        }
    }

    fn object(
        &mut self,
        name: &ast::Name,
        access: Access,
        subtype: &Subtype,
        value: Option<&ast::Expression>,
        region: Region,
    ) -> Option<Statement> {
        // The initial value is read before the name is declared: it may speak of an outer one.
        let initial = value.map(|value| (value, self.static_or_checked_value(value, subtype)));
        if access == Access::Constant {
            match &initial {
                None => self.error(
                    name.span,
                    format!("the constant {name} has no value"),
                    "give it a value here; sabs does not read deferred constants",
                ),
                Some((_, typed)) if typed.checks.is_empty() => {
                    if let Some(value) = &typed.value {
                        self.declare(name, Entity::Constant(value.clone(), subtype.clone()));
                        return None;
                    }
                }
                Some(_) => {}
            }
        }
        let object = self.new_object(name, subtype.clone(), region, access);
        self.declare(name, Entity::Object(object.clone(), access));
        let (expression, typed) = initial?;
        Some(Statement {
            kind: StatementKind::Assign {
                target: object.variable,
                value: finish(expression, typed),
            },
            span: expression.span.to(name.span),
        })
    }

    fn new_object(
        &mut self,
        name: &ast::Name,
        subtype: Subtype,
        region: Region,
        access: Access,
    ) -> Object {
        if region == Region::Local {
            return self.local(&name.text, subtype, name.span);
        }
        let object = Object {
            variable: Variable::new(&name.text, subtype.sort()),
            subtype,
            span: name.span,
        };
        self.globals.push(Global {
            object: object.clone(),
            is_visible: region == Region::Visible && access == Access::Variable,
        });
        object
    }

    /// The subtype that a mark with a constraint stands for.
    fn indication(&mut self, indication: &ast::SubtypeIndication) -> Option<Subtype> {
        let subtype = self.subtype_prefix(&indication.mark);
        if indication.excludes_null {
            self.not_read(
                indication.span,
                "access types are",
                "use variables and indices",
            );
        }
        let (low, high) = match &indication.constraint {
            None => return subtype,
            Some(ast::Constraint::Range(ast::Range::Bounds(low, high))) => (low, high),
            Some(ast::Constraint::Range(ast::Range::Attribute { prefix, .. })) => {
                return self.subtype_prefix(prefix);
            }
            Some(ast::Constraint::Composite(_)) => {
                self.not_read(indication.span, "arrays are", "use scalar variables");
                return None;
            }
            Some(ast::Constraint::Digits(..) | ast::Constraint::Delta(..)) => {
                self.not_read(
                    indication.span,
                    "floating and fixed point are",
                    "use integers",
                );
                return None;
            }
        };
        let Subtype::Discrete(parent) = subtype? else {
            self.error(
                low.span,
                "ranges of Boolean are not supported",
                "use Boolean without a range",
            );
            return None;
        };
        let wanted = super::expressions::Type::Discrete(Arc::clone(&parent.base));
        let first = self.static_bound(low, &wanted);
        let last = self.static_bound(high, &wanted);
        let (first, last) = (first?, last?);
        if first <= last && (first < parent.first || last > parent.last) {
            self.error(
                low.span.to(high.span),
                format!("the range does not lie in {}", Subtype::Discrete(parent)),
                "choose bounds inside the range of the type",
            );
            return None;
        }
        Some(Subtype::Discrete(DiscreteSubtype {
            base: parent.base,
            name: None,
            first,
            last,
        }))
    }

    fn static_bound(
        &mut self,
        bound: &ast::Expression,
        wanted: &super::expressions::Type,
    ) -> Option<BigInt> {
        let typed = self.expression(bound);
        let typed = self.converted(bound, typed, wanted);
        if typed.is_error() {
            return None;
        }
        let found = typed.static_integer().cloned();
        if found.is_none() {
            self.not_static(bound);
        }
        found
    }

    pub(super) fn not_static(&mut self, expression: &ast::Expression) {
        self.error(
            expression.span,
            format!("{expression} is not static"),
            "use literals, static constants and attributes of types",
        );
    }

    /// `type T is range low .. high;`
    fn signed_type(
        &mut self,
        name: &ast::Name,
        low: &ast::Expression,
        high: &ast::Expression,
    ) -> Option<Subtype> {
        let (first, last) = (self.any_static(low), self.any_static(high));
        let (first, last) = (first?, last?);
        let Some(bits) = base_width(&first, &last) else {
            let span: Span = low.span.to(high.span);
            self.error(
                span,
                "no integer type holds this range",
                "use at most 128 bits",
            );
            return None;
        };
        let half = BigInt::from(1) << (bits - 1);
        let base = DiscreteType {
            id: self.new_type_id(),
            name: name.text.clone(),
            base_name: format!("{name}'Base"),
            first: -half.clone(),
            last: half - 1,
            arithmetic: TypeArithmetic::Checked,
        };
        Some(Subtype::Discrete(DiscreteSubtype {
            base: Arc::new(base),
            name: Some(name.text.clone()),
            first,
            last,
        }))
    }

    /// `type T is mod modulus;`
    fn modular_type(&mut self, name: &ast::Name, modulus: &ast::Expression) -> Option<Subtype> {
        let count = self.any_static(modulus)?;
        if count < BigInt::from(1) || count > BigInt::from(1) << 128 {
            self.error(
                modulus.span,
                format!("{count} is no modulus"),
                "use a number from 1 to 2 ** 128",
            );
            return None;
        }
        Some(self.counted_type(name, count, TypeArithmetic::Wrapping))
    }

    /// `type T is (Red, Green);` with its literals.
    fn enumeration(&mut self, name: &ast::Name, literals: &[ast::Name]) {
        let count = BigInt::from(literals.len());
        let subtype = self.counted_type(name, count, TypeArithmetic::None);
        self.declare(name, Entity::Subtype(subtype.clone()));
        for (position, literal) in literals.iter().enumerate() {
            let value = Value::Int(BigInt::from(position));
            self.declare(literal, Entity::Constant(value, subtype.clone()));
        }
    }

    /// A type with the values from zero on.
    fn counted_type(
        &mut self,
        name: &ast::Name,
        count: BigInt,
        arithmetic: TypeArithmetic,
    ) -> Subtype {
        let first = BigInt::from(0);
        let last: BigInt = count - 1;
        let base = DiscreteType {
            id: self.new_type_id(),
            name: name.text.clone(),
            base_name: name.text.clone(),
            first: first.clone(),
            last: last.clone(),
            arithmetic,
        };
        Subtype::Discrete(DiscreteSubtype {
            base: Arc::new(base),
            name: Some(name.text.clone()),
            first,
            last,
        })
    }

    /// A static integer of any type.
    fn any_static(&mut self, expression: &ast::Expression) -> Option<BigInt> {
        let typed = self.expression(expression);
        let value = typed.static_integer().cloned();
        if value.is_none() && !typed.is_error() {
            self.not_static(expression);
        }
        value
    }
}
