//! Text → [`BoolProgram`]: programs, procedures and statements.

use indexmap::IndexSet;

use super::ast::{BoolProgram, Expr, Identifier, Procedure, Statement, StatementKind};
use super::dialect::Dialect;
use super::lexer::{Lexer, Token};
use super::outline::{ProcedureOutline, ProgramOutline, Role};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Span};

/// Whether a word is no identifier unless it stands in braces.
pub(super) fn is_keyword(word: &str) -> bool {
    // By length, since every word of a program is asked about.
    let words: &[&str] = match word.len() {
        1 => &["F", "T", "_"],
        2 => &["do", "fi", "if", "od"],
        3 => &["dfs", "end"],
        4 => &[
            "bool", "dead", "decl", "else", "goto", "skip", "then", "void",
        ],
        5 => &["abort", "begin", "elsif", "print", "while"],
        6 => &["assert", "assume", "choose", "nondet", "return"],
        7 => &["abortif", "enforce", "schoose"],
        9 => &["constrain"],
        _ => &[],
    };
    words.contains(&word)
}

/// Blocks and operators may nest this deep; the recursion of the reader is bounded by it.
const DEEPEST: usize = 1_000_000;

/// Reads a program in the native dialect and checks that it is well-formed.
///
/// # Errors
/// Everything that is wrong with the names, or the first thing that is wrong with the syntax. The
/// places are in the first file of whatever `Sources` renders them.
pub fn parse(file: &SourceFile) -> Result<BoolProgram, Vec<Diagnostic>> {
    parse_dialect(file, Dialect::Native)
}

/// Reads a program in a dialect and checks that it is well-formed.
///
/// # Errors
/// As [`parse`].
pub fn parse_dialect(file: &SourceFile, dialect: Dialect) -> Result<BoolProgram, Vec<Diagnostic>> {
    let mut parser = Parser::new(file, dialect).map_err(|error| vec![error])?;
    let program = parser.program().map_err(|error| vec![error])?;
    let end = parser.place;
    let faults = parser.outline.finish(Some(end));
    if faults.is_empty() {
        return Ok(program);
    }
    let located =
        |fault: super::outline::Fault| Diagnostic::error(fault.place.unwrap_or(end), fault.message);
    Err(faults.into_iter().map(located).collect())
}

pub(super) type Parsed<T> = Result<T, Diagnostic>;

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token looked at, and its place.
    pub(super) token: Token<'a>,
    pub(super) place: Span,
    file: &'a SourceFile,
    pub(super) dialect: Dialect,
    outline: ProgramOutline,
    pub(super) procedure: ProcedureOutline,
    /// Of the procedure being read.
    locals: Vec<Identifier>,
    enforce: Option<Expr>,
    /// One shared text per name.
    names: IndexSet<Identifier>,
    /// What a next value means in the expression being read.
    pub(super) next_role: Role,
    pub(super) depth: usize,
}

/// What stands at the end of a sequence of statements.
const BLOCK_ENDS: [&str; 5] = ["end", "fi", "od", "else", "elsif"];

impl<'a> Parser<'a> {
    fn new(file: &'a SourceFile, dialect: Dialect) -> Parsed<Parser<'a>> {
        let mut lexer = Lexer::new(file.text(), dialect.extra_characters());
        let (token, place) = lexer.next()?;
        Ok(Parser {
            lexer,
            token,
            place,
            file,
            dialect,
            outline: ProgramOutline::default(),
            procedure: ProcedureOutline::new(Identifier::new(""), None),
            locals: Vec::new(),
            enforce: None,
            names: IndexSet::new(),
            next_role: Role::StrayNext,
            depth: 0,
        })
    }

    fn program(&mut self) -> Parsed<BoolProgram> {
        let mut program = BoolProgram {
            globals: Vec::new(),
            procedures: Vec::new(),
        };
        while self.takes_word("decl")? {
            for (name, place) in self.names()? {
                self.outline.declare_global(&name, Some(place));
                program.globals.push(name);
            }
            self.expect(";")?;
        }
        while self.token != Token::End {
            program.procedures.push(self.procedure()?);
        }
        Ok(program)
    }

    fn procedure(&mut self) -> Parsed<Procedure> {
        let mut results = 0;
        if self.takes_word("bool")? {
            results = 1;
            if self.takes("<")? {
                results = self.number()?;
                self.expect(">")?;
            }
        } else {
            self.takes_word("void")?;
        }
        let (name, place) = self.identifier("a procedure or the end of the file")?;
        self.procedure = ProcedureOutline::new(name.clone(), Some(place));
        self.procedure.results = results;
        self.expect("(")?;
        let mut parameters = Vec::new();
        if !self.takes(")")? {
            parameters = self.declared()?;
            self.expect(")")?;
        }
        self.procedure.parameters = parameters.len();
        self.takes_word("dfs")?;
        self.expect_word("begin")?;
        let body = self.sequence()?;
        self.expect_word("end")?;
        self.takes(";")?;
        let empty = ProcedureOutline::new(Identifier::new(""), None);
        self.outline
            .add(std::mem::replace(&mut self.procedure, empty));
        Ok(Procedure {
            name,
            parameters,
            results,
            locals: std::mem::take(&mut self.locals),
            enforce: self.enforce.take(),
            body,
        })
    }

    /// `decl`, `enforce` or `abortif`, if one of them stands here.
    fn declaration(&mut self) -> Parsed<bool> {
        if self.takes_word("decl")? {
            let names = self.declared()?;
            self.locals.extend(names);
        } else {
            let condition = if self.takes_word("enforce")? {
                self.expression()?
            } else if self.takes_word("abortif")? {
                Expr::not(self.expression()?)
            } else {
                return Ok(false);
            };
            self.enforce = Some(match self.enforce.take() {
                Some(earlier) => Expr::and(vec![earlier, condition]),
                None => condition,
            });
        }
        self.end_of_statement()?;
        Ok(true)
    }

    fn declared(&mut self) -> Parsed<Vec<Identifier>> {
        let names = self.names()?;
        for (name, place) in &names {
            self.procedure.note(name, Role::Declaration, Some(*place));
        }
        Ok(names.into_iter().map(|(name, _)| name).collect())
    }

    /// Statements up to a word that ends them. Boppo declares among them, anywhere.
    fn sequence(&mut self) -> Parsed<Vec<Statement>> {
        self.depth += 1;
        self.check_depth()?;
        let mut statements = Vec::new();
        while !self.at_any_word(&BLOCK_ENDS) && self.token != Token::End {
            if !self.declaration()? {
                statements.push(self.statement()?);
            }
        }
        self.depth -= 1;
        Ok(statements)
    }

    fn statement(&mut self) -> Parsed<Statement> {
        self.procedure.statements += 1;
        let mut statement = Statement::new(StatementKind::Skip);
        loop {
            statement.line = self.lexer.line();
            if self.at_identifier() {
                let (name, place) = self.identifier("a statement")?;
                if self.takes(":")? {
                    self.procedure.note(&name, Role::Label, Some(place));
                    statement.labels.push(name);
                    continue;
                }
                statement.kind = self.named(name, place)?;
            } else if let Token::Word(word) = self.token {
                statement.kind = self.keyword(word, &mut statement.comment)?;
            } else if self.token == Token::Symbol("_") {
                statement.kind = self.assignment(Vec::new(), self.place)?;
            } else {
                return Err(self.unexpected("a statement"));
            }
            return Ok(statement);
        }
    }

    fn keyword(&mut self, word: &str, comment: &mut Option<String>) -> Parsed<StatementKind> {
        let start = self.place;
        self.advance()?;
        let kind = match word {
            "skip" => StatementKind::Skip,
            "print" | "dead" => {
                self.print_or_dead(word)?;
                let text = &self.file.text()[start.start as usize..self.place.start as usize];
                *comment = Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
                StatementKind::Skip
            }
            // Moped's statement `constrain (e)` has no next values: it is an assumption.
            "assume" | "constrain" => StatementKind::Assume(self.expression()?),
            "assert" => StatementKind::Assert(self.expression()?),
            "if" => return self.conditional(),
            "while" => {
                let condition = self.expression()?;
                self.expect_word("do")?;
                let body = self.sequence()?;
                self.expect_word("od")?;
                self.takes(";")?;
                return Ok(StatementKind::While { condition, body });
            }
            "goto" => {
                let labels = self.names()?;
                for (label, place) in &labels {
                    self.procedure.note(label, Role::Jump, Some(*place));
                }
                StatementKind::Goto(labels.into_iter().map(|(label, _)| label).collect())
            }
            "return" => {
                let values = if self.token == Token::Symbol(";") || self.at_any_word(&BLOCK_ENDS) {
                    Vec::new()
                } else {
                    self.expressions()?
                };
                let name = self.procedure.name.clone();
                self.procedure
                    .note(&name, Role::Return(values.len()), Some(start));
                StatementKind::Return(values)
            }
            _ => {
                return Err(Diagnostic::error(
                    start,
                    format!("expected a statement, found `{word}`"),
                )
                .with_help("a keyword is an identifier only in braces"));
            }
        };
        self.end_of_statement()?;
        Ok(kind)
    }

    fn print_or_dead(&mut self, word: &str) -> Parsed<()> {
        if word == "dead" {
            for (name, place) in self.names()? {
                self.procedure.note(&name, Role::Read, Some(place));
            }
        } else {
            self.expect("(")?;
            self.expressions()?;
            self.expect(")")?;
        }
        Ok(())
    }

    /// Behind `if` or `elsif`.
    fn conditional(&mut self) -> Parsed<StatementKind> {
        let mut branches = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect_word("then")?;
            branches.push((condition, self.sequence()?));
            if !self.takes_word("elsif")? {
                break;
            }
        }
        let otherwise = if self.takes_word("else")? {
            self.sequence()?
        } else {
            Vec::new()
        };
        self.expect_word("fi")?;
        self.takes(";")?;
        Ok(StatementKind::If {
            branches,
            otherwise,
        })
    }

    /// A statement that begins with a name: a call or an assignment.
    fn named(&mut self, name: Identifier, place: Span) -> Parsed<StatementKind> {
        if self.token == Token::Symbol("(") {
            let kind = self.call(Vec::new(), name, place)?;
            self.end_of_statement()?;
            return Ok(kind);
        }
        if !matches!(self.token, Token::Symbol("," | ":=")) {
            return Err(self.unexpected("`:`, `:=`, `,` or `(`"));
        }
        let statement = self.procedure.statements;
        self.procedure
            .note(&name, Role::Target(statement), Some(place));
        if self.takes(",")? {
            self.assignment(vec![Some(name)], place)
        } else {
            self.values_for(vec![Some(name)], place)
        }
    }

    /// The rest of the targets, then the values.
    fn assignment(
        &mut self,
        mut targets: Vec<Option<Identifier>>,
        start: Span,
    ) -> Parsed<StatementKind> {
        loop {
            if self.takes("_")? {
                targets.push(None);
            } else {
                let (name, place) = self.identifier("a variable or `_`")?;
                let statement = self.procedure.statements;
                self.procedure
                    .note(&name, Role::Target(statement), Some(place));
                targets.push(Some(name));
            }
            if !self.takes(",")? {
                return self.values_for(targets, start);
            }
        }
    }

    fn values_for(
        &mut self,
        targets: Vec<Option<Identifier>>,
        start: Span,
    ) -> Parsed<StatementKind> {
        self.expect(":=")?;
        let mut values = Vec::new();
        if self.at_identifier() {
            let (name, place) = self.identifier("an expression")?;
            if self.token == Token::Symbol("(") {
                let kind = self.call(targets, name, place)?;
                self.end_of_statement()?;
                return Ok(kind);
            }
            self.procedure.note(&name, Role::Read, Some(place));
            values.push(self.expression_from(Expr::Variable(name))?);
        } else {
            values.push(self.expression()?);
        }
        while self.takes(",")? {
            values.push(self.expression()?);
        }
        let name = self.procedure.name.clone();
        let role = Role::Assignment(targets.len(), values.len());
        self.procedure.note(&name, role, Some(start));
        let constrain = if self.takes_word("constrain")? {
            self.next_role = Role::Read;
            let condition = self.expression()?;
            self.next_role = Role::StrayNext;
            Some(condition)
        } else {
            None
        };
        self.end_of_statement()?;
        Ok(StatementKind::Assign {
            targets,
            values,
            constrain,
        })
    }

    /// Behind the name of the callee, at the parenthesis.
    fn call(
        &mut self,
        targets: Vec<Option<Identifier>>,
        callee: Identifier,
        place: Span,
    ) -> Parsed<StatementKind> {
        self.expect("(")?;
        let mut arguments = Vec::new();
        if !self.takes(")")? {
            arguments = self.expressions()?;
            self.expect(")")?;
        }
        let role = Role::Call(arguments.len(), targets.len());
        self.procedure.note(&callee, role, Some(place));
        Ok(StatementKind::Call {
            targets,
            callee,
            arguments,
        })
    }

    /// `;`, which may be missing where the block ends.
    fn end_of_statement(&mut self) -> Parsed<()> {
        if self.at_any_word(&BLOCK_ENDS) {
            return Ok(());
        }
        self.expect(";")
    }

    fn names(&mut self) -> Parsed<Vec<(Identifier, Span)>> {
        let mut names = vec![self.identifier("a name")?];
        while self.takes(",")? {
            names.push(self.identifier("a name")?);
        }
        Ok(names)
    }

    fn at_identifier(&self) -> bool {
        match &self.token {
            Token::Word(word) => !is_keyword(word),
            Token::Braced(_) => true,
            Token::Number(_) | Token::Symbol(_) | Token::End => false,
        }
    }

    pub(super) fn identifier(&mut self, expected: &str) -> Parsed<(Identifier, Span)> {
        if !self.at_identifier() {
            return Err(self.unexpected(expected));
        }
        let text = match &self.token {
            Token::Word(text) => text,
            Token::Braced(text) => text.as_str(),
            Token::Number(_) | Token::Symbol(_) | Token::End => "",
        };
        let name = if let Some(name) = self.names.get(text) {
            name.clone()
        } else {
            let name = Identifier::new(text);
            self.names.insert(name.clone());
            name
        };
        let place = self.place;
        self.advance()?;
        Ok((name, place))
    }

    fn number(&mut self) -> Parsed<usize> {
        if let Token::Number(digits) = self.token
            && let Ok(number) = digits.parse()
            && number <= 1_000_000
        {
            self.advance()?;
            return Ok(number);
        }
        Err(self.unexpected("a number of results"))
    }

    pub(super) fn takes(&mut self, symbol: &str) -> Parsed<bool> {
        let there = matches!(self.token, Token::Symbol(found) if found == symbol);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    pub(super) fn takes_word(&mut self, word: &str) -> Parsed<bool> {
        let there = matches!(self.token, Token::Word(found) if found == word);
        if there {
            self.advance()?;
        }
        Ok(there)
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.takes(symbol)? {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{symbol}`")))
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.takes_word(word)? {
            return Ok(());
        }
        Err(self.unexpected(&format!("`{word}`")))
    }

    fn at_any_word(&self, words: &[&str]) -> bool {
        matches!(self.token, Token::Word(found) if words.contains(&found))
    }

    pub(super) fn advance(&mut self) -> Parsed<()> {
        (self.token, self.place) = self.lexer.next()?;
        Ok(())
    }

    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = self.token.describe();
        Diagnostic::error(self.place, format!("expected {expected}, found {found}"))
    }

    pub(super) fn check_depth(&self) -> Parsed<()> {
        if self.depth > DEEPEST {
            let message = format!("blocks or operators nest deeper than {DEEPEST}");
            return Err(Diagnostic::error(self.place, message));
        }
        Ok(())
    }
}
