//! Broken input is data: whatever the text, the front end gives diagnostics or a well-shaped flow
//! program, never a panic and never neither.

mod front;

use std::fs;

use front::Front;
use quickcheck::{Arbitrary, Gen, QuickCheck};

/// A sample of the repository with some pieces of its text moved about.
#[derive(Debug, Clone)]
struct Mutated(String);

/// What is put into a text: words and signs that mean something.
const PIECES: [&str; 44] = [
    "begin",
    "end",
    "is",
    "loop",
    "if",
    "then",
    "else",
    ";",
    "(",
    ")",
    ":=",
    "..",
    "'",
    "--%",
    "0",
    "2147483647",
    "-",
    "/",
    "mod",
    "and then",
    "in",
    "X",
    "Integer",
    "procedure",
    "package",
    "exit",
    "\n",
    "\"",
    "é",
    "--% predicate",
    "--# pre",
    "--# post X = X~",
    "--% ctl AG",
    "'Update (",
    "'Class",
    "(T range",
    "function",
    "return",
    "record",
    "array",
    "=>",
    "others",
    "new",
    "case",
];

fn samples() -> Vec<String> {
    [
        "annotations/accepted",
        "tests/golden/program",
        "tests/golden/flow",
        "tests/golden/ast",
    ]
    .iter()
    .flat_map(|folder| front::files(folder, "adb"))
    .map(|path| fs::read_to_string(path).expect("a sample can be read"))
    .collect()
}

/// A place between two characters.
fn place(text: &str, g: &mut Gen) -> usize {
    let mut at = usize::arbitrary(g) % (text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl Arbitrary for Mutated {
    fn arbitrary(g: &mut Gen) -> Mutated {
        let samples = samples();
        let mut text = g.choose(&samples).expect("there are samples").clone();
        for _ in 0..=usize::arbitrary(g) % 4 {
            let (a, b) = (place(&text, g), place(&text, g));
            let (from, to) = (a.min(b), a.max(b));
            match u8::arbitrary(g) % 5 {
                // Remove a little.
                0 => {
                    let mut to = (from + 1 + usize::arbitrary(g) % 12).min(text.len());
                    while !text.is_char_boundary(to) {
                        to -= 1;
                    }
                    text.replace_range(from.min(to)..to, "");
                }
                1 => text.insert_str(from, g.choose(&PIECES).expect("there are pieces")),
                // Repeat a stretch elsewhere.
                2 => {
                    let copy: String = text[from..to].chars().take(80).collect();
                    text.insert_str(place(&text, g).min(from), &copy);
                }
                3 => text.truncate(to),
                // Replace a word by another.
                _ => {
                    let words: Vec<&str> = text.split_whitespace().collect();
                    if let (Some(one), Some(other)) = (g.choose(&words), g.choose(&words)) {
                        text = text.replacen(one, other, 1 + usize::arbitrary(g) % 3);
                    }
                }
            }
        }
        Mutated(text)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Mutated>> {
        let lines: Vec<String> = self.0.lines().map(str::to_owned).collect();
        Box::new((0..lines.len()).map(move |gone| {
            let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone);
            let kept: Vec<&str> = kept.map(|(_, line)| line.as_str()).collect();
            Mutated(kept.join("\n"))
        }))
    }
}

fn survives(text: &str) -> bool {
    let read = Front::read(&[("p.adb", text)]);
    if let Some(difference) = front::changed_by_printing(&read.units)
        && read.is_syntax_sound()
    {
        panic!("printing changes {text}:\n{difference}");
    }
    if read.program.is_some() {
        read.flow();
        true
    } else {
        !read.messages().is_empty()
    }
}

#[test]
fn mutated_samples_are_read_or_rejected() {
    #[allow(clippy::needless_pass_by_value)] // the signature that quickcheck wants
    fn holds(mutated: Mutated) -> bool {
        survives(&mutated.0)
    }
    // SABS_SOAK=N is N times as long.
    let times = std::env::var("SABS_SOAK")
        .ok()
        .and_then(|text| text.parse().ok());
    QuickCheck::new()
        .tests(1500 * times.unwrap_or(1_u64))
        .quickcheck(holds as fn(Mutated) -> bool);
}

#[test]
fn any_text_is_read_or_rejected() {
    #[allow(clippy::needless_pass_by_value)] // the signature that quickcheck wants
    fn holds(text: String) -> bool {
        survives(&text) && survives(&format!("procedure P is\nbegin\n{text}\nend P;\n"))
    }
    QuickCheck::new()
        .tests(300)
        .quickcheck(holds as fn(String) -> bool);
}

#[test]
fn deep_and_long_texts_are_rejected_in_words() {
    let deep = "(".repeat(50_000);
    let balanced = format!("{}X{}", "(".repeat(20_000), ")".repeat(20_000));
    let long = vec!["X"; 5_000].join(" + ");
    let digits = "9".repeat(20_000);
    let ifs = format!(
        "{}null;{}",
        "if True then ".repeat(2_000),
        " end if;".repeat(2_000)
    );
    let attributes = format!("X{}", "'Old".repeat(20_000));
    let selections = format!("X{}", ".all".repeat(20_000));
    let denials = format!("{}X", "not ".repeat(20_000));
    for expression in [
        deep, balanced, long, digits, attributes, selections, denials,
    ] {
        let text =
            format!("procedure P (X : in out Integer) is\nbegin\n   X := {expression};\nend P;\n");
        let read = Front::read(&[("p.adb", &text)]);
        assert!(read.program.is_none());
        assert!(!read.messages().is_empty());
    }
    assert!(survives(&format!("procedure P is\nbegin\n{ifs}\nend P;\n")));
}

#[test]
fn what_is_no_program_is_rejected_at_once() {
    let texts = [
        "(".repeat(10_000_000),
        ")".repeat(200_000),
        ";".repeat(200_000),
        "'".repeat(200_000),
        "\"".repeat(200_000),
        "begin ".repeat(50_000),
        "\u{1}\u{0}\u{7f}ELF".repeat(10_000),
    ];
    for text in texts {
        let read = Front::read(&[("p.adb", &text)]);
        let start: String = text.chars().take(10).collect();
        assert!(read.program.is_none(), "{start}");
        let messages = read.messages();
        assert!(!messages.is_empty() && messages.len() < 10_000, "{start}");
    }
}
