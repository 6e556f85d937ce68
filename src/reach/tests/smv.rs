//! SMV's systems against the engine: a small evaluator reads the text and explores it.

use quickcheck::QuickCheck;

use super::*;
use crate::bdd::{Bdd, Level, Manager};
use crate::bp::convert::to_smv;
use crate::bp::{Statement, StatementKind};

/// What an SMV text declares and says.
struct System<'a> {
    /// Per variable its values, in order, and the first of its bits.
    variables: BTreeMap<&'a str, (Vec<&'a str>, u32)>,
    manager: Manager,
    bits: u32,
    start: Bdd,
    step: Bdd,
    invariants: Vec<Bdd>,
}

/// The tokens of an SMV text, comments left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("--").next().unwrap().trim_start();
        while !rest.is_empty() {
            let symbols = ["<->", "->"];
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let length = match symbols.iter().find(|symbol| rest.starts_with(**symbol)) {
                Some(symbol) => symbol.len(),
                None => word.unwrap_or(rest.len()).max(1),
            };
            found.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// Reads expressions; everything composed is in parentheses.
struct Reader<'t, 'a> {
    tokens: &'t [&'a str],
    at: usize,
}

impl<'a> Reader<'_, 'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        self.at += 1;
        self.tokens[self.at - 1]
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.take(), token, "at token {}", self.at);
    }

    fn expression(&mut self, system: &mut System<'a>) -> Bdd {
        let mut left = self.operand(system);
        loop {
            let operator = self.peek();
            if !["&", "|", "xor", "<->", "->"].contains(&operator) {
                return left;
            }
            self.take();
            let right = self.operand(system);
            let manager = &mut system.manager;
            left = match operator {
                "&" => manager.and(left, right),
                "|" => manager.or(left, right),
                "xor" => manager.xor(left, right),
                "<->" => manager.xor(left, !right),
                _ => manager.or(!left, right),
            }
            .unwrap();
        }
    }

    fn operand(&mut self, system: &mut System<'a>) -> Bdd {
        match self.take() {
            "(" => {
                let inner = self.expression(system);
                self.expect(")");
                inner
            }
            "!" => !self.operand(system),
            "TRUE" => Bdd::TRUE,
            "FALSE" => Bdd::FALSE,
            "case" => {
                let (mut open, mut sum) = (Bdd::TRUE, Bdd::FALSE);
                while self.peek() != "esac" {
                    let condition = self.expression(system);
                    self.expect(":");
                    let value = self.expression(system);
                    self.expect(";");
                    let manager = &mut system.manager;
                    let here = manager.and(open, condition).unwrap();
                    let this = manager.and(here, value).unwrap();
                    sum = manager.or(sum, this).unwrap();
                    open = manager.and(open, !condition).unwrap();
                }
                self.expect("esac");
                sum
            }
            word => self.atom(word, system),
        }
    }

    /// `x`, `next(x)`, `x = value`, `next(x) = x`, `x in {value, ..}`.
    fn atom(&mut self, word: &'a str, system: &mut System<'a>) -> Bdd {
        let (name, next) = self.reference(word);
        match self.peek() {
            "=" => {
                self.take();
                let other = self.take();
                if system.variables.contains_key(other) {
                    system.same(name, next, other)
                } else {
                    system.has(name, next, other)
                }
            }
            "in" => {
                self.take();
                self.expect("{");
                let mut sum = Bdd::FALSE;
                while self.tokens[self.at - 1] != "}" {
                    let value = self.take();
                    let has = system.has(name, next, value);
                    sum = system.manager.or(sum, has).unwrap();
                    self.take();
                }
                sum
            }
            _ => system.has(name, next, "TRUE"),
        }
    }

    fn reference(&mut self, word: &'a str) -> (&'a str, Time) {
        if word != "next" {
            return (word, Time::Now);
        }
        self.expect("(");
        let name = self.take();
        self.expect(")");
        (name, Time::Next)
    }
}

impl<'a> System<'a> {
    fn read(text: &'a str) -> System<'a> {
        let tokens = tokens(text);
        let mut system = System {
            variables: BTreeMap::new(),
            manager: Manager::new(1 << 22),
            bits: 0,
            start: Bdd::TRUE,
            step: Bdd::TRUE,
            invariants: Vec::new(),
        };
        let mut reader = Reader {
            tokens: &tokens,
            at: 0,
        };
        for expected in ["MODULE", "main", "VAR"] {
            reader.expect(expected);
        }
        while reader.tokens.get(reader.at + 1) == Some(&":") {
            system.declare(&mut reader);
        }
        while reader.at < tokens.len() {
            let section = reader.take();
            let said = reader.expression(&mut system);
            match section {
                "INIT" => system.start = system.manager.and(system.start, said).unwrap(),
                "TRANS" => system.step = system.manager.and(system.step, said).unwrap(),
                "INVARSPEC" => system.invariants.push(said),
                other => panic!("{other} is no section"),
            }
        }
        system
    }

    fn declare(&mut self, reader: &mut Reader<'_, 'a>) {
        let name = reader.take();
        reader.expect(":");
        let mut values = vec!["FALSE", "TRUE"];
        if reader.take() == "{" {
            values.clear();
            while reader.tokens[reader.at - 1] != "}" {
                values.push(reader.take());
                reader.take();
            }
        }
        reader.expect(";");
        let bits = (values.len().max(2) - 1).ilog2() + 1;
        self.variables.insert(name, (values, self.bits));
        self.bits += bits;
    }

    /// The levels of the bits of a variable.
    fn levels(&self, name: &str, next: Time) -> Vec<Level> {
        let (values, first) = &self.variables[name];
        let bits = (values.len().max(2) - 1).ilog2() + 1;
        let level = |bit: u32| Level((first + bit) * 2 + next as u32);
        (0..bits).map(level).collect()
    }

    fn has(&mut self, name: &str, next: Time, value: &str) -> Bdd {
        let values = &self.variables[name].0;
        let number = values.iter().position(|known| *known == value);
        let number = number.unwrap_or_else(|| panic!("{name} has no value {value}"));
        let levels = self.levels(name, next).into_iter().enumerate();
        let cube: Vec<(Level, bool)> = levels
            .map(|(bit, level)| (level, number >> bit & 1 == 1))
            .collect();
        self.manager.of_cube(&cube).unwrap()
    }

    fn same(&mut self, name: &str, next: Time, other: &str) -> Bdd {
        let pairs = self
            .levels(name, next)
            .into_iter()
            .zip(self.levels(other, Time::Now));
        let mut all = Bdd::TRUE;
        for (first, second) in pairs.collect::<Vec<_>>() {
            let first = self.manager.variable(first).unwrap();
            let second = self.manager.variable(second).unwrap();
            let equal = !self.manager.xor(first, second).unwrap();
            all = self.manager.and(all, equal).unwrap();
        }
        all
    }

    /// Whether each invariant holds in all reachable states.
    fn verdicts(mut self) -> Vec<bool> {
        let now: Vec<Level> = (0..self.bits).map(|bit| Level(bit * 2)).collect();
        let now = self.manager.cube_of(now).unwrap();
        let back = (0..self.bits * 2).map(|level| Level(level - level % 2));
        let back = self.manager.renaming(back.collect());
        let mut reached = self.start;
        loop {
            let image = self.manager.and_exists(reached, self.step, now).unwrap();
            let image = self.manager.rename(image, back).unwrap();
            let more = self.manager.or(reached, image).unwrap();
            if more == reached {
                break;
            }
            reached = more;
        }
        let manager = &mut self.manager;
        let holds = |said: &Bdd| manager.and(reached, !*said).unwrap() == Bdd::FALSE;
        self.invariants.iter().map(holds).collect()
    }
}

/// The program with calls only of procedures that stand before the caller.
fn without_recursion(mut program: BoolProgram) -> BoolProgram {
    fn cut(statements: &mut [Statement], allowed: &[Identifier]) {
        for statement in statements {
            match &mut statement.kind {
                StatementKind::Call { callee, .. } if !allowed.contains(callee) => {
                    statement.kind = StatementKind::Skip;
                }
                StatementKind::If {
                    branches,
                    otherwise,
                } => {
                    for (_, body) in branches {
                        cut(body, allowed);
                    }
                    cut(otherwise, allowed);
                }
                StatementKind::While { body, .. } => cut(body, allowed),
                StatementKind::Skip
                | StatementKind::Call { .. }
                | StatementKind::Assign { .. }
                | StatementKind::Assume(_)
                | StatementKind::Assert(_)
                | StatementKind::Goto(_)
                | StatementKind::Return(_) => {}
            }
        }
    }
    let mut allowed = Vec::new();
    for procedure in &mut program.procedures {
        cut(&mut procedure.body, &allowed);
        allowed.push(procedure.name.clone());
    }
    program
}

// forall p without recursion. SMV's invariants hold <=> the engine finds the targets unreachable
#[test]
fn smv_keeps_verdicts() {
    fn property(program: BoolProgram) -> Result<(), String> {
        let program = without_recursion(program);
        let mut found = explored(&program, &Config::default());
        let mut targets = question::targets(found.control(), TargetKind::Reached, |_, _| true);
        targets.extend(found.assertions());
        let text = to_smv(found.control(), &targets).map_err(|error| error.to_string())?;
        let holds = System::read(&text).verdicts();
        let reachable = |target: &Target| found.is_reachable(&[*target]).unwrap();
        let reachable: Vec<bool> = targets.iter().map(reachable).collect();
        let agree = holds.len() == reachable.len()
            && holds
                .iter()
                .zip(&reachable)
                .all(|(holds, reachable)| holds != reachable);
        agree
            .then_some(())
            .ok_or(format!("{holds:?} {reachable:?} for\n{program}\n{text}"))
    }
    QuickCheck::new()
        .tests(trials(300))
        .quickcheck(property as fn(BoolProgram) -> Result<(), String>);
}

#[test]
fn recursion_has_no_place_in_smv() {
    let text = "void f() begin g(); end void g() begin if (*) then f(); fi end
                void main() begin f(); end";
    let error = to_smv(&lower(&read(text)).unwrap(), &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "SMV has no recursion, but f -> g -> f call each other"
    );
}
