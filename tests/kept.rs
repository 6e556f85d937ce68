//! What is kept from run to run: the same verdicts without the search, and nothing that somebody has
//! changed is believed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod front;
mod support;

use std::collections::BTreeMap;
use std::path::Path;

use sabs::abstraction::{Blocks, Config, Wishes};
use sabs::certify::certifiers;
use sabs::pipeline::{Iteration, Options, Unit, read, verify};
use sabs::report::{Report, to_json};
use sabs::smt::{
    Answer, Cache, CacheAccess, Context, Error, HornAnswer, HornSystem, Literal, Oracle,
    SolverProcess, StateAnswer,
};
use sabs::source::Sources;
use sabs::verdict::Verdict;
use tempfile::TempDir;

/// A check that the abstraction proves, one that fails, and one that depends on what nobody knows.
const STRAIGHT: &str = "procedure P (X : Integer; R : out Integer) is
   L : Natural := 0;
begin
   R := 0;
   if X > 3 and then X < 900 then
      R := X + 1;
      pragma Assert (R > 2);
   end if;
   pragma Assert (X < 1000);
   --% havoc L;
   pragma Assert (L < 5);
end P;
";

/// A solver with a notebook in which anything may have been written.
struct Notebook {
    solver: SolverProcess,
    pages: BTreeMap<String, String>,
}

impl Oracle for Notebook {
    fn begin(&mut self, context: &Context) -> Result<(), Error> {
        self.solver.begin(context)
    }

    fn ask(&mut self, assumptions: &[Literal]) -> Result<Answer, Error> {
        self.solver.ask(assumptions)
    }

    fn ask_state(&mut self, assumptions: &[Literal]) -> Result<StateAnswer, Error> {
        self.solver.ask_state(assumptions)
    }

    fn horn(&mut self, system: &HornSystem, effort: u32) -> Result<HornAnswer, Error> {
        self.solver.horn(system, effort)
    }

    fn recall(&mut self, key: &str) -> Result<Option<String>, Error> {
        Ok(self.pages.get(key).cloned())
    }

    fn keep(&mut self, key: &str, text: &str) -> Result<(), Error> {
        self.pages.insert(key.to_owned(), text.to_owned());
        Ok(())
    }
}

/// What is said of a unit, confirmed by z3 alone, and whether it was searched for.
fn judged(unit: &Unit, sources: &Sources, z3: &str, oracle: &mut dyn Oracle) -> (Report, bool) {
    let wishes = Wishes {
        blocks: Some(Blocks::Large),
        ..Wishes::default()
    };
    let config = Config::new(&unit.program, wishes).unwrap();
    let mut one = certifiers(Some(z3), None).unwrap();
    one.truncate(1);
    let mut is_searched = false;
    let mut watch = |_: &Iteration<'_>| is_searched = true;
    let options = Options::default();
    let report = verify(
        unit, sources, &config, options, oracle, &mut one, &mut watch,
    );
    (report.unwrap(), is_searched)
}

#[test]
fn what_was_concluded_is_confirmed_and_not_searched_again() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("spark-examples");
    for example in [
        "refined/double_count.adb",
        "refined/elevator.adb",
        "violated/deep_43.adb",
        "violated/full_buffer.adb",
        "proved/handshake.adb",
    ] {
        let sources = front::Front::read_file(&root.join(example)).sources;
        let unit = read(&sources).unwrap();
        let folder = TempDir::new().unwrap();
        let open = || {
            let process = SolverProcess::new(&z3);
            let access = CacheAccess::ReadWrite;
            Cache::open(folder.path(), access, "z3".to_owned(), process).unwrap()
        };
        let (cold, is_searched) = judged(&unit, &sources, &z3, &mut open());
        assert!(is_searched, "{example}");
        let mut cache = open();
        let (warm, is_searched) = judged(&unit, &sources, &z3, &mut cache);
        assert!(!is_searched, "{example}");
        assert_eq!(cache.oracle().statistics().questions, 0, "{example}");
        assert_eq!(to_json(&cold, &sources), to_json(&warm, &sources));
        assert_eq!(cold.certificate, warm.certificate, "{example}");
    }
}

/// A unit that has changed is another one.
#[test]
fn what_was_concluded_of_another_text_is_not_taken() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let mut oracle = Notebook {
        solver: SolverProcess::new(&z3),
        pages: BTreeMap::new(),
    };
    for text in [STRAIGHT.to_owned(), STRAIGHT.replace("< 1000", "< 1001")] {
        let sources = front::Front::read(&[("p.adb", &text)]).sources;
        let unit = read(&sources).unwrap();
        let (_, is_searched) = judged(&unit, &sources, &z3, &mut oracle);
        assert!(is_searched);
    }
    assert_eq!(oracle.pages.len(), 2);
}

/// Whoever writes into the cache can make sabs search again, no more.
#[test]
fn what_somebody_has_changed_is_not_believed() {
    let Some(z3) = support::solver("z3") else {
        return;
    };
    let sources = front::Front::read(&[("p.adb", STRAIGHT)]).sources;
    let unit = read(&sources).unwrap();
    let mut oracle = Notebook {
        solver: SolverProcess::new(&z3),
        pages: BTreeMap::new(),
    };
    let (honest, _) = judged(&unit, &sources, &z3, &mut oracle);
    let verdicts = |report: &Report| -> Vec<Verdict> {
        report.checks.iter().map(|(_, verdict)| *verdict).collect()
    };
    let truth = verdicts(&honest);
    assert!(truth.contains(&Verdict::Violated));
    assert!(truth.iter().any(|one| matches!(one, Verdict::Unknown(_))));
    let (key, text) = oracle.pages.first_key_value().unwrap();
    let (key, text) = (key.clone(), text.clone());
    let mut forgeries = vec![
        // Everything is said to be proved, by the proof that there is.
        text.replace("\"violated\"", "\"proved\"")
            .replace("\"lost\"", "\"proved\""),
        // Nothing is ever reached.
        text.replace("\"proved\"", "\"unreachable\""),
        text.replace("\"lost\"", "\"violated\""),
        text.replace("],1]", "],0]"),
        text.replace("[[],1]", "[[],0]"),
        // Other relations, other numbers, other runs.
        text.replace("\"<=\"", "\">=\""),
        text.replace("\"=\"", "\"/=\""),
        text.replace("\"1000\"", "\"10\""),
        text.replace("\"clauses\":[", "\"clauses\":[false,"),
        text.replace("R@entry", "R@7").replace("\"R\"", "\"R@7\""),
        text[..text.len() / 2].to_owned(),
        String::new(),
        "{}".to_owned(),
    ];
    // All checks claimed, by a proof that says nothing can happen.
    let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let count = truth.len();
    json["verdicts"] = vec!["proved"; count].into();
    json["runs"] = serde_json::json!([]);
    for proof in json["proofs"].as_array_mut().unwrap() {
        proof["checks"] = (0..count).collect();
        for part in proof["subprograms"].as_array_mut().unwrap() {
            for block in part["blocks"].as_array_mut().unwrap() {
                *block = serde_json::json!([[], 0]);
            }
        }
    }
    forgeries.push(json.to_string());
    // One character after the other, in steps that tests can afford.
    for at in (0..text.len()).step_by(text.len() / 12) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] = b'1';
        forgeries.extend(String::from_utf8(bytes));
    }
    let mut searched = 0;
    for forgery in forgeries {
        if forgery == text {
            continue;
        }
        let mut oracle = Notebook {
            solver: SolverProcess::new(&z3),
            pages: BTreeMap::from([(key.clone(), forgery.clone())]),
        };
        let (report, is_searched) = judged(&unit, &sources, &z3, &mut oracle);
        searched += usize::from(is_searched);
        for ((id, told), true_one) in verdicts(&report).iter().enumerate().zip(&truth) {
            // To know less is no lie.
            let is_less = matches!(told, Verdict::Unknown(_));
            let are_alike = matches!(
                (told, true_one),
                (Verdict::Proved(_), Verdict::Proved(_)) | (Verdict::Violated, Verdict::Violated)
            );
            assert!(is_less || are_alike, "check {id}: {told:?}\n{forgery}");
        }
        for invariant in &report.invariants {
            let mut words = invariant.clauses.iter().flatten();
            assert!(!words.any(|words| words == "False"), "{forgery}");
        }
    }
    assert!(searched > 10, "{searched}");
}
