//! A lowered program in the spelling of a dialect: every binary expression in parentheses, since
//! their precedences differ.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::ast::{BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
use super::super::dialect::Dialect;
use super::lowering::lowered;

/// The text of a program in a dialect, without the constructs that it lacks.
pub fn to_dialect(program: &BoolProgram, dialect: Dialect) -> String {
    if dialect == Dialect::Native {
        return program.to_string();
    }
    let program = lowered(program, dialect);
    let mut speller = Speller {
        dialect,
        names: BTreeMap::new(),
        taken: BTreeSet::new(),
        text: String::new(),
    };
    speller.program(&program);
    speller.text
}

struct Speller {
    dialect: Dialect,
    /// The spelling of each name.
    names: BTreeMap<Identifier, String>,
    taken: BTreeSet<String>,
    text: String,
}

impl Speller {
    fn program(&mut self, program: &BoolProgram) {
        // Plain names keep their spelling: they are taken first.
        let plain = |name: &&Identifier| name.is_plain();
        let procedures = &program.procedures;
        let declared = procedures
            .iter()
            .flat_map(|p| p.parameters.iter().chain(&p.locals));
        let declared = declared.chain(&program.globals);
        self.taken
            .extend(declared.filter(plain).map(Identifier::to_string));
        if !program.globals.is_empty() {
            let names = self.listed(&program.globals);
            let _ = writeln!(self.text, "decl {names};");
        }
        for procedure in &program.procedures {
            self.procedure(procedure);
        }
    }

    fn procedure(&mut self, procedure: &Procedure) {
        let head = match (self.dialect, procedure.results) {
            (Dialect::Bebop, _) => String::new(),
            (_, 0) => "void ".to_owned(),
            (_, 1) => "bool ".to_owned(),
            (_, results) => format!("bool<{results}> "),
        };
        let name = self.name(&procedure.name);
        let parameters = self.listed(&procedure.parameters);
        let _ = writeln!(self.text, "{head}{name}({parameters})\nbegin");
        if !procedure.locals.is_empty() {
            let names = self.listed(&procedure.locals);
            let _ = writeln!(self.text, "    decl {names};");
        }
        if let Some(condition) = &procedure.enforce {
            let condition = self.expression(condition);
            let _ = writeln!(self.text, "    enforce {condition};");
        }
        self.sequence(&procedure.body, 1);
        self.text.push_str("end\n");
    }

    fn sequence(&mut self, statements: &[Statement], depth: usize) {
        for statement in statements {
            let indentation = "    ".repeat(depth.min(20));
            let labels = statement.labels.iter();
            let labels: String = labels.map(|label| self.name(label) + ": ").collect();
            let _ = write!(self.text, "{indentation}{labels}");
            self.statement(&statement.kind, depth, &indentation);
        }
    }

    fn statement(&mut self, kind: &StatementKind, depth: usize, indentation: &str) {
        // Boppo separates statements; the others end them, and a block ends by itself.
        let block_end = if self.dialect == Dialect::Boppo {
            ";"
        } else {
            ""
        };
        let line = match kind {
            StatementKind::Skip => "skip".to_owned(),
            StatementKind::Assign {
                targets,
                values,
                constrain,
            } => {
                let mut line = format!("{} := {}", self.targets(targets), self.expressions(values));
                if let Some(condition) = constrain {
                    line = line + " constrain " + &self.expression(condition);
                }
                line
            }
            StatementKind::Call {
                targets,
                callee,
                arguments,
            } => {
                let call = format!("{}({})", self.name(callee), self.expressions(arguments));
                if targets.is_empty() {
                    call
                } else {
                    format!("{} := {call}", self.targets(targets))
                }
            }
            StatementKind::Assume(condition) => format!("assume({})", self.expression(condition)),
            StatementKind::Assert(condition) => format!("assert({})", self.expression(condition)),
            StatementKind::If {
                branches,
                otherwise,
            } => {
                for (at, (condition, body)) in branches.iter().enumerate() {
                    let condition = self.expression(condition);
                    let keyword = if at == 0 { "if" } else { "elsif" };
                    let before = if at == 0 { "" } else { indentation };
                    let _ = writeln!(self.text, "{before}{keyword} ({condition}) then");
                    self.sequence(body, depth + 1);
                }
                let _ = writeln!(self.text, "{indentation}else");
                self.sequence(otherwise, depth + 1);
                let _ = writeln!(self.text, "{indentation}fi{block_end}");
                return;
            }
            StatementKind::While { condition, body } => {
                let condition = self.expression(condition);
                let _ = writeln!(self.text, "while ({condition}) do");
                self.sequence(body, depth + 1);
                let _ = writeln!(self.text, "{indentation}od{block_end}");
                return;
            }
            StatementKind::Goto(labels) => format!("goto {}", self.listed(labels)),
            StatementKind::Return(values) if values.is_empty() => "return".to_owned(),
            StatementKind::Return(values) => format!("return {}", self.expressions(values)),
        };
        let _ = writeln!(self.text, "{line};");
    }

    fn expressions(&mut self, expressions: &[Expr]) -> String {
        let texts: Vec<String> = expressions.iter().map(|e| self.expression(e)).collect();
        texts.join(", ")
    }

    fn expression(&mut self, expression: &Expr) -> String {
        match expression {
            Expr::Constant(value) => u8::from(*value).to_string(),
            Expr::Variable(name) => self.name(name),
            Expr::Next(name) => format!("'{}", self.name(name)),
            Expr::Lost | Expr::Nondet if self.dialect == Dialect::Bebop => "?".to_owned(),
            Expr::Lost | Expr::Nondet => "*".to_owned(),
            Expr::Not(operand) => {
                let operand_text = self.expression(operand);
                // Moped negates a primary only.
                if matches!(**operand, Expr::Not(_)) {
                    format!("!({operand_text})")
                } else {
                    format!("!{operand_text}")
                }
            }
            Expr::Binary(operator, operands) => {
                let texts: Vec<String> = operands.iter().map(|e| self.expression(e)).collect();
                format!("({})", texts.join(&format!(" {operator} ")))
            }
            Expr::Choose(positive, negative) => {
                format!(
                    "schoose[{}, {}]",
                    self.expression(positive),
                    self.expression(negative)
                )
            }
            Expr::Conditional(condition, then, otherwise) => format!(
                "({} ? {} : {})",
                self.expression(condition),
                self.expression(then),
                self.expression(otherwise)
            ),
        }
    }

    fn targets(&mut self, targets: &[Option<Identifier>]) -> String {
        let text = |target: &Option<Identifier>| match target {
            Some(name) => self.name(name),
            None => "_".to_owned(),
        };
        targets.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    fn listed(&mut self, names: &[Identifier]) -> String {
        let texts: Vec<String> = names.iter().map(|name| self.name(name)).collect();
        texts.join(", ")
    }

    /// A name as the dialect spells it: braces where it has them, otherwise a plain name of its
    /// letters that no other name has.
    fn name(&mut self, name: &Identifier) -> String {
        let braces = self.dialect != Dialect::Boppo && !name.as_str().contains(['}', '\\']);
        if name.is_plain() || braces {
            return name.to_string();
        }
        if let Some(spelling) = self.names.get(name) {
            return spelling.clone();
        }
        let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let base: String = name.as_str().chars().map(letter).collect();
        let mut candidates = (1..).map(|number| format!("b_{base}_{number}"));
        let spelling = candidates.find(|candidate| !self.taken.contains(candidate));
        let spelling = spelling.unwrap_or(base);
        self.taken.insert(spelling.clone());
        self.names.insert(name.clone(), spelling.clone());
        spelling
    }
}
