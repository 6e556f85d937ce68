//! What the command line says to solvers: `--smt-log`, `--cache`, `--integers`, `sabs solvers`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
#![allow(clippy::disallowed_methods, reason = "sabs itself is run")]

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

use sabs::logic::{Comparison, Sort, Term, Variable};
use sabs::smt::{
    Answer, Cache, CacheAccess, Context, ExhaustiveOracle, HornAnswer, HornSystem, Literal, Log,
    Oracle, Solver, SolverProcess, SolverSettings, Subject,
};
use tempfile::TempDir;

const UNIT: &str = "procedure P (X, Y : in out Integer) is
   --% predicate X > 0;
   --% predicate X >= Y;
   --% predicate Y mod 2 = 0;
begin
   if X > Y then
      Y := X;
   end if;
   X := Y;
   pragma Assert (X >= Y);
end P;
";

fn sabs(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sabs"));
    command.args(arguments).current_dir(folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    sabs(folder, arguments).output().unwrap()
}

/// A folder with the unit, and the solver to use, if there is one.
fn workplace() -> Option<(TempDir, String)> {
    let solver = support::solver("z3")?;
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("p.adb"), UNIT).unwrap();
    Some((folder, solver))
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).unwrap()
}

/// The verdicts in a text whose lines may have something before them.
fn verdicts<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.lines()
        .filter_map(|line| line.strip_prefix(before))
        .filter(|answer| ["sat", "unsat", "unknown"].contains(answer))
        .collect()
}

/// The texts of the dialogues in a folder, by the names of their files.
fn dialogues(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

/// Those of the search, about clauses and of certification; a second run leaves those of the first
/// as they are.
#[test]
fn every_dialogue_can_be_run_again() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let unit = "procedure Q (N : in Natural; S : out Natural) is\nbegin\n   S := 0;\n   \
                while S < N loop\n      S := S + 1;\n   end loop;\n   \
                pragma Assert (S = N);\nend Q;\n";
    fs::write(path.join("q.adb"), unit).unwrap();
    let log = path.join("log");
    let mut earlier = BTreeMap::new();
    for unit in ["p.adb", "q.adb"] {
        let output = run(
            path,
            &["verify", "--solver", &solver, "--smt-log", "log", unit],
        );
        assert!(output.status.success(), "{}", text(&output.stderr));
        let all = dialogues(&log);
        let kept = earlier
            .iter()
            .all(|(name, text)| all.get(name) == Some(text));
        assert!(kept, "what was there has changed");
        assert!(all.len() > earlier.len());
        earlier = all;
    }
    // Clauses are asked about only where nothing else helps.
    let settings = SolverSettings {
        log: Some(Log::new(&log, Subject::Search)),
        ..SolverSettings::default()
    };
    let mut process = SolverProcess::with(Solver::named(&solver), settings);
    let answer = process.horn(&HornSystem::default(), 1).unwrap();
    assert_eq!(answer, HornAnswer::Solved(Vec::new()));
    earlier = dialogues(&log);
    for name in ["dialogue-1", "dialogue-2", "certify-1", "horn-1"] {
        let name = format!("{name}.smt2");
        assert!(
            earlier.contains_key(&name),
            "{name} of {:?}",
            earlier.keys()
        );
    }
    let mut compared = 0;
    for (name, dialogue) in &earlier {
        if !dialogue.starts_with("; z3 ") {
            assert!(dialogue.starts_with("; cvc5 "), "{name}: {dialogue}");
            continue;
        }
        let answered = verdicts(dialogue, "; ");
        let again = Command::new(&solver).arg(log.join(name)).output().unwrap();
        let again = text(&again.stdout);
        assert_eq!(verdicts(&again, ""), answered, "{name}");
        assert!(!again.contains("(error"), "{name}: {again}");
        compared += answered.len();
    }
    assert!(compared > 10, "{compared} verdicts");
}

#[test]
fn a_log_folder_that_cannot_be_made_is_named() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    fs::write(folder.path().join("file"), "").unwrap();
    for command in ["verify", "abstract"] {
        let arguments = [command, "--solver", &solver, "--smt-log", "file", "p.adb"];
        let output = run(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2));
        let told = text(&output.stderr);
        assert!(
            told.contains("the log folder file cannot be made"),
            "{told}"
        );
        assert!(told.contains("[name another one with --smt-log]"), "{told}");
        assert!(!told.contains("solver"), "{told}");
    }
}

/// Where everything has a range, bit vectors are what is sent, and what is shown.
#[test]
fn bits_are_sent_and_shown() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    for (integers, has_bits) in [("bits", true), ("exact", false)] {
        let options = ["--solver", &solver, "--integers", integers, "p.adb"];
        let log = ["abstract", "--smt-log", integers];
        let output = run(path, &[&log[..], &options].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let sent: String = dialogues(&path.join(integers)).into_values().collect();
        assert_eq!(sent.contains("(_ BitVec "), has_bits, "{sent}");
        let shown = run(path, &[&["show", "--stage", "smt"], &options[..]].concat());
        let shown = text(&shown.stdout);
        assert_eq!(shown.contains("(_ BitVec "), has_bits, "{shown}");
        // Without states that are tried at random more is asked, and nothing else.
        let mut declarations = sent.lines().filter(|line| line.starts_with("(declare-"));
        assert!(
            declarations.all(|line| shown.contains(line)),
            "{sent}\n{shown}"
        );
    }
}

/// With and without the cache, and with bit vectors, the Boolean program is the same.
#[test]
fn the_result_does_not_depend_on_how_it_is_found() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let product = |options: &[&str]| {
        let mut arguments = vec!["abstract", "--solver", &solver, "p.adb"];
        arguments.extend(options);
        let output = run(path, &arguments);
        assert!(
            output.status.success(),
            "{options:?}: {}",
            text(&output.stderr)
        );
        text(&output.stdout)
    };
    let plain = product(&[]);
    assert!(plain.contains("void main()"), "{plain}");
    assert_eq!(product(&["--integers", "bits"]), plain);
    assert_eq!(product(&["--cache", "store", "--cache-readonly"]), plain);
    assert!(!path.join("store").exists());
    assert_eq!(product(&["--cache", "store"]), plain);
    let warm = ["--cache", "store", "--cache-readonly", "--smt-log", "asked"];
    assert_eq!(product(&warm), plain);
    assert!(
        !path.join("asked").exists(),
        "the solver was asked all the same"
    );
}

/// However many solvers work, the verdicts and even the counts are the same, and no more processes
/// are started than there are workers.
#[test]
fn the_result_does_not_depend_on_the_workers() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let mut unit = String::from("package body Q is\n   V : Integer := 0;\n");
    for number in 1..=5 {
        use std::fmt::Write as _;
        writeln!(
            unit,
            "   procedure P{number} (X : in out Integer) is\n      --% predicate X > {number};\n      \
             --% predicate X mod 2 = 0;\n   begin\n      if X < 100 then\n         \
             X := X + 2;\n         V := X;\n      end if;\n      \
             pragma Assert (X /= {number});\n   end P{number};"
        )
        .unwrap();
    }
    unit.push_str("end Q;\n");
    fs::write(path.join("q.adb"), unit).unwrap();
    let product = |jobs: &str| {
        let log = format!("log-{jobs}");
        let options = ["verify", "--format", "json", "-j", jobs, "--smt-log", &log];
        let mut arguments = options.to_vec();
        arguments.extend(["--solver", &solver, "q.adb"]);
        let output = run(path, &arguments);
        assert_ne!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let names = dialogues(&path.join(&log)).into_keys();
        let started = names.filter(|name| name.starts_with("dialogue-")).count();
        (text(&output.stdout), started)
    };
    let (alone, one) = product("1");
    assert_eq!(one, 1);
    assert!(alone.contains("Q.P5"), "{alone}");
    for jobs in ["2", "3", "16"] {
        let (found, started) = product(jobs);
        assert_eq!(found, alone, "-j {jobs}");
        assert!(
            started <= jobs.parse().unwrap(),
            "{started} processes for -j {jobs}"
        );
    }
}

/// Two processes write at once, some are killed while they do: the cache stays whole and right.
#[test]
fn a_cache_for_many() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let arguments = ["abstract", "--solver", &solver, "--cache", "store", "p.adb"];
    for round in 0..6 {
        let start = || {
            sabs(path, &arguments)
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
        };
        let (mut first, mut second) = (start().unwrap(), start().unwrap());
        std::thread::sleep(Duration::from_millis(20 * round));
        first.kill().unwrap();
        first.wait().unwrap();
        assert!(second.wait().unwrap().success());
    }
    let plain = run(
        path,
        &arguments[..3]
            .iter()
            .chain(&["p.adb"])
            .copied()
            .collect::<Vec<_>>(),
    );
    assert_eq!(text(&run(path, &arguments).stdout), text(&plain.stdout));
}

/// Where the child of [`a_cache_survives_kills_while_it_is_written`] stores answers.
const STORE_TO_WRITE: &str = "SABS_STORE_TO_WRITE";

/// What that child does.
fn store_until_killed(folder: &Path) {
    let mut cache = cache_of_tests(folder, CacheAccess::ReadWrite);
    // Nobody else has stored anything about these.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    for first in i64::try_from(now.unwrap().as_micros()).unwrap().. {
        for number in 0..200 {
            cache.begin(&context_of_tests(first, number)).unwrap();
            cache.ask(&[Literal::positive(0)]).unwrap();
        }
        cache.flush().unwrap();
    }
}

fn cache_of_tests(folder: &Path, access: CacheAccess) -> Cache<ExhaustiveOracle> {
    let oracle = ExhaustiveOracle::new(0, 3);
    Cache::open(folder, access, "tests".to_owned(), oracle).unwrap()
}

fn context_of_tests(first: i64, number: i64) -> Context {
    let x = Term::variable(&Variable::new("X", Sort::Int));
    let bound = Term::int(first * 200 + number);
    Context {
        facts: Vec::new(),
        atoms: vec![Term::compare(Comparison::Less, x, bound)],
    }
}

/// Killed whenever it is seen writing, a process leaves a store that is whole for whoever may mend
/// it, and that nobody else touches.
#[test]
fn a_cache_survives_kills_while_it_is_written() {
    if let Some(folder) = std::env::var_os(STORE_TO_WRITE) {
        return store_until_killed(Path::new(&folder));
    }
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store");
    let (file, journal) = (
        store.join("answers.sqlite"),
        store.join("answers.sqlite-journal"),
    );
    let files = || [fs::read(&file).ok(), fs::read(&journal).ok()];
    let mut unfinished = 0;
    for _ in 0..300 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_cache_survives_kills_while_it_is_written"])
            .env(STORE_TO_WRITE, &store)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        // A journal begins with zeros until all of it is there; then the file itself is written.
        while fs::read(&journal).map_or(0, |bytes| bytes.first().copied().unwrap_or(0)) == 0 {
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "nothing is written"
            );
        }
        writer.kill().unwrap();
        writer.wait().unwrap();
        let left = files();
        let mut reader = cache_of_tests(&store, CacheAccess::ReadOnly);
        reader.begin(&context_of_tests(0, 0)).unwrap();
        let answer = reader.ask(&[Literal::positive(0)]).unwrap();
        assert_eq!(answer, Answer::Unsatisfiable(vec![Literal::positive(0)]));
        if let Some(trouble) = reader.trouble() {
            // The first to be killed may not have come to write anything into the file itself.
            let is_empty = trouble.contains("there is nothing in it yet");
            let is_half_done = trouble.contains("stopped while writing it");
            assert!(is_empty || is_half_done, "{trouble}");
            unfinished += usize::from(is_half_done);
        }
        drop(reader);
        assert!(files() == left, "who only reads has written");
        if unfinished >= 3 {
            break;
        }
        drop(cache_of_tests(&store, CacheAccess::ReadWrite));
        let connection = rusqlite::Connection::open(&file).unwrap();
        let verdict: String = connection
            .pragma_query_value(None, "integrity_check", |row| row.get(0))
            .unwrap();
        assert_eq!(verdict, "ok");
    }
    assert_eq!(unfinished, 3, "too few were killed while writing");
    let Some((folder, solver)) = workplace() else {
        return;
    };
    // What is left unfinished, or is empty, costs a warning and nothing else.
    let abstraction = ["abstract", "--solver", &solver, "p.adb"];
    let plain = run(folder.path(), &abstraction);
    let path = store.to_str().unwrap();
    let cached = [&abstraction[..], &["--cache-readonly", "--cache", path]].concat();
    for _ in 0..2 {
        let output = run(folder.path(), &cached);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), text(&plain.stdout));
        let told = text(&output.stderr);
        assert!(told.contains("sabs: warning: the cache "), "{told}");
        assert!(told.contains("is taken for empty: "), "{told}");
        let _ = fs::remove_file(&journal);
        fs::write(&file, "").unwrap();
    }
    let output = run(folder.path(), &[&cached[..4], &cached[5..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output = run(folder.path(), &cached);
    assert_eq!(text(&output.stderr), "", "it has been mended");
}

#[test]
fn a_cache_that_is_none_is_named() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    fs::create_dir(path.join("store")).unwrap();
    fs::write(
        path.join("store/answers.sqlite"),
        "not a database, but long enough ".repeat(99),
    )
    .unwrap();
    let output = run(
        path,
        &["verify", "--solver", &solver, "--cache", "store", "p.adb"],
    );
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(
        told.contains("the cache store/answers.sqlite cannot be used"),
        "{told}"
    );
    assert!(told.contains("[delete it, or leave out --cache]"), "{told}");
}

/// A cache in which everything is impossible proves everything, but not to whom it is certified. That
/// the assertion can fail shows only in states that nobody meets by chance, so that it must be asked.
#[test]
fn certification_never_looks_into_the_cache() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let path = folder.path();
    let unit = "procedure P (X : in Integer; Y : out Integer) is\n   --% predicate Y > 0;\nbegin\n   \
                Y := 1;\n   if X mod 1_000 = 457 and X / 1_000 = 123 then\n      Y := 0;\n   end if;\n   \
                pragma Assert (Y > 0);\nend P;\n";
    fs::write(path.join("p.adb"), unit).unwrap();
    let cached = [
        "--no-refine",
        "--solver",
        &solver,
        "--cache",
        "store",
        "p.adb",
    ];
    let verdict = |more: &[&str]| {
        let output = run(path, &[&["verify"], more, &cached].concat());
        text(&output.stdout)
    };
    let honest = verdict(&[]);
    assert!(
        honest.contains("p.adb:8:19: medium: assertion might fail"),
        "{honest}"
    );
    let store = rusqlite::Connection::open(path.join("store/answers.sqlite")).unwrap();
    let mut query = store
        .prepare("SELECT c.id, c.text, a.question FROM context c JOIN answer a ON a.context = c.id")
        .unwrap();
    let rows: Vec<(i64, String, String)> = query
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(rows.len() > 2, "{rows:?}");
    for (context, text, question) in rows {
        let lie = "unsat ";
        let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
        for part in [text.as_str(), question.as_str(), lie] {
            for byte in part.bytes().chain([0]) {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
        store
            .execute(
                "UPDATE answer SET answer = ?1, sum = ?2 WHERE context = ?3 AND question = ?4",
                rusqlite::params![lie, sum.cast_signed(), context, question],
            )
            .unwrap();
    }
    let believed = verdict(&["--no-certify"]);
    assert!(
        believed.contains("p.adb:8:19: info: assertion proved"),
        "{believed}"
    );
    let certified = verdict(&[]);
    assert!(!certified.contains("assertion proved"), "{certified}");
}

#[test]
fn solvers_are_listed() {
    let Some((folder, solver)) = workplace() else {
        return;
    };
    let output = run(folder.path(), &["solvers", "--solver", &solver]);
    assert!(output.status.success());
    let listed = text(&output.stdout);
    let first = listed.lines().next().unwrap();
    assert!(
        first.starts_with("* z3 ") && first.ends_with("(--solver)"),
        "{listed}"
    );
    // A version that nobody has tried is used, with a warning.
    let strange = folder.path().join("z3");
    fs::write(&strange, "#!/bin/sh\necho Z3 version 4.99.0\n").unwrap();
    fs::set_permissions(&strange, fs::Permissions::from_mode(0o755)).unwrap();
    let output = run(
        folder.path(),
        &["solvers", "--solver", strange.to_str().unwrap()],
    );
    let warned = text(&output.stderr);
    assert!(
        warned.contains("sabs is not tested with this version"),
        "{warned}"
    );
    let output = run(folder.path(), &["solvers", "--solver", "no-such-solver"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no-such-solver"));
}

/// `--solver`, `SABS_SOLVER`, `.solver/bin/z3`, z3 on the path, cvc5 on the path.
#[test]
fn solvers_are_chosen_in_order() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let fake = |place: &str, says: &str| {
        let file = path.join(place);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, format!("#!/bin/sh\necho {says}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file.to_str().unwrap().to_owned()
    };
    // Where it stands it would find the solver of this project.
    let sabs = path.join("elsewhere/sabs");
    fs::create_dir(path.join("elsewhere")).unwrap();
    // By another process, so that no child of this one can still hold it open when it is run.
    let mut copy = Command::new("cp");
    copy.arg(env!("CARGO_BIN_EXE_sabs")).arg(&sabs);
    assert!(copy.status().unwrap().success());
    let wished = fake("wished/z3", "Z3 version 5.4.1");
    let variable = fake("variable/z3", "Z3 version 5.4.2");
    let local = fake(".solver/bin/z3", "Z3 version 5.4.3");
    let z3 = fake("bin/z3", "Z3 version 5.4.4");
    let cvc5 = fake("bin/cvc5", "This is cvc5 version 1.0.5");
    let chosen = |wish: &[&str], variable: &str| {
        let output = Command::new(&sabs)
            .arg("solvers")
            .args(wish)
            .current_dir(path)
            .env("SABS_SOLVER", variable)
            .env("PATH", path.join("bin"))
            .output()
            .unwrap();
        let listed = text(&output.stdout);
        let mut marked = listed.lines().filter_map(|line| line.strip_prefix("* "));
        let first = marked.next().map(str::to_owned);
        first.ok_or_else(|| (output.status.code(), text(&output.stderr)))
    };
    let wish = ["--solver", wished.as_str()];
    assert_eq!(
        chosen(&wish, &variable),
        Ok(format!("z3 5.4.1  {wished}  (--solver)"))
    );
    assert_eq!(
        chosen(&[], &variable),
        Ok(format!("z3 5.4.2  {variable}  (SABS_SOLVER)"))
    );
    let found = chosen(&[], "");
    assert_eq!(
        found,
        Ok("z3 5.4.3  .solver/bin/z3  (.solver/bin)".to_owned())
    );
    fs::remove_file(local).unwrap();
    assert_eq!(chosen(&[], ""), Ok(format!("z3 5.4.4  {z3}  (PATH)")));
    fs::remove_file(z3).unwrap();
    assert_eq!(chosen(&[], ""), Ok(format!("cvc5 1.0.5  {cvc5}  (PATH)")));
    fs::remove_file(cvc5).unwrap();
    let (status, told) = chosen(&[], "").unwrap_err();
    assert_eq!(status, Some(2));
    assert!(told.contains("no solver found"), "{told}");
}
