//! Text → [`Expr`], by operator precedence.

use super::ast::{BinaryOperator, Expr};
use super::lexer::Token;
use super::outline::Role;
use super::parse::{Parsed, Parser};

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        self.check_depth()?;
        let first = self.operand()?;
        let result = self.expression_from(first);
        self.depth -= 1;
        result
    }

    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut expressions = vec![self.expression()?];
        while self.takes(",")? {
            expressions.push(self.expression()?);
        }
        Ok(expressions)
    }

    /// The expression whose first operand has been read.
    pub(super) fn expression_from(&mut self, first: Expr) -> Parsed<Expr> {
        let condition = self.binary(first, 1)?;
        if !self.takes("?")? {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        Ok(Expr::Conditional(
            Box::new(condition),
            Box::new(then),
            Box::new(otherwise),
        ))
    }

    /// Operators that bind at least as tightly as `least`, behind a left operand.
    fn binary(&mut self, mut left: Expr, least: u8) -> Parsed<Expr> {
        // Operands of a chain `a & b & c` are joined; those of `(a & b) & c` are not.
        let mut chain: Option<BinaryOperator> = None;
        while let Some(operator) = self.operator() {
            let precedence = self.dialect.precedence(operator);
            if precedence < least {
                break;
            }
            self.advance()?;
            self.depth += 1;
            self.check_depth()?;
            let first = self.operand()?;
            // Implication associates to the right, the others to the left.
            let tighter = precedence + u8::from(operator != BinaryOperator::Implies);
            let right = self.binary(first, tighter)?;
            self.depth -= 1;
            let joins = chain == Some(operator)
                && matches!(operator, BinaryOperator::And | BinaryOperator::Or);
            if let Expr::Binary(_, operands) = &mut left
                && joins
            {
                operands.push(right);
            } else {
                left = Expr::Binary(operator, vec![left, right]);
            }
            chain = Some(operator);
        }
        Ok(left)
    }

    fn operator(&self) -> Option<BinaryOperator> {
        let Token::Symbol(symbol) = self.token else {
            return None;
        };
        match symbol {
            "&" => Some(BinaryOperator::And),
            "|" => Some(BinaryOperator::Or),
            "^" => Some(BinaryOperator::Xor),
            "=" => Some(BinaryOperator::Equal),
            "!=" => Some(BinaryOperator::NotEqual),
            "=>" => Some(BinaryOperator::Implies),
            _ => None,
        }
    }

    fn operand(&mut self) -> Parsed<Expr> {
        // A run of negations is read without recursion.
        let mut negations = 0_usize;
        while matches!(self.token, Token::Symbol("!" | "~")) {
            self.advance()?;
            negations += 1;
        }
        let mut operand = self.primary()?;
        for _ in 0..negations {
            operand = Expr::Not(Box::new(operand));
        }
        Ok(operand)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let expression = match self.token {
            Token::Number("0") | Token::Word("F") => Expr::Constant(false),
            Token::Number("1") | Token::Word("T") => Expr::Constant(true),
            // `?` between operands is the conditional; here it is Bebop's choice.
            Token::Symbol("*" | "?") => Expr::Lost,
            Token::Word("nondet") => Expr::Nondet,
            Token::Symbol("(") => {
                self.advance()?;
                let inner = self.expression()?;
                self.expect(")")?;
                return Ok(inner);
            }
            Token::Symbol("'") => {
                self.advance()?;
                let (name, place) = self.identifier("a variable")?;
                self.procedure.note(&name, self.next_role, Some(place));
                return Ok(Expr::Next(name));
            }
            Token::Word("choose") => {
                self.advance()?;
                return self.choice("(", ")");
            }
            Token::Word("schoose") => {
                self.advance()?;
                return self.choice("[", "]");
            }
            Token::Word(_)
            | Token::Braced(_)
            | Token::Number(_)
            | Token::Symbol(_)
            | Token::End => {
                let (name, place) = self.identifier("an expression")?;
                self.procedure.note(&name, Role::Read, Some(place));
                return Ok(Expr::Variable(name));
            }
        };
        self.advance()?;
        Ok(expression)
    }

    fn choice(&mut self, open: &str, close: &str) -> Parsed<Expr> {
        self.expect(open)?;
        let positive = self.expression()?;
        self.expect(",")?;
        let negative = self.expression()?;
        self.expect(close)?;
        Ok(Expr::choose(positive, negative))
    }
}
