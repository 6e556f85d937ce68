//! Families of programs to measure with: the same text for the same size, always.

use std::fmt::Write as _;

/// T(N) of the Bebop paper (Section 4): N levels, each of which calls the next one twice or counts
/// three bits through, with one global. What is asked is whether `reach` is reachable.
pub fn levels(count: usize) -> String {
    let mut text = String::from(
        "decl g;\nvoid main()\nbegin\nlevel1();\nlevel1();\nif (!g) then\nreach: skip;\nelse\n\
         skip;\nfi\nend\n",
    );
    for level in 1..=count {
        let inner = if level < count {
            format!("level{}(); level{}();", level + 1, level + 1)
        } else {
            "skip; skip;".to_owned()
        };
        let _ = write!(
            text,
            "void level{level}()\nbegin\ndecl a,b,c;\nif (g) then\na,b,c := 0,0,0;\n\
             while (!a|!b|!c) do\nif (!a) then\na := 1;\nelsif (!b) then\na,b := 0,1;\n\
             elsif (!c) then\na,b,c := 0,0,1;\nfi\nod\nelse\n{inner}\nfi\ng := !g;\nend\n"
        );
    }
    text
}

/// A counter of `bits` bits with a bug at its very end: the assertion `BUG` fails after 2^bits - 1
/// rounds of the loop.
pub fn counter(bits: usize) -> String {
    let names = names(bits);
    let zeros = vec!["0"; bits].join(",");
    format!(
        "decl {names};\nvoid main()\nbegin\n{names} := {zeros};\nwhile (*) do\n{names} := {};\n\
         BUG: assert(!({}));\nod\nend\n",
        successor(bits),
        all(bits)
    )
}

/// A procedure that counts `bits` bits up in its parameters: its recursion is 2^bits - 1 calls deep
/// at `DEEP`, and has come back at `AFTER`.
pub fn recursion(bits: usize) -> String {
    let zeros = vec!["0"; bits].join(",");
    format!(
        "void f({})\nbegin\nif ({}) then\nDEEP: skip;\nelse\nf({});\nfi\nend\n\
         void main()\nbegin\nf({zeros});\nAFTER: skip;\nend\n",
        names(bits),
        all(bits),
        successor(bits)
    )
}

fn names(bits: usize) -> String {
    let names: Vec<String> = (0..bits).map(|bit| format!("b{bit}")).collect();
    names.join(",")
}

/// The conjunction of the lowest `bits` bits.
fn all(bits: usize) -> String {
    names(bits).replace(',', " & ")
}

/// The values of the bits of a number one larger.
fn successor(bits: usize) -> String {
    let values: Vec<String> = (0..bits)
        .map(|bit| match bit {
            0 => "!b0".to_owned(),
            _ => format!("b{bit} ^ ({})", all(bit)),
        })
        .collect();
    values.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bp::interpret::Machine;
    use crate::bp::{lower, parse};
    use crate::source::SourceFile;

    /// How many steps the explicit twin needs to the label, and whether the assertion there fails.
    fn shortest(text: &str, label: &str) -> (Option<usize>, Option<usize>) {
        let program = parse(&SourceFile::new("family.bp", text)).unwrap();
        let control = lower(&program).unwrap();
        let found = Machine::new(&control).explore();
        let mut points = control.points();
        let point = points
            .find(|point| {
                let labels = &control.node(*point).labels;
                labels.iter().any(|found| found.as_str() == label)
            })
            .unwrap();
        let length = |lengths: &std::collections::BTreeMap<_, usize>| lengths.get(&point).copied();
        (length(&found.reached), length(&found.fails))
    }

    #[test]
    fn the_families_do_what_they_say() {
        assert_eq!(shortest(&levels(2), "reach").0, Some(3));
        // 2^3 - 1 rounds of three statements, less the last assertion's own step.
        assert_eq!(shortest(&counter(3), "BUG").1, Some(1 + 7 * 3 - 1));
        // Per call the test and the call itself.
        assert_eq!(shortest(&recursion(3), "DEEP").0, Some(1 + 7 * 2 + 1));
        assert_eq!(shortest(&recursion(3), "AFTER").0, Some(1));
    }
}
