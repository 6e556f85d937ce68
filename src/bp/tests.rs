//! Reader and printer.

use quickcheck::quickcheck;

use super::*;
use crate::source::{SourceFile, Sources};

fn read(text: &str) -> BoolProgram {
    let file = SourceFile::new("t.bp", text);
    parse(&file).unwrap_or_else(|errors| {
        let mut sources = Sources::default();
        sources.add(file.clone());
        panic!("{}", crate::diagnostic::render_all(&errors, &sources))
    })
}

/// The messages for a program, `line:column message` each.
fn complaints(text: &str) -> Vec<String> {
    let file = SourceFile::new("t.bp", text);
    let errors = parse(&file).expect_err("the program is wrong");
    errors
        .iter()
        .map(|error| {
            format!(
                "{} {}",
                file.position(error.span.start as usize),
                error.message
            )
        })
        .collect()
}

/// The expression, fully parenthesised by its tree.
fn grouped(text: &str) -> String {
    let program = read(&format!(
        "decl a, b, c, d; void main() begin a := {text}; end"
    ));
    let StatementKind::Assign { values, .. } = &program.procedures[0].body[0].kind else {
        panic!("{program} does not begin with an assignment");
    };
    values[0].to_string()
}

quickcheck! {
    // forall p. parse (print p) = p
    fn what_is_printed_is_read_back(program: BoolProgram) -> bool {
        read(&program.to_string()) == program
    }

    // forall p. print (parse (print p)) = print p
    fn printing_is_stable(program: BoolProgram) -> bool {
        let text = program.to_string();
        read(&text).to_string() == text
    }
}

/// A program's text with pieces taken out, doubled, and swapped for others.
fn damaged(program: &BoolProgram, wounds: &[(usize, u8)]) -> String {
    let mut text: Vec<char> = program.to_string().chars().collect();
    let pieces = [
        "{", "}", "\\", "'", "(", ")", ";", ":=", "?", "/*", "end", "if", "decl", "é", "*", "<",
    ];
    for (place, kind) in wounds {
        let at = place % (text.len() + 1);
        match kind % 3 {
            0 => drop(text.drain(at..text.len().min(at + usize::from(kind / 3 % 8)))),
            1 => {
                let piece = pieces[usize::from(kind / 3) % pieces.len()];
                text.splice(at..at, piece.chars());
            }
            _ => {
                let copy: Vec<char> = text[at..].iter().copied().take(9).collect();
                text.splice(at..at, copy);
            }
        }
    }
    text.into_iter().collect()
}

quickcheck! {
    // forall damaged texts, dialects. reading ends, with a program that can be read again or with
    // messages at places of the text
    fn damaged_programs_are_no_danger(program: BoolProgram, wounds: Vec<(usize, u8)>) -> bool {
        let text = damaged(&program, &wounds);
        let file = SourceFile::new("t.bp", &text);
        let dialects = [Dialect::Native, Dialect::Moped, Dialect::Boppo, Dialect::Wali, recognise(&text)];
        dialects.into_iter().all(|dialect| match parse_dialect(&file, dialect) {
            Ok(read_program) => read(&read_program.to_string()) == read_program,
            Err(errors) => {
                !errors.is_empty() && errors.iter().all(|e| e.span.start as usize <= text.len())
            }
        })
    }
}

/// Whatever bytes come, reading ends, and what is read is explored or refused: for two seconds, or
/// as many as `SABS_SOAK` says.
#[test]
fn random_texts_are_no_danger() {
    let seconds = std::env::var("SABS_SOAK")
        .ok()
        .and_then(|text| text.parse().ok());
    let end = std::time::Instant::now() + std::time::Duration::from_secs(seconds.unwrap_or(2));
    let words = [
        "decl ",
        "void ",
        "bool<2> ",
        "main",
        "f",
        "(",
        ")",
        "begin ",
        "end ",
        "skip",
        ";",
        "x",
        "y",
        ",",
        ":=",
        ":",
        "goto ",
        "L",
        "if ",
        "then ",
        "elsif ",
        "else ",
        "fi ",
        "while ",
        "do ",
        "od ",
        "assert ",
        "assume ",
        "return ",
        "choose(",
        "schoose[",
        "]",
        "?",
        "*",
        "nondet",
        "'",
        "&",
        "|",
        "^",
        "=",
        "!=",
        "=>",
        "!",
        "~",
        "0",
        "1",
        "T",
        "F",
        "constrain ",
        "enforce ",
        "abortif ",
        "dead ",
        "print(",
        "dfs ",
        "{a b\\}",
        "}",
        "//",
        "/*",
        "*/",
        "\n",
        "_",
        "$",
        "#",
        "-",
        "\u{e9}",
        "\0",
    ];
    let mut g = quickcheck::Gen::new(60);
    while std::time::Instant::now() < end {
        let picks: Vec<u8> = quickcheck::Arbitrary::arbitrary(&mut g);
        let pieces = picks
            .iter()
            .map(|pick| words[usize::from(*pick) % words.len()]);
        let mut text: String = pieces.collect();
        if picks.len().is_multiple_of(2) {
            text = format!("decl x, y; void f() begin end void main() begin {text} end");
        }
        let file = SourceFile::new("t.bp", &text);
        for dialect in [Dialect::Native, Dialect::Boppo, recognise(&text)] {
            match parse_dialect(&file, dialect) {
                Ok(program) => drop(lower(&program).expect("it was read, so it is well-formed")),
                Err(errors) => assert!(!errors.is_empty(), "{text}"),
            }
        }
    }
}

#[test]
fn every_construct_is_read_and_printed() {
    let text = "\
decl g, {X > 0};

bool<2> f(a, {while})
begin
    decl {a\\}b}, l;
    enforce !(a & l);
    L1: L2: skip;
    a, _ := g ? a : {X > 0}, nondet constrain 'a = !a;
    l, g := f(*, choose(a, l));
    f(1, 0);
    assume(a & g | !l);
    C1: assert(a => g);
    if (a != g) then
        skip;
    elsif (g) then
        goto L1, L2;
    else
        return a, (a & g) ^ l;
    fi
    while (1) do
        return;
    od
end

void main()
begin
    f(1, 1);
end
";
    assert_eq!(read(text).to_string(), text);
}

#[test]
fn bebop_heads_and_comments_and_missing_semicolons_are_read() {
    let program = read(
        "decl g; /* two
         lines */ main() begin decl h; h := !g; // why
         if (?) then skip; else skip fi; while (~h) do skip; od print(g, h); end",
    );
    let main = &program.procedures[0];
    assert_eq!(main.results, 0);
    assert_eq!(main.body.len(), 4);
    assert_eq!(main.body[3].comment.as_deref(), Some("print(g, h)"));
    assert_eq!((main.body[0].line, main.body[1].line), (2, 3));
}

#[test]
fn operators_bind_as_documented() {
    assert_eq!(
        grouped("!a = b & c ^ d | a => b ? c : d"),
        "(((((!a = b) & c) ^ d) | a) => b) ? c : d"
    );
    assert_eq!(grouped("a => b => c"), "a => (b => c)");
    assert_eq!(grouped("a ^ b ^ c"), "(a ^ b) ^ c");
    assert_eq!(grouped("a & b & c | d"), "a & b & c | d");
    assert_eq!(grouped("(a & b) & c"), "(a & b) & c");
    assert_eq!(grouped("a & b | c & (d | a)"), "a & b | c & (d | a)");
}

#[test]
fn comments_are_printed_behind_or_above() {
    let mut program = read("void main() begin skip; if (1) then skip; fi end");
    program.procedures[0].body[0].comment = Some("one line".to_owned());
    program.procedures[0].body[1].comment = Some("two\nlines".to_owned());
    let text = program.to_string();
    assert_eq!(
        text,
        "void main()\nbegin\n    skip;  // one line\n    // two\n    // lines\n    if (1) then\n        skip;\n    fi\nend\n"
    );
    assert_eq!(read(&text), program);
}

#[test]
fn wrong_names_are_reported_where_they_stand() {
    assert_eq!(
        complaints("decl g, g; void main() begin x := 'g; g, g := 1, 0; goto L; f(); end"),
        [
            "1:9 variable {g} is declared twice",
            "1:30 variable {x} is not declared",
            "1:36 '{g} has no meaning outside constrain",
            "1:42 variable {g} is assigned twice",
            "1:58 procedure {main} has no label {L}",
            "1:61 procedure {f} is not defined",
        ]
    );
    assert_eq!(
        complaints("bool f(a, a) begin L: return; L: return 1, 1; end void f() begin end"),
        [
            "1:11 variable {a} is declared twice",
            "1:31 label {L} is declared twice",
            "1:34 {f} returns 1 value, but 2 are given",
            "1:56 procedure {f} is defined twice",
            "1:69 there is no procedure main",
        ]
    );
    assert_eq!(
        complaints(
            "decl x, y; bool<2> f(a) begin end void main() begin x := f(1); f(1, 0); x, y := 1; end"
        ),
        [
            "1:73 2 variables are assigned 1 value",
            "1:58 {f} returns 2 values, but 1 variable takes them",
            "1:64 {f} takes 1 argument, but 2 are given",
        ]
    );
}

#[test]
fn wrong_syntax_says_what_was_expected() {
    let cases = [
        ("void main() begin skip end", None),
        (
            "void main() begin x end",
            Some("1:21 expected `:`, `:=`, `,` or `(`, found `end`"),
        ),
        (
            "void main() begin while := 1; end",
            Some("1:25 expected an expression, found `:=`"),
        ),
        (
            "void main() begin if (1 then skip; fi end",
            Some("1:25 expected `)`, found `then`"),
        ),
        (
            "void main() begin skip",
            Some("1:23 expected `;`, found the end of the file"),
        ),
        (
            "decl {a; void main() begin end",
            Some("1:6 this brace is never closed"),
        ),
        (
            "void main() begin /* end",
            Some("1:19 this comment is never closed"),
        ),
        (
            "void main() begin § end",
            Some("1:19 no token begins with `\\u{a7}`"),
        ),
        (
            "bool<x> main() begin end",
            Some("1:6 expected a number of results, found `x`"),
        ),
        (
            "void main() begin assume(2); end",
            Some("1:26 expected an expression, found `2`"),
        ),
    ];
    for (text, complaint) in cases {
        match complaint {
            None => drop(read(text)),
            Some(expected) => assert_eq!(complaints(text), [expected], "{text}"),
        }
    }
}

#[test]
fn programs_made_in_memory_are_checked_by_the_same_rules() {
    let mut program = read("decl g; void main() begin L: g := 1; end");
    assert_eq!(outline::faults(&program), []);
    program.globals.clear();
    let messages: Vec<String> = outline::faults(&program)
        .into_iter()
        .map(|fault| fault.message)
        .collect();
    assert_eq!(messages, ["variable {g} is not declared"]);
}
