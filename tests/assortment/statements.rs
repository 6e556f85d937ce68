//! Statements. Loops come to an end: their ranges are small, or they count.

use super::kinds::{ALL, Kind};
use super::{Callable, Named, Writer};

impl Writer {
    pub(super) fn block(&mut self, depth: usize) {
        let before = self.scope.len();
        self.indent += 1;
        for _ in 0..=self.below(2) {
            self.statement(depth - 1);
        }
        self.indent -= 1;
        self.scope.truncate(before);
    }

    pub(super) fn statement(&mut self, depth: usize) {
        match self.below(if depth > 0 { 20 } else { 11 }) {
            0..7 => self.assignment(),
            7 | 8 => {
                let condition = self.truth(2);
                self.line(&format!("pragma Assert ({condition});"));
            }
            9 => self.call(),
            10 => match self.nested.clone() {
                Some(nested) => {
                    let argument = self.number(1);
                    self.line(&format!("{nested} ({argument});"));
                }
                None => self.assignment(),
            },
            11..14 => self.conditional(depth),
            14 | 15 => self.for_loop(depth),
            16 => self.while_loop(depth),
            17 => self.case(depth),
            18 => self.declared(depth),
            _ if self.is_procedure => {
                let condition = self.truth(1);
                self.line(&format!("if {condition} then return; end if;"));
            }
            _ => self.assignment(),
        }
    }

    fn conditional(&mut self, depth: usize) {
        let condition = self.truth(2);
        self.line(&format!("if {condition} then"));
        self.block(depth);
        if self.one_in(3) {
            let condition = self.truth(1);
            self.line(&format!("elsif {condition} then"));
            self.block(depth);
        }
        if self.one_in(2) {
            self.line("else");
            self.block(depth);
        }
        self.line("end if;");
    }

    fn for_loop(&mut self, depth: usize) {
        let parameter = self.fresh("I");
        let (low, high) = (self.number(0), self.number(0));
        let (red, blue) = (self.colour(0), self.colour(0));
        let mut rows = self.names(&[Kind::Row, Kind::Vector]);
        let row = rows.pop().unwrap_or("Index".to_owned());
        let reverse = self.pick(&["", "", "reverse "]);
        let (head, kind) = match self.below(6) {
            0 => (format!("in {reverse}Index"), Kind::Index),
            1 => (
                format!("in {reverse}Integer range {low} mod 5 .. {high} mod 7"),
                Kind::Integer,
            ),
            2 => (
                format!("in {reverse}Colour range {red} .. {blue}"),
                Kind::Colour,
            ),
            3 => (format!("in {reverse}Cold"), Kind::Colour),
            _ if row == "Index" => (format!("in {reverse}1 .. 3"), Kind::Index),
            4 => (format!("in {reverse}{row}'Range"), Kind::Index),
            _ => (format!("of {reverse}{row}"), Kind::Small),
        };
        self.line(&format!("for {parameter} {head} loop"));
        let own = vec![Named::constant(&parameter, kind)];
        self.with(own, |this| {
            if this.one_in(4) {
                let condition = this.truth(1);
                this.line(&format!("   pragma Loop_Invariant ({condition});"));
            }
            if this.one_in(4) {
                let condition = this.truth(1);
                this.line(&format!("   exit when {condition};"));
            }
            this.block(depth);
        });
        self.line("end loop;");
    }

    fn while_loop(&mut self, depth: usize) {
        let count = self.fresh("W");
        let (most, condition) = (1 + self.below(4), self.truth(1));
        self.line("declare");
        self.line(&format!("   {count} : Natural := 0;"));
        self.line("begin");
        self.line(&format!(
            "   while {count} < {most} and then {condition} loop"
        ));
        self.line(&format!("      {count} := {count} + 1;"));
        self.indent += 1;
        let own = vec![Named::constant(&count, Kind::Natural)];
        self.with(own, |this| this.block(depth));
        self.indent -= 1;
        self.line("   end loop;");
        self.line("end;");
    }

    fn case(&mut self, depth: usize) {
        let of = self.colour(1);
        self.line(&format!("case Colour'({of}) is"));
        self.indent += 1;
        for choice in ["Red | Blue", "Green", "others"] {
            self.line(&format!("when {choice} =>"));
            self.block(depth);
        }
        self.indent -= 1;
        self.line("end case;");
    }

    /// A block with something of its own.
    fn declared(&mut self, depth: usize) {
        let name = self.fresh("D");
        let (one, other) = (self.number(1), self.number(1));
        self.line("declare");
        self.indent += 1;
        let kind = match self.below(5) {
            0 => {
                self.line(&format!(
                    "{name} : Vector ({one} .. {other}) := (others => 2);"
                ));
                Kind::Vector
            }
            1 => {
                let subtype = self.fresh("T");
                self.line(&format!(
                    "subtype {subtype} is Integer range {one} .. {other};"
                ));
                self.line(&format!("{name} : {subtype} := {one};"));
                Kind::Integer
            }
            2 => {
                let mut rows = self
                    .scope
                    .iter()
                    .filter(|named| named.kind == Kind::Row && named.is_variable);
                match rows.next().map(|row| row.text.clone()) {
                    Some(row) => self.line(&format!("{name} : Small renames {row} ({one});")),
                    None => self.line(&format!("{name} : Small := {one};")),
                }
                Kind::Small
            }
            _ => {
                let kind = self.kind_of(&ALL);
                let value = self.value(kind, 1);
                self.line(&format!("{name} : {} := {value};", kind.ada()));
                kind
            }
        };
        self.indent -= 1;
        self.line("begin");
        self.with(vec![Named::variable(&name, kind)], |this| this.block(depth));
        self.line("end;");
    }

    /// A call of a procedure that comes before; what it changes is the caller's alone.
    fn call(&mut self) {
        let procedures = self.callables.iter().filter(|one| one.result.is_none());
        let procedures: Vec<Callable> = procedures.cloned().collect();
        if procedures.is_empty() {
            return self.assignment();
        }
        let called = procedures[self.below(procedures.len())].clone();
        let mut own: Vec<Named> = self
            .scope
            .iter()
            .filter(|named| named.is_own)
            .cloned()
            .collect();
        let mut actuals = Vec::new();
        for (mode, kind) in &called.formals {
            if *mode == "in" && kind.is_scalar() {
                actuals.push(self.value(*kind, 1));
                continue;
            }
            let fits = |named: &Named| named.kind == *kind && (*mode == "in" || named.is_variable);
            match own.iter().position(fits) {
                Some(at) => actuals.push(own.swap_remove(at).text),
                None => return self.assignment(),
            }
        }
        self.line(&format!("{} ({});", called.name, actuals.join(", ")));
    }

    fn assignment(&mut self) {
        let variables = self.scope.iter().filter(|named| named.is_variable);
        let variables: Vec<Named> = variables.cloned().collect();
        if variables.is_empty() {
            return self.line("null;");
        }
        let Named {
            text, kind, is_own, ..
        } = variables[self.below(variables.len())].clone();
        let (at, other) = (self.number(1), self.number(1));
        let (target, kind) = match (kind, self.below(4)) {
            (Kind::Row | Kind::Vector, 0) => {
                let (low, high) = (self.number(1), self.number(1));
                let moved = format!("{text} ({at} .. {other}) := {text} ({low} .. {high});");
                return self.line(&moved);
            }
            (Kind::Row | Kind::Vector, 1 | 2) => (format!("{text} ({at})"), Kind::Small),
            (Kind::Rows, 0 | 1) => (format!("{text} ({at}) ({other})"), Kind::Small),
            (Kind::Rows, 2) => (format!("{text} ({at})"), Kind::Row),
            (Kind::Grid, 0..3) => (format!("{text} ({at}, {other})"), Kind::Small),
            (Kind::Pair, 0) => (format!("{text}.V ({at})"), Kind::Small),
            (Kind::Pair, 1) => (format!("{text}.A"), Kind::Small),
            (Kind::Pair, 2) => (format!("{text}.B"), Kind::Colour),
            (Kind::Pairs, 0) => (format!("{text} ({at}).V ({other})"), Kind::Small),
            (Kind::Pairs, 1) => (format!("{text} ({at}).B"), Kind::Colour),
            (Kind::Pairs, 2) => (format!("{text} ({at})"), Kind::Pair),
            (Kind::Choice, 0 | 1) => (format!("{text}.X"), Kind::Small),
            (Kind::Account, 0 | 1) if is_own => return self.line(&format!("Add ({text}, {at});")),
            (kind, _) => (text, kind),
        };
        let value = self.value(kind, 2);
        self.line(&format!("{target} := {value};"));
    }
}
