//! Units under GNAT with many inputs: how often each check is arrived at, and what fails.
//!
//! One program holds copies of all units of a batch. Each time it runs, every unit goes through a
//! sequence of calls with arbitrary arguments, from the state that elaboration leaves; what breaks
//! a precondition of the client's own call is left out, and a sequence ends with what fails.

mod arrivals;
mod client;
mod copy;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sabs::flow::FlowSubprogram;
use sabs::pipeline::{Unit, read};
use sabs::source::{FileId, Sources};
use sabs::verdict::{Check, CheckId, Rule};

use copy::Copy;
pub(crate) use copy::{Token, tokens};

/// A unit of a batch.
pub(crate) struct Subject {
    /// What people call it.
    pub(crate) name: String,
    /// Its files.
    pub(crate) sources: Sources,
    /// What sabs reads in them.
    pub(crate) unit: Unit,
    /// How the copy is called, where the unit's own name is taken.
    pub(crate) alias: Option<String>,
}

/// What was seen of a unit.
#[derive(Debug, Default, Clone)]
pub(crate) struct Seen {
    /// How often each check was arrived at.
    pub(crate) arrivals: BTreeMap<CheckId, usize>,
    /// How often each check failed.
    pub(crate) failures: BTreeMap<CheckId, usize>,
    /// What GNAT may have meant instead of a check that failed, that check among it: some stand at
    /// the same place.
    pub(crate) rivals: BTreeMap<CheckId, BTreeSet<CheckId>>,
    /// What failed where no check stands, in GNAT's words.
    pub(crate) unexplained: BTreeSet<String>,
}

impl Subject {
    /// Reads a unit; the front end must have no complaint.
    pub(crate) fn new(name: &str, sources: Sources) -> Subject {
        let unit = read(&sources).unwrap_or_else(|errors| {
            panic!(
                "{name}: {}",
                sabs::diagnostic::render_all(&errors, &sources)
            )
        });
        Subject {
            name: name.to_owned(),
            sources,
            unit,
            alias: None,
        }
    }

    /// The name of the unit in the batch.
    fn title(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.unit.program.name)
    }

    fn is_package(&self) -> bool {
        let last = self.sources.files().last().map(|(_, file)| file.text());
        last.is_some_and(|text| text.lines().any(|line| line.starts_with("package body")))
    }

    /// The statement that sets a variable to any value of its type.
    fn environment(&self, name: &str) -> String {
        let all = self.unit.flow.subprograms.iter();
        let range = all
            .flat_map(FlowSubprogram::variables)
            .find(|variable| variable.variable.name.eq_ignore_ascii_case(name))
            .and_then(|variable| variable.range.clone());
        let (first, last) = range.unwrap_or_else(|| panic!("nobody knows the range of {name}"));
        format!("{name} := Integer (Sabs_Count.Within ({first}, {last}));")
    }

    /// The copies of its files, by the names that GNAT wants.
    fn copies(&self, first: usize) -> Vec<(FileId, String, Copy)> {
        let mut found = Vec::new();
        for (id, file) in self.sources.files() {
            let mut tokens = copy::tokens(file.text(), &|name| self.environment(name));
            let mut insertions = arrivals::insertions(&self.unit, &self.sources, id, first);
            let body = Path::new(file.name())
                .extension()
                .is_some_and(|found| found == "adb");
            for pair in tokens.windows(2) {
                let (word, end) = (&pair[1].text, pair[1].end);
                let is_loop =
                    word.eq_ignore_ascii_case("loop") && !pair[0].text.eq_ignore_ascii_case("end");
                if is_loop || word.eq_ignore_ascii_case("begin") {
                    insertions.behind(end, " Sabs_Count.Burn;");
                }
            }
            if self.is_package() {
                let (at, text) = if body {
                    let own = |wanted: &str| {
                        let starts =
                            |start: usize| start == 0 || file.text()[..start].ends_with('\n');
                        tokens.iter().rev().find(|token| {
                            token.text.eq_ignore_ascii_case(wanted) && starts(token.start)
                        })
                    };
                    let last = own("begin").or_else(|| own("end")).expect("a body ends");
                    let stub = format!("procedure {} is separate; ", client::DRIVE);
                    (last.start, stub)
                } else {
                    let mut all = tokens.iter();
                    let is = all.find(|token| token.text.eq_ignore_ascii_case("is"));
                    let at = is.expect("a specification begins").start;
                    insertions.behind(at + 2, &format!(" procedure {};", client::DRIVE));
                    (at, String::new())
                };
                insertions.before(at, &text);
            }
            let (title, name) = (self.title(), &self.unit.program.name);
            for token in &mut tokens {
                if token.text.eq_ignore_ascii_case(name) && title != name {
                    title.clone_into(&mut token.text);
                }
            }
            let extension = if body { "adb" } else { "ads" };
            let copied = Copy::new("with Sabs_Count; ", &tokens, &insertions);
            let file = format!("{}.{extension}", title.to_lowercase());
            found.push((id, file, copied));
        }
        found
    }

    /// The files that make the calls.
    fn client(&self, number: usize) -> Vec<(String, String)> {
        let nothing = |_: &str| String::new();
        let files = self.sources.files();
        let tokens: Vec<_> = files
            .flat_map(|(_, file)| copy::tokens(file.text(), &nothing))
            .collect();
        let (title, drive) = (self.title(), client::DRIVE);
        let text = client::body(&self.unit, title, number, &client::Words::of(&tokens));
        let lower = title.to_lowercase();
        if !self.is_package() {
            let own = format!("{drive}_{title}");
            let head = format!("with Sabs_Count;\nwith {title};\nprocedure {own} is\n");
            return vec![(
                format!("{}.adb", own.to_lowercase()),
                format!("{head}{text}end {own};\n"),
            )];
        }
        let head = format!("with Sabs_Count;\nseparate ({title})\nprocedure {drive} is\n");
        let mut found = vec![(
            format!("{lower}-{}.adb", drive.to_lowercase()),
            format!("{head}{text}end {drive};\n"),
        )];
        if self.sources.files().count() == 1 {
            let specification = format!("package {title} is procedure {drive}; end {title};\n");
            found.push((format!("{lower}.ads"), specification));
        }
        found
    }

    /// The unit to name in a context clause, and the procedure to call.
    fn call(&self) -> (String, String) {
        let title = self.title();
        if self.is_package() {
            (title.to_owned(), format!("{title}.{}", client::DRIVE))
        } else {
            let own = format!("{}_{title}", client::DRIVE);
            (own.clone(), own)
        }
    }
}

/// Compiles all units into one program, runs it so many times, and says what was seen of each.
pub(crate) fn exercise(gnatmake: &Path, subjects: &[Subject], runs: usize) -> Vec<Seen> {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    write("sabs_count.ads", include_str!("sabs_count.ads"));
    write("sabs_count.adb", include_str!("sabs_count.adb"));
    // A prefix of 'Old may stand behind what is counted.
    write("gnat.adc", "pragma Unevaluated_Use_Of_Old (Allow);\n");
    let mut firsts = Vec::new();
    let mut copies = Vec::new();
    let mut next = 1;
    for (at, subject) in subjects.iter().enumerate() {
        firsts.push(next);
        let own = subject.copies(next);
        next += subject.unit.flow.checks.len();
        for (_, name, copied) in &own {
            write(name, &copied.text);
        }
        for (name, text) in subject.client(at + 1) {
            write(&name, &text);
        }
        copies.push(own);
    }
    let (mut context, mut calls) = (String::from("with Sabs_Count;\n"), String::new());
    for subject in subjects {
        let (unit, call) = subject.call();
        let has_state = client::has_state(&subject.unit);
        let _ = writeln!(context, "with {unit};");
        let _ = writeln!(
            calls,
            "   if Sabs_Count.Has_Turn ({has_state}) then {call}; end if;"
        );
    }
    let main = format!(
        "{context}procedure Sabs_Main is\nbegin\n{calls}   Sabs_Count.Report;\nend Sabs_Main;\n"
    );
    write("sabs_main.adb", &main);
    build(gnatmake, folder.path());
    let mut seen = vec![Seen::default(); subjects.len()];
    for run in 1..=runs {
        let said = output(
            &folder.path().join("sabs_main"),
            &[&run.to_string()],
            folder.path(),
        );
        assert!(said.ends_with("done\n"), "run {run} ends early: {said}");
        for line in said.lines() {
            note(line, subjects, &firsts, &copies, &mut seen);
        }
    }
    seen
}

/// Whether GNAT takes files, of which the last one is the body, for Ada.
#[allow(dead_code, reason = "not all of what is exercised is generated")]
#[allow(clippy::disallowed_methods)] // a referee, not a solver
pub(crate) fn is_legal<'f>(gcc: &Path, files: impl Iterator<Item = (&'f str, &'f str)>) -> bool {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut last = String::new();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file can be written");
        name.clone_into(&mut last);
    }
    let output = Command::new(gcc)
        .args(["-c", "-gnatc", "-gnatws", "-gnat2022", &last])
        .current_dir(folder.path())
        .output()
        .expect("GNAT can be started");
    output.status.success()
}

fn build(gnatmake: &Path, folder: &Path) {
    let options = "-q -j2 -O0 -gnata -gnato -gnatws -gnat2022 sabs_main.adb";
    output(gnatmake, &options.split(' ').collect::<Vec<_>>(), folder);
}

#[allow(clippy::disallowed_methods)] // a referee, not a solver
fn output(program: &Path, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{} {errors}", program.display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Takes down a line of the program's report.
fn note(
    line: &str,
    subjects: &[Subject],
    firsts: &[usize],
    copies: &[Vec<(FileId, String, Copy)>],
    seen: &mut [Seen],
) {
    let owner = |number: usize| firsts.partition_point(|first| *first <= number) - 1;
    let id = |number: usize| {
        let at = owner(number);
        CheckId(u32::try_from(number - firsts[at]).expect("there are few checks"))
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["arrived", number, count] => {
            let (number, count) = (number.parse().unwrap(), count.parse::<usize>().unwrap());
            let own = &mut seen[owner(number)].arrivals;
            *own.entry(id(number)).or_default() += count;
        }
        ["failed", count, at, called, untrue, _, message @ ..] => {
            let known = |word: &str| word.parse().ok().filter(|n| *n > 0).map(id);
            let at = at.parse::<usize>().unwrap() - 1;
            let witness = Witness {
                message: &message.join(" "),
                called: known(called),
                untrue: known(untrue),
            };
            let candidates = witness.candidates(&subjects[at], &copies[at]);
            match candidates.first() {
                Some(check) => {
                    let count: usize = count.parse().unwrap();
                    *seen[at].failures.entry(*check).or_default() += count;
                    let rivals = seen[at].rivals.entry(*check).or_default();
                    rivals.extend(&candidates);
                }
                None => {
                    seen[at].unexplained.insert(message.join(" "));
                }
            }
        }
        _ => assert_eq!(line, "done"),
    }
}

/// What is known of a failure.
struct Witness<'a> {
    /// What GNAT says.
    message: &'a str,
    /// The last call that was made.
    called: Option<CheckId>,
    /// The first condition that did not hold.
    untrue: Option<CheckId>,
}

impl Witness<'_> {
    /// The checks that may have failed; those that GNAT's words fit best.
    fn candidates(&self, subject: &Subject, copies: &[(FileId, String, Copy)]) -> Vec<CheckId> {
        let Some(kind) = kind(self.message) else {
            return Vec::new();
        };
        let is = |rule: Rule| kind.contains(&rule);
        if is(Rule::Precondition) || is(Rule::SubprogramVariant) {
            // They are reported where they are written; the check is the call's.
            let Some(called) = self.called else {
                return Vec::new();
            };
            let at = subject.unit.flow.check(called).span;
            return find(subject, |check| check.span == at && is(check.rule));
        }
        let Some((file, start)) = self.place(copies) else {
            return Vec::new();
        };
        // What did not hold is known, though of several conditions GNAT names the whole.
        let untrue = self.untrue.map(|id| subject.unit.flow.check(id));
        let (file, start) = match untrue {
            Some(check) if is(check.rule) => (check.span.file, check.span.start as usize),
            _ => (file, start),
        };
        let text = subject.sources.file(file).text();
        let among = |fits: &dyn Fn(usize, usize) -> bool| {
            find(subject, |check| {
                let (first, end) = (check.span.start as usize, check.span.end as usize);
                is(check.rule) && check.span.file == file && fits(first, end)
            })
        };
        let exact = among(&|first, _| first == start);
        if !exact.is_empty() {
            return exact;
        }
        // Of a range GNAT names the dots, of an attribute the apostrophe, of an index the array.
        if text[start..].starts_with("..") {
            let is_near = |from: usize, to: usize| {
                text.get(from..to)
                    .is_some_and(|part| !part.contains([';', '=']))
            };
            return among(&|first, end| {
                let is_around = (first..end).contains(&start);
                is_around || is_near(end, start) || is_near(start, first)
            });
        }
        let indexes = |first, _| first > start && !text[start..first].contains(';');
        let index = || among(&indexes).into_iter().take(1).collect();
        if kind == [Rule::Index] {
            return index();
        }
        let around = among(&|first, end| (first..end).contains(&start));
        let innermost = around
            .iter()
            .map(|id| subject.unit.flow.check(*id).span.start as usize)
            .max();
        match innermost {
            Some(innermost) => among(&|first, _| first == innermost),
            None if is(Rule::Index) => index(),
            // Of a conditional expression it names the whole, sabs each value.
            None => {
                let line = |at: usize| text[..at].matches('\n').count();
                among(&|first, _| line(first) == line(start))
            }
        }
    }

    /// The file and the place in it that GNAT names.
    fn place(&self, copies: &[(FileId, String, Copy)]) -> Option<(FileId, usize)> {
        let place = self.message.split(' ').find(|word| word.contains(".ad"))?;
        let (file, line) = place.split_once(':')?;
        let (id, _, copy) = copies.iter().find(|(_, name, _)| name == file)?;
        Some((*id, copy.place(line.parse().ok()?)))
    }
}

fn find(subject: &Subject, wanted: impl Fn(&Check) -> bool) -> Vec<CheckId> {
    let checks = (0..).map(CheckId).zip(&subject.unit.flow.checks);
    checks
        .filter(|(_, check)| wanted(check))
        .map(|(id, _)| id)
        .collect()
}

/// Which rules GNAT's message may be about.
fn kind(message: &str) -> Option<&'static [Rule]> {
    let kinds: [(&str, &[Rule]); 18] = [
        // The others, where GNAT sees already what the index or the length is.
        (
            "range check failed",
            &[Rule::Range, Rule::Index, Rule::Length],
        ),
        ("overflow check failed", &[Rule::Overflow]),
        ("divide by zero", &[Rule::Division]),
        ("index check failed", &[Rule::Index]),
        ("length check failed", &[Rule::Length]),
        ("discriminant check failed", &[Rule::Discriminant]),
        ("failed precondition", &[Rule::Precondition]),
        ("failed postcondition", &[Rule::Postcondition]),
        ("Assert_And_Cut failed", &[Rule::Assert]),
        (
            "Loop_Invariant failed",
            &[Rule::LoopInvariantInitial, Rule::LoopInvariantPreserved],
        ),
        ("Loop_Variant failed", &[Rule::LoopVariant]),
        ("Subprogram_Variant failed", &[Rule::SubprogramVariant]),
        ("redicate failed", &[Rule::Predicate]),
        ("failed contract case", &[Rule::ContractCase]),
        ("contract cases overlap", &[Rule::DisjointCases]),
        ("contract cases incomplete", &[Rule::CompleteCases]),
        ("failed invariant", &[Rule::TypeInvariant]),
        ("explicit raise", &[Rule::Raise]),
    ];
    let named = kinds.iter().find(|(words, _)| message.contains(words));
    match named {
        Some((_, rules)) => Some(rules),
        // Of an assertion GNAT says no more than where it stands.
        None => (!message.contains(' ')).then_some(&[Rule::Assert]),
    }
}
