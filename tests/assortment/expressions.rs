//! Expressions of every type. They are in parentheses, so that nothing has to be known of levels.

use super::kinds::{Kind, NUMBERS};
use super::{Callable, Named, Writer};

impl Writer {
    /// What the place can name of some types.
    pub(super) fn names(&self, kinds: &[Kind]) -> Vec<String> {
        let fitting = self
            .scope
            .iter()
            .filter(|named| kinds.contains(&named.kind));
        fitting.map(|named| named.text.clone()).collect()
    }

    fn name(&mut self, kinds: &[Kind]) -> Option<String> {
        let mut names = self.names(kinds);
        match names.len() {
            0 => None,
            count => Some(names.swap_remove(self.below(count))),
        }
    }

    /// A value of a type, or one that its subtype may not hold.
    pub(super) fn value(&mut self, kind: Kind, depth: usize) -> String {
        match kind {
            Kind::Small | Kind::Integer | Kind::Natural | Kind::Index | Kind::Even => {
                self.number(depth)
            }
            Kind::Little => format!("{} mod 5", self.number(0)),
            Kind::Byte => self.byte(depth),
            Kind::Derived => self.derived(depth),
            Kind::Wheel => self.wheel(depth),
            Kind::Colour => self.colour(depth),
            Kind::Truth => self.truth(depth),
            _ => self.composite(kind, depth),
        }
    }

    /// Of type Integer.
    pub(super) fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(4) {
            let name = self.name(&NUMBERS).filter(|_| !self.one_in(4));
            return name.unwrap_or_else(|| self.below(10).to_string());
        }
        let less = depth - 1;
        match self.below(19) {
            0..6 => {
                let (left, right) = (self.number(less), self.number(less));
                let operator = self.pick(&["+", "-", "*", "+", "-"]);
                format!("({left} {operator} {right})")
            }
            6 => {
                let (left, other) = (self.number(less), self.number(less));
                let operator = self.pick(&["mod", "rem", "/"]);
                let right = self.pick(&["2", "3", "5", "(-3)", &other]);
                format!("({left} {operator} {right})")
            }
            7 => {
                let operator = self.pick(&["abs ", "-"]);
                format!("({operator}({}))", self.number(less))
            }
            8 => {
                let (condition, yes) = (self.truth(less), self.number(less));
                format!("(if {condition} then {yes} else {})", self.number(less))
            }
            9 => {
                let (function, left) = (self.pick(&["Min", "Max"]), self.number(less));
                format!("Integer'{function} ({left}, {})", self.number(less))
            }
            10 => format!("Colour'Pos ({})", self.colour(less)),
            11 => format!("Integer ({})", self.wheel(less)),
            12 | 13 => self.component(less),
            14 => {
                let (of, red, warm) = (self.colour(less), self.number(less), self.number(less));
                format!(
                    "(case {of} is when Red => {red}, when Green .. Blue => {warm}, when others => {})",
                    self.number(less)
                )
            }
            15 => format!("Integer ({})", self.byte(less)),
            16 => self.called(less).unwrap_or_else(|| self.number(less)),
            17 => {
                let attribute = self.pick(&["Length", "First", "Last"]);
                let vector = self.name(&[Kind::Vector]);
                vector.map_or_else(|| self.number(less), |name| format!("{name}'{attribute}"))
            }
            _ => {
                let subtype = self.pick(&["Small", "Index", "Even", "Natural"]);
                format!("{subtype}'({})", self.number(less))
            }
        }
    }

    /// The call of a function that gives a number.
    fn called(&mut self, depth: usize) -> Option<String> {
        let numbers = |one: &&Callable| one.result.is_some_and(|kind| NUMBERS.contains(&kind));
        let fitting: Vec<Callable> = self.callables.iter().filter(numbers).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let called = &fitting[self.below(fitting.len())];
        let kinds = called.formals.iter().map(|(_, kind)| *kind);
        let actuals: Vec<String> = kinds.map(|kind| self.value(kind, depth.min(1))).collect();
        Some(format!("{} ({})", called.name, actuals.join(", ")))
    }

    /// A number that is part of something.
    fn component(&mut self, depth: usize) -> String {
        let kinds = [
            Kind::Row,
            Kind::Rows,
            Kind::Vector,
            Kind::Grid,
            Kind::Pair,
            Kind::Pairs,
            Kind::Choice,
            Kind::Derived,
            Kind::Account,
        ];
        let kind = self.kind_of(&kinds);
        let Some(name) = self.name(&[kind]) else {
            return self.number(depth);
        };
        let (one, other) = (self.number(depth), self.number(depth));
        match kind {
            Kind::Row | Kind::Vector => format!("{name} ({one})"),
            Kind::Rows => format!("{name} ({one}) ({other})"),
            Kind::Grid => format!("{name} ({one}, {other})"),
            Kind::Pair if self.one_in(2) => format!("{name}.A"),
            Kind::Pair => format!("{name}.V ({one})"),
            Kind::Pairs if self.one_in(2) => format!("{name} ({one}).A"),
            Kind::Pairs => format!("{name} ({one}).V ({other})"),
            Kind::Choice if self.one_in(2) => format!("{name}.X"),
            Kind::Choice => format!("(if {name}.Has then {name}.X else {one})"),
            Kind::Account if self.one_in(2) => format!("Level ({name})"),
            Kind::Account => format!("Level (More ({name}, {one}))"),
            _ => format!("Integer ({})", self.derived(depth)),
        }
    }

    fn byte(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            return self.name(&[Kind::Byte]).unwrap_or("Byte'(7)".to_owned());
        }
        match self.below(4) {
            0 => format!("Byte ({})", self.number(depth - 1)),
            1 => format!("(-({}))", self.byte(depth - 1)),
            _ => {
                let (left, right) = (self.byte(depth - 1), self.byte(depth - 1));
                let operator = self.pick(&["+", "-", "*", "/", "rem", "mod"]);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn derived(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            let name = self.name(&[Kind::Derived]);
            return name.unwrap_or("Derived'(3)".to_owned());
        }
        match self.below(3) {
            0 => format!("Derived ({})", self.number(depth - 1)),
            1 => format!("(abs ({}))", self.derived(depth - 1)),
            _ => {
                let (left, right) = (self.derived(depth - 1), self.derived(depth - 1));
                let operator = self.pick(&["+", "-", "*"]);
                format!("({left} {operator} {right})")
            }
        }
    }

    fn wheel(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            return self.name(&[Kind::Wheel]).unwrap_or("Wheel'(5)".to_owned());
        }
        match self.below(6) {
            0 => format!("Wheel'Mod ({})", self.number(depth - 1)),
            1 => format!("Wheel ({})", self.number(depth - 1)),
            2 => {
                let operator = self.pick(&["not ", "-"]);
                format!("({operator}({}))", self.wheel(depth - 1))
            }
            _ => {
                let (left, right) = (self.wheel(depth - 1), self.wheel(depth - 1));
                let operators = ["+", "-", "*", "and", "or", "xor", "/", "mod", "rem"];
                format!("({left} {} {right})", self.pick(&operators))
            }
        }
    }

    pub(super) fn colour(&mut self, depth: usize) -> String {
        if depth == 0 || self.one_in(3) {
            let name = self.name(&[Kind::Colour]).filter(|_| !self.one_in(4));
            let literal = self.pick(&["Red", "Cyan", "White"]);
            return name.unwrap_or(literal.to_owned());
        }
        let less = depth - 1;
        match self.below(6) {
            0 => {
                let function = self.pick(&["Succ", "Pred"]);
                format!("Colour'{function} ({})", self.colour(less))
            }
            1 => format!("Colour'Val ({} mod 5)", self.number(less)),
            2 => {
                let (condition, yes) = (self.truth(less), self.colour(less));
                format!("(if {condition} then {yes} else {})", self.colour(less))
            }
            3 => {
                let (function, left) = (self.pick(&["Min", "Max"]), self.colour(less));
                format!("Colour'{function} ({left}, {})", self.colour(less))
            }
            4 => match self.name(&[Kind::Pair]) {
                Some(name) => format!("{name}.B"),
                None => self.colour(less),
            },
            _ => match self.name(&[Kind::Colour]) {
                Some(name) => format!("{}'({name})", self.pick(&["Warm", "Cold"])),
                None => self.colour(less),
            },
        }
    }

    pub(super) fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            let name = self.name(&[Kind::Truth]).filter(|_| self.one_in(3));
            return name.unwrap_or_else(|| self.comparison(0));
        }
        let less = depth - 1;
        match self.below(14) {
            0..5 => self.comparison(less),
            5 | 6 => {
                let (left, right) = (self.truth(less), self.truth(less));
                let operator = self.pick(&["and then", "or else", "and", "or", "xor"]);
                format!("({left} {operator} {right})")
            }
            7 => format!("(not {})", self.truth(less)),
            8 => {
                let (of, low, high) = (self.number(less), self.number(0), self.number(0));
                let range = format!("{low} .. {high}");
                let choices = [
                    "Even",
                    "Index",
                    "1 .. 4",
                    "2 | 4 | 6 .. 8",
                    "Even | 3",
                    &range,
                ];
                let is_in = self.pick(&["in", "not in"]);
                format!("({of} {is_in} {})", self.pick(&choices))
            }
            9 => {
                let (of, is_in) = (self.colour(less), self.pick(&["in", "not in"]));
                let choices = ["Warm", "Cold", "Green .. Blue", "Red | Blue"];
                format!("({of} {is_in} {})", self.pick(&choices))
            }
            10 => self.over_indices(less),
            11 => self.over_components(less),
            12 => {
                let kinds = [Kind::Row, Kind::Vector, Kind::Pair, Kind::Grid];
                let kind = self.kind_of(&kinds);
                let Some(name) = self.name(&[kind]) else {
                    return self.comparison(less);
                };
                let other = self.composite(kind, less);
                let equals = self.pick(&["=", "/="]);
                format!("({name} {equals} {}'({other}))", kind.ada())
            }
            _ => {
                let (left, right) = (self.wheel(less), self.wheel(less));
                format!("({left} {} {right})", self.pick(&["<", "=", ">="]))
            }
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let operators = ["<", "<=", "=", "/=", ">", ">="];
        if self.one_in(6) {
            let (left, right) = (self.colour(depth), self.colour(depth));
            return format!("(Colour'({left}) {} {right})", self.pick(&operators));
        }
        let (left, right) = (self.number(depth), self.number(depth));
        format!("({left} {} {right})", self.pick(&operators))
    }

    fn over_indices(&mut self, depth: usize) -> String {
        let Some(row) = self.name(&[Kind::Row, Kind::Vector]) else {
            return self.comparison(depth);
        };
        let (low, high) = (self.number(0), self.number(0));
        let (all, own) = (format!("{row}'Range"), format!("{low} .. {high}"));
        let range = self.pick(&["Index", "1 .. 3", &all, &own]);
        let quantifier = self.pick(&["all", "some"]);
        let index = self.fresh("Q");
        let parameter = vec![Named::constant(&index, Kind::Index)];
        let condition = self.with(parameter, |this| this.truth(depth));
        format!("(for {quantifier} {index} in {range} => {condition})")
    }

    fn over_components(&mut self, depth: usize) -> String {
        let Some(row) = self.name(&[Kind::Row, Kind::Vector, Kind::Grid]) else {
            return self.comparison(depth);
        };
        let quantifier = self.pick(&["all", "some"]);
        let element = self.fresh("E");
        let parameter = vec![Named::constant(&element, Kind::Small)];
        let condition = self.with(parameter, |this| this.truth(depth));
        format!("(for {quantifier} {element} of {row} => {condition})")
    }

    /// An array, a record or a value of the private type: a name, or an aggregate.
    pub(super) fn composite(&mut self, kind: Kind, depth: usize) -> String {
        let name = self.name(&[kind]);
        if let Some(name) = &name
            && (depth == 0 || self.one_in(3))
        {
            return name.clone();
        }
        let less = depth.saturating_sub(1);
        let (one, other) = (self.number(less), self.number(less));
        match (kind, self.below(5), name) {
            (Kind::Row, 0, Some(name)) => {
                format!("({name} with delta {one} => {other}, 2 .. 3 => 7)")
            }
            (Kind::Row, 1, _) => {
                let index = self.fresh("K");
                let parameter = vec![Named::constant(&index, Kind::Index)];
                let value = self.with(parameter, |this| this.number(less));
                format!("(for {index} in Index => {value})")
            }
            (Kind::Row, 2, _) => format!("({one}, {other}, 1, 2, 3)"),
            (Kind::Row, 3, _) => format!("(1 => {one}, 2 .. 3 => {other}, others => 0)"),
            (Kind::Vector, 0, Some(name)) => format!("{name} ({one} .. {other})"),
            (Kind::Vector, 1, Some(name)) => format!("{name} & ({one})"),
            (Kind::Vector, 2, _) => format!("(1 .. {one} => {other})"),
            (Kind::Vector, ..) => format!("(1 => {one}, 2 .. 3 => {other})"),
            (Kind::Grid, 0 | 1, _) => format!("(1 => ({one}, {other}, 0), 2 => (others => 1))"),
            (Kind::Grid, ..) => format!("(others => (others => {one}))"),
            (Kind::Pair, 0 | 1, Some(name)) => {
                let change = match self.below(2) {
                    0 => format!("A => {one}"),
                    _ => format!("B => {}, F => {}", self.colour(less), self.truth(less)),
                };
                format!("({name} with delta {change})")
            }
            (Kind::Pair, 2, _) => {
                format!("(A => {one}, B => <>, V => (others => {other}), F => True)")
            }
            (Kind::Pair, ..) => {
                let (colour, row) = (self.colour(less), self.composite(Kind::Row, less));
                format!("({one}, {colour}, {row}, {})", self.truth(less))
            }
            (Kind::Rows, ..) => format!("(others => {})", self.composite(Kind::Row, less)),
            (Kind::Pairs, ..) => format!("(others => {})", self.composite(Kind::Pair, less)),
            (Kind::Choice, 0 | 1, _) => "(Has => False)".to_owned(),
            (Kind::Choice, ..) => format!("(Has => True, X => {one})"),
            (Kind::Account, 0 | 1, Some(name)) => format!("More ({name}, {one})"),
            (Kind::Account, ..) => format!("Make ({one})"),
            _ => format!("(others => {one})"),
        }
    }
}
