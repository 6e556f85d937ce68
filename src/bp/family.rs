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

/// `count` things in a row, neighbours of which may change places. `REVERSED` fails: every order is
/// reached, the reverse last; `TWICE` does not: no thing is at two places.
pub fn permutations(count: usize) -> String {
    let bits = usize::BITS - (count - 1).leading_zeros();
    let place =
        |at: usize| -> Vec<String> { (0..bits).map(|bit| format!("p{at}_{bit}")).collect() };
    let is = |at: usize, thing: usize| {
        let literals = place(at).into_iter().zip(0..bits);
        let literals = literals.map(|(name, bit)| match thing >> bit & 1 {
            1 => name,
            _ => format!("!{name}"),
        });
        literals.collect::<Vec<_>>().join(" & ")
    };
    let every = |thing: &dyn Fn(usize) -> usize| {
        let places: Vec<String> = (0..count).map(|at| is(at, thing(at))).collect();
        places.join(" & ")
    };
    let row: Vec<String> = (0..count).flat_map(place).collect();
    let mut text = format!(
        "decl {};\nvoid main()\nbegin\nassume({});\nwhile (*) do\n",
        row.join(","),
        every(&|at| at)
    );
    for at in 1..count {
        let (left, right) = (place(at - 1), place(at));
        let (pair, changed) = ([&left[..], &right].concat(), [&right[..], &left].concat());
        let (pair, changed) = (pair.join(","), changed.join(","));
        let _ = writeln!(text, "if (*) then\n{pair} := {changed};\nfi");
    }
    let same = place(0).into_iter().zip(place(1));
    let same: Vec<String> = same.map(|(a, b)| format!("{a} = {b}")).collect();
    let (reversed, same) = (every(&|at| count - 1 - at), same.join(" & "));
    let _ = write!(
        text,
        "REVERSED: assert(!({reversed}));\nTWICE: assert(!({same}));\nod\nend\n"
    );
    text
}

/// `count` locks, each perhaps taken by a procedure that calls the next one and gives back what it
/// has taken; the innermost may begin again. No assertion fails.
pub fn locks(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|lock| format!("l{lock}")).collect();
    let free: Vec<String> = names.iter().map(|name| format!("!{name}")).collect();
    let mut text = format!(
        "decl {};\nvoid main()\nbegin\nassume({});\nwork0();\nDONE: assert({});\nend\n",
        names.join(","),
        free.join(" & "),
        free.join(" & ")
    );
    for (lock, name) in names.iter().enumerate() {
        let inner = match lock + 1 {
            next if next < count => format!("work{next}();"),
            _ => "if (*) then work0(); fi".to_owned(),
        };
        let _ = write!(
            text,
            "void work{lock}()\nbegin\ndecl mine;\nmine := 0;\nif (!{name}) then\nif (*) then\n\
             TAKE{lock}: assert(!{name});\n{name},mine := 1,1;\nfi\nfi\n{inner}\nif (mine) then\n\
             GIVE{lock}: assert({name});\n{name} := 0;\nfi\nend\n"
        );
    }
    text
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
        // Three changes of neighbours turn three things round, two in the first round of the loop
        // and one in the second; each is a test and a step, the one not made a test.
        let turned = permutations(3);
        let length = 1 + (1 + 2 + 2) + 2 + (1 + 2 + 1);
        assert_eq!(shortest(&turned, "REVERSED").1, Some(length));
        assert_eq!(shortest(&turned, "TWICE").1, None);
        assert_eq!(shortest(&locks(2), "DONE"), (Some(2), None));
        assert_eq!(shortest(&locks(2), "TAKE1").1, None);
    }
}
