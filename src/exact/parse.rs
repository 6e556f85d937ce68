//! Text → [`Ctl`], names resolved against a program.
//!
//! ```text
//! formula ::= formula ("&" | "|" | "->" | "=>" | "<->") formula
//!           | ("!" | "EX" | "AX" | "EF" | "AF" | "EG" | "AG") formula
//!           | ("E" | "A") "[" formula ("U" | "W") formula "]" | "(" formula ")" | atom
//! atom    ::= value [ ("=" | "!=") value ]
//!           | "pc" ("=" | "!=") ( place | "end" ) | "fails" [ ("=" | "!=") place ]
//! value   ::= "0" | "1" | place
//! place   ::= [ name ":" ] name
//! ```

use super::atoms::{Labelled, labelled, owner};
use super::formula::{Atom, Ctl};
use crate::bp::Identifier;
use crate::bp::control::Control;
use crate::bp::lexer::{Lexer, Token};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

type Parsed<T> = Result<T, Diagnostic>;

/// What an operator makes of a formula.
type Unary = fn(Ctl) -> Ctl;

/// Deeper formulas are nobody's, and would need a tall stack.
const MAX_DEPTH: usize = 500;

/// The formula that a text is, over the variables and labels of a program.
///
/// # Errors
/// What is wrong with it, and where.
pub fn parse(text: &str, control: &Control) -> Result<Ctl, Diagnostic> {
    let mut lexer = Lexer::new(text, "");
    let (token, place) = lexer.next()?;
    let mut parser = Parser {
        lexer,
        token,
        place,
        control,
        depth: 0,
    };
    let formula = parser.formula(0)?;
    if parser.token != Token::End {
        return Err(parser.unexpected("an operator or the end of the formula"));
    }
    Ok(formula)
}

/// Which paths a formula speaks of.
#[derive(Clone, Copy)]
enum Paths {
    Some,
    All,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    token: Token<'a>,
    place: Span,
    control: &'a Control,
    depth: usize,
}

impl Parser<'_> {
    /// Operators that bind at least as tightly as `least`: 0 `<->`, 1 `->`, 2 `|`, 3 `&`.
    fn formula(&mut self, least: u8) -> Parsed<Ctl> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("formulas nest at most {MAX_DEPTH} deep");
            return Err(Diagnostic::error(self.place, message));
        }
        let mut left = self.operand()?;
        loop {
            let (tightness, join): (u8, fn(Ctl, Ctl) -> Ctl) = match self.token {
                Token::Symbol("<->") => (0, Ctl::equal),
                Token::Symbol("->" | "=>") => (1, Ctl::implies),
                Token::Symbol("|") => (2, Ctl::or),
                Token::Symbol("&") => (3, Ctl::and),
                Token::Word(_)
                | Token::Braced(_)
                | Token::Number(_)
                | Token::Symbol(_)
                | Token::End => break,
            };
            if tightness < least {
                break;
            }
            self.advance()?;
            // Implication associates to the right, the others to the left.
            let right = self.formula(tightness + u8::from(tightness != 1))?;
            left = join(left, right);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Ctl> {
        let unary: Unary = match self.token {
            Token::Symbol("!" | "~") => Ctl::not,
            Token::Word("EX") => Ctl::exists_next,
            Token::Word("AX") => Ctl::all_next,
            Token::Word("EF") => Ctl::exists_eventually,
            Token::Word("AF") => Ctl::all_eventually,
            Token::Word("EG") => Ctl::exists_always,
            Token::Word("AG") => Ctl::all_always,
            Token::Word("E") => return self.until(Paths::Some),
            Token::Word("A") => return self.until(Paths::All),
            Token::Symbol("(") => {
                self.advance()?;
                let inner = self.formula(0)?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => return self.atom(),
        };
        self.advance()?;
        // As tight as an operand: what follows belongs to the formula around it.
        Ok(unary(self.formula(4)?))
    }

    /// `[f U g]` behind a quantifier over paths.
    fn until(&mut self, paths: Paths) -> Parsed<Ctl> {
        self.advance()?;
        self.expect("[")?;
        let left = self.formula(0)?;
        let weak = match self.token {
            Token::Word("U") => false,
            Token::Word("W") => true,
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => return Err(self.unexpected("`U` or `W`")),
        };
        self.advance()?;
        let right = self.formula(0)?;
        self.expect("]")?;
        Ok(match (paths, weak) {
            (Paths::Some, false) => Ctl::exists_until(left, right),
            (Paths::Some, true) => Ctl::Weak(Box::new(left), Box::new(right)),
            (Paths::All, false) => Ctl::all_until(left, right),
            (Paths::All, true) => Ctl::all_weak(left, right),
        })
    }

    fn atom(&mut self) -> Parsed<Ctl> {
        match self.token {
            Token::Word("pc") => {
                self.advance()?;
                let Some(compared) = self.comparison()? else {
                    return Err(self.unexpected("`=` or `!=`"));
                };
                if self.token == Token::Word("end") {
                    self.advance()?;
                    return Ok(compared(Ctl::Atom(Atom::Ended)));
                }
                let (procedure, label) = self.label(Labelled::Statement)?;
                Ok(compared(Ctl::Atom(Atom::At { procedure, label })))
            }
            Token::Word("fails") => {
                self.advance()?;
                let Some(compared) = self.comparison()? else {
                    return Ok(Ctl::Atom(Atom::FailsAny));
                };
                let (procedure, label) = self.label(Labelled::Assertion)?;
                Ok(compared(Ctl::Atom(Atom::Fails { procedure, label })))
            }
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => {
                let left = self.value()?;
                let Some(compared) = self.comparison()? else {
                    return Ok(left);
                };
                let right = self.value()?;
                Ok(compared(Ctl::equal(left, right)))
            }
        }
    }

    fn value(&mut self) -> Parsed<Ctl> {
        let constant = match self.token {
            Token::Number("0") => Some(false),
            Token::Number("1") => Some(true),
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => None,
        };
        if let Some(value) = constant {
            self.advance()?;
            return Ok(Ctl::Constant(value));
        }
        let place = self.place;
        let (procedure, name) = self.named("a formula")?;
        owner(self.control, procedure.as_ref(), &name)
            .map_err(|message| Diagnostic::error(place, message))?;
        Ok(Ctl::Atom(Atom::Variable { procedure, name }))
    }

    /// What `=` or `!=`, if one of them comes next, makes of the equation.
    fn comparison(&mut self) -> Parsed<Option<Unary>> {
        let compared: Unary = match self.token {
            Token::Symbol("=") => |equation| equation,
            Token::Symbol("!=") => Ctl::not,
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => return Ok(None),
        };
        self.advance()?;
        Ok(Some(compared))
    }

    fn label(&mut self, what: Labelled) -> Parsed<(Option<Identifier>, Identifier)> {
        let place = self.place;
        let (procedure, label) = self.named("a label")?;
        if labelled(self.control, procedure.as_ref(), &label, what).is_empty() {
            let what = what.noun();
            let message = match &procedure {
                Some(procedure) => format!("there is no {what} labelled {procedure}:{label}"),
                None => format!("there is no {what} labelled {label}"),
            };
            return Err(Diagnostic::error(place, message));
        }
        Ok((procedure, label))
    }

    /// `name`, or `procedure:name`.
    fn named(&mut self, wanted: &str) -> Parsed<(Option<Identifier>, Identifier)> {
        let first = self.name(wanted)?;
        if self.token != Token::Symbol(":") {
            return Ok((None, first));
        }
        self.advance()?;
        Ok((Some(first), self.name("a name")?))
    }

    fn name(&mut self, wanted: &str) -> Parsed<Identifier> {
        let name = match &self.token {
            Token::Word(text) => Identifier::new(text),
            Token::Braced(text) => Identifier::new(text),
            Token::Number(_) | Token::Symbol(_) | Token::End => {
                return Err(self.unexpected(wanted));
            }
        };
        self.advance()?;
        Ok(name)
    }

    fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.token != Token::Symbol(symbol) {
            return Err(self.unexpected(&format!("`{symbol}`")));
        }
        self.advance()
    }

    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match &self.token {
            Token::End => "the end of the formula".to_owned(),
            token @ (Token::Word(_) | Token::Braced(_) | Token::Number(_) | Token::Symbol(_)) => {
                token.describe()
            }
        };
        Diagnostic::error(self.place, format!("expected {wanted}, found {found}"))
    }

    fn advance(&mut self) -> Parsed<()> {
        (self.token, self.place) = self.lexer.next()?;
        Ok(())
    }
}
