//! Random expressions over the variables in scope.

use sabs::interpret::RandomEnvironment;

use super::{Kind, Name};

/// An expression, with what is needed to put it into a larger one.
pub(crate) struct Expression {
    pub(crate) text: String,
    level: Level,
    /// Ada evaluates what is made of literals only while compiling and rejects it if it fails, so
    /// an operator gets at most one such operand.
    is_static: bool,
}

/// How tightly the outermost operator binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Logical,
    Relation,
    Sum,
    Product,
    Factor,
    Primary,
}

pub(crate) struct Expressions<'a> {
    random: &'a mut RandomEnvironment,
    scope: &'a [Name],
    /// What follows a line break; `None` to stay on one line.
    breaks: Option<String>,
    /// Whether constants may be huge.
    has_huge: bool,
}

impl Expression {
    fn new(text: impl Into<String>, level: Level) -> Expression {
        Expression {
            text: text.into(),
            level,
            is_static: false,
        }
    }

    fn constant(text: impl Into<String>) -> Expression {
        let text = text.into();
        let level = if text.starts_with('-') {
            Level::Sum
        } else {
            Level::Primary
        };
        Expression {
            text,
            level,
            is_static: true,
        }
    }

    fn at_least(self, level: Level) -> String {
        if self.level < level {
            format!("({})", self.text)
        } else {
            self.text
        }
    }

    /// As an operand of anything.
    pub(crate) fn in_parentheses(self) -> String {
        self.at_least(Level::Primary)
    }
}

impl<'a> Expressions<'a> {
    pub(crate) fn new(
        random: &'a mut RandomEnvironment,
        scope: &'a [Name],
        breaks: String,
    ) -> Expressions<'a> {
        Expressions {
            random,
            scope,
            breaks: Some(breaks),
            has_huge: true,
        }
    }

    pub(crate) fn on_one_line(mut self) -> Expressions<'a> {
        self.breaks = None;
        self
    }

    /// One of the variables that fit, or `otherwise`.
    fn variable(&mut self, fits: impl Fn(Kind) -> bool, otherwise: &str) -> Expression {
        let fitting: Vec<&Name> = self.scope.iter().filter(|name| fits(name.kind)).collect();
        let chosen = fitting.get(self.random.below(fitting.len().max(1)));
        Expression::new(
            chosen.map_or(otherwise, |name| name.text.as_str()),
            Level::Primary,
        )
    }

    /// An integer variable; the package has one.
    fn integer_variable(&mut self) -> Expression {
        self.variable(|kind| kind != Kind::Boolean, "G")
    }

    fn literal(&mut self) -> Expression {
        let huge = [
            "46341",
            "65536",
            "2_000_000_000",
            "Integer'Last",
            "Integer'First",
        ];
        match self.random.below(8) {
            0 if self.has_huge => Expression::constant(huge[self.random.below(huge.len())]),
            1 => Expression::constant(format!("-{}", self.random.below(9))),
            _ => Expression::constant(self.random.below(20).to_string()),
        }
    }

    /// A space or a line break.
    fn gap(&mut self) -> String {
        match &self.breaks {
            Some(indent) if self.random.below(4) == 0 => format!("\n{indent}"),
            _ => " ".to_owned(),
        }
    }

    fn binary(&mut self, left: &str, operator: &str, right: &str, level: Level) -> Expression {
        let (before, after) = (self.gap(), self.gap());
        Expression::new(format!("{left}{before}{operator}{after}{right}"), level)
    }

    pub(crate) fn integer(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            return if self.random.below(3) == 0 {
                self.literal()
            } else {
                self.integer_variable()
            };
        }
        let operators = ["+", "-", "+", "-", "*", "/", "mod", "rem", "abs", "negate"];
        let operator = operators[self.random.below(operators.len())];
        let mut left = self.integer(depth - 1);
        if matches!(operator, "abs" | "negate") {
            if left.is_static {
                left = self.integer_variable();
            }
            return if operator == "abs" {
                Expression::new(
                    format!("abs {}", left.at_least(Level::Primary)),
                    Level::Factor,
                )
            } else {
                Expression::new(format!("-{}", left.at_least(Level::Product)), Level::Sum)
            };
        }
        let shallower = self.random.below(depth);
        let mut right = self.integer(shallower);
        if left.is_static && right.is_static {
            right = self.integer_variable();
        }
        // GNAT takes `E mod D` for 0 without evaluating E where D is -1 (RM 11.6 allows that), so
        // E has no checks where D could be -1.
        let may_be_minus_one = !right.is_static || right.text == "-1";
        if matches!(operator, "mod" | "rem") && may_be_minus_one {
            left = self.integer_variable();
        }
        // GNAT folds `E + 0` and `1 * E` to E and reports a range check at E, not at the operator;
        // and GNAT 12 computes `0 - Integer'First` without a check, against the language.
        for operand in [&mut left, &mut right] {
            if matches!(operand.text.as_str(), "0" | "-0" | "1") {
                *operand = self.integer_variable();
            }
        }
        // `E - E` and `E mod E` are zeros, too.
        if left.text == right.text {
            right = Expression::constant("3");
        }
        let (level, above) = if matches!(operator, "+" | "-") {
            (Level::Sum, Level::Product)
        } else {
            (Level::Product, Level::Factor)
        };
        let (left, right) = (left.at_least(level), right.at_least(above));
        self.binary(&left, operator, &right, level)
    }

    /// An integer that often lies in the range of `Small`. Without huge constants: of a value that
    /// GNAT can tell to lie outside `Small` it does not check the overflow.
    pub(crate) fn small(&mut self, depth: usize) -> Expression {
        self.has_huge = false;
        if self.random.below(3) == 0 {
            return self.integer(depth);
        }
        let operand = self.integer(depth);
        if operand.is_static {
            return self.integer_variable();
        }
        let operand = operand.at_least(Level::Product);
        let operator = ["mod", "rem"][self.random.below(2)];
        let right = ["7", "20", "(-13)"][self.random.below(3)];
        self.binary(&operand, operator, right, Level::Product)
    }

    /// A truth value. Both operands of a logical operator are free of checks, save the right one of
    /// a short-circuit form: where GNAT knows one operand and it decides the whole, it does not
    /// evaluate the other (RM 11.6 allows that).
    pub(crate) fn boolean(&mut self, depth: usize) -> Expression {
        match self.random.below(if depth == 0 { 5 } else { 10 }) {
            0 => self.variable(|kind| kind == Kind::Boolean, "True"),
            1..=3 => self.relation(depth),
            4 => self.membership(depth),
            5 => {
                let operand = self.boolean(depth - 1).at_least(Level::Primary);
                Expression::new(format!("not {operand}"), Level::Factor)
            }
            6 | 7 => {
                let operator = ["and then", "or else"][self.random.below(2)];
                let left = self.logical(depth - 1).at_least(Level::Relation);
                let right = self.boolean(depth - 1).at_least(Level::Relation);
                self.binary(&left, operator, &right, Level::Logical)
            }
            _ => self.logical(depth),
        }
    }

    /// A truth value without checks.
    fn logical(&mut self, depth: usize) -> Expression {
        if depth == 0 {
            return self.boolean(0);
        }
        let operators = ["and", "or", "xor", "and then", "or else"];
        let operator = operators[self.random.below(operators.len())];
        let left = self.logical(depth - 1).at_least(Level::Relation);
        let right = self.logical(depth - 1).at_least(Level::Relation);
        self.binary(&left, operator, &right, Level::Logical)
    }

    fn relation(&mut self, depth: usize) -> Expression {
        let operators = ["=", "/=", "<", "<=", ">", ">="];
        let operator = operators[self.random.below(operators.len())];
        // GNAT takes `A or X >= X` and `A or X >= Integer'First` for true without evaluating A
        // (RM 11.6 allows that): no such comparisons.
        let had_huge = std::mem::replace(&mut self.has_huge, false);
        let left = self.integer(depth);
        let shallower = self.random.below(depth + 1);
        let mut right = self.integer(shallower);
        if left.is_static && right.is_static {
            right = self.integer_variable();
        }
        if left.text == right.text {
            right = self.literal();
        }
        self.has_huge = had_huge;
        let (left, right) = (left.at_least(Level::Sum), right.at_least(Level::Sum));
        self.binary(&left, operator, &right, Level::Relation)
    }

    fn membership(&mut self, depth: usize) -> Expression {
        let operator = ["in", "not in"][self.random.below(2)];
        let operand = if depth == 0 {
            self.integer_variable()
        } else {
            self.integer(depth)
        };
        let operand = operand.at_least(Level::Sum);
        let choices = if self.random.below(3) == 0 {
            "Small".to_owned()
        } else {
            let low = self.integer(0).at_least(Level::Sum);
            let high = self.integer(0).at_least(Level::Sum);
            format!("{low} .. {high}")
        };
        self.binary(&operand, operator, &choices, Level::Relation)
    }

    /// A relation that nearly always holds.
    pub(crate) fn likely(&mut self) -> String {
        let operand = self.integer_variable().text;
        let bound = self.random.below(500);
        format!("{operand} /= {bound}")
    }
}
