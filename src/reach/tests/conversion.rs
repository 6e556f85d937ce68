//! Conversions keep verdicts, judged by the engine and, for Horn clauses, by z3.

use std::io::Write;
use std::process::{Command, Stdio};

use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::*;
use crate::bp::convert::{ERROR_LABEL, lowered, to_chc, to_dialect};
use crate::bp::{Dialect, parse_dialect};

/// Whether each label is reached, by procedure and name, and whether any assertion fails.
fn verdicts(program: &BoolProgram) -> (BTreeMap<String, bool>, bool) {
    let mut found = explored(program, &Config::default());
    let mut labels = BTreeMap::new();
    for target in question::targets(found.control(), TargetKind::Reached, |_, _| true) {
        let control = found.control();
        let procedure = control.procedure(target.point.procedure).name.clone();
        let names = control.node(target.point).labels.clone();
        let reached = found.is_reachable(&[target]).unwrap();
        for name in names {
            labels.insert(format!("{procedure}:{name}"), reached);
        }
    }
    let assertions = found.assertions();
    let fails = found.is_reachable(&assertions).unwrap();
    (labels, fails)
}

/// Checks that the text of a program in a dialect, read again, has the same verdicts.
fn kept(program: &BoolProgram, dialect: Dialect) -> Result<(), String> {
    let text = to_dialect(program, dialect);
    let file = SourceFile::new("converted.bp", &text);
    let again = parse_dialect(&file, dialect).map_err(|errors| format!("{errors:?} in\n{text}"))?;
    let (labels, fails) = verdicts(program);
    let (found, mut found_fails) = verdicts(&again);
    let error = found.iter().filter(|(name, _)| name.ends_with(ERROR_LABEL));
    found_fails |= error.clone().any(|(_, reached)| *reached);
    let differ = labels
        .iter()
        .find(|(name, reached)| found.get(*name) != Some(*reached));
    if differ.is_some() || fails != found_fails {
        return Err(format!(
            "{differ:?}, {fails} and {found_fails} for\n{program}\n{text}"
        ));
    }
    Ok(())
}

fn check_dialect(property: fn(BoolProgram) -> Result<(), String>) {
    QuickCheck::new().tests(trials(500)).quickcheck(property);
}

// forall p. what Bebop reads of p has the verdicts of p
#[test]
fn bebop_keeps_verdicts() {
    check_dialect(|program| kept(&program, Dialect::Bebop));
}

// forall p. what Moped reads of p has the verdicts of p
#[test]
fn moped_keeps_verdicts() {
    check_dialect(|program| kept(&program, Dialect::Moped));
}

// forall p. what Boppo reads of p has the verdicts of p
#[test]
fn boppo_keeps_verdicts() {
    check_dialect(|program| kept(&program, Dialect::Boppo));
}

/// The program with plain names: some dialects have to invent others for those in braces.
fn with_plain_names(program: &BoolProgram) -> BoolProgram {
    let text = program.to_string().replace("{X > {0\\} \\\\}", "x0");
    read(&text.replace("{while}", "w"))
}

// forall p, dialects. parse (print p) = p, for the programs a dialect can spell
#[test]
fn what_is_spelled_is_read_back() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(program: BoolProgram) -> Result<(), String> {
        let program = with_plain_names(&program);
        for dialect in [
            Dialect::Bebop,
            Dialect::Moped,
            Dialect::Boppo,
            Dialect::Wali,
        ] {
            let text = to_dialect(&program, dialect);
            let file = SourceFile::new("converted.bp", &text);
            let again = parse_dialect(&file, dialect)
                .map_err(|errors| format!("{dialect:?} {errors:?} in\n{text}"))?;
            if again != lowered(&program, dialect) {
                return Err(format!("{dialect:?} reads\n{again}\nfor\n{text}"));
            }
        }
        Ok(())
    }
    check_dialect(property);
}

// forall p. the native text, whose mixed operators stand in parentheses, is WALi's and Moped's too
#[test]
fn the_native_text_means_the_same_in_other_dialects() {
    #[allow(clippy::needless_pass_by_value)] // quickcheck gives values
    fn property(program: BoolProgram) -> Result<(), String> {
        let file = SourceFile::new("native.bp", &program.to_string());
        for dialect in [
            Dialect::Bebop,
            Dialect::Moped,
            Dialect::Boppo,
            Dialect::Wali,
        ] {
            if parse_dialect(&file, dialect).as_ref() != Ok(&program) {
                return Err(format!("{dialect:?} reads otherwise\n{program}"));
            }
        }
        Ok(())
    }
    check_dialect(property);
}

// forall p. what is spelled for WALi and read as WALi has the verdicts of p
#[test]
fn wali_keeps_verdicts() {
    check_dialect(|program| kept(&program, Dialect::Wali));
}

#[test]
fn moped_has_choices_in_tests_only_and_one_error_label() {
    let program = read(
        "decl g; void main() begin A: B: g := choose(g, 0); C: assert(g); D: assert(!g);
         goto A, C; end",
    );
    let text = to_dialect(&program, Dialect::Moped);
    for line in text.lines().filter(|line| line.contains('*')) {
        assert!(line.trim().starts_with("if (*)"), "{line}");
    }
    assert_eq!(text.matches(ERROR_LABEL).count(), 1, "{text}");
    assert!(!text.contains("assert") && !text.contains("fi;"), "{text}");
}

#[test]
fn boppo_has_no_braces_and_separates_blocks() {
    let program = read("decl {X > 0}; void main() begin if ({X > 0}) then skip; fi end");
    let text = to_dialect(&program, Dialect::Boppo);
    assert!(
        text.contains("decl b_X___0_1;") && text.contains("fi;"),
        "{text}"
    );
}

/// z3's answers to the problems, in order; none if there is no z3.
#[allow(clippy::disallowed_methods)] // a referee, not a part of sabs
fn z3(problems: &[String]) -> Option<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.solver/bin/z3");
    let spawned = Command::new(path)
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        assert!(
            std::env::var_os("SABS_REQUIRE_REFEREES").is_none(),
            "the referee {path} is missing"
        );
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    let text = problems.join("(reset)\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    Some(answers.lines().map(str::to_owned).collect())
}

// for 300 programs. an assertion of p fails <=> z3 finds the clauses of p unsatisfiable
#[test]
#[allow(clippy::print_stderr)] // a skipped test must say so
fn horn_clauses_agree_with_the_engine() {
    let mut g = Gen::new(30);
    let mut problems = Vec::new();
    let mut expected = Vec::new();
    while problems.len() < 300 {
        let program = BoolProgram::arbitrary(&mut g);
        let mut found = explored(&program, &Config::default());
        let assertions = found.assertions();
        if assertions.is_empty() {
            continue;
        }
        let fails = found.is_reachable(&assertions).unwrap();
        let clauses = to_chc(found.control(), &assertions);
        problems.push(format!("(set-option :timeout 5000)\n{clauses}"));
        expected.push((if fails { "unsat" } else { "sat" }, program));
    }
    let Some(answers) = z3(&problems) else {
        eprintln!("SKIPPED: there is no .solver/bin/z3 to judge Horn clauses");
        return;
    };
    assert_eq!(answers.len(), expected.len(), "{answers:?}");
    let mut undecided = 0;
    for (answer, (verdict, program)) in answers.iter().zip(&expected) {
        if answer == "unknown" {
            undecided += 1;
        } else {
            assert_eq!(answer, verdict, "{program}");
        }
    }
    assert!(undecided < 15, "z3 gave up on {undecided} of 300");
    let failing = expected
        .iter()
        .filter(|(verdict, _)| *verdict == "unsat")
        .count();
    assert!(
        (50..250).contains(&failing),
        "{failing} of 300 fail: too one-sided"
    );
}
