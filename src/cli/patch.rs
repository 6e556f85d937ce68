//! The difference between two texts as a patch, where lines were only added or replaced one by one.

use std::fmt::Write as _;

/// How many lines are shown around a change.
const AROUND: usize = 3;

/// A line of either text or both.
enum Line<'a> {
    Same(&'a str),
    Old(&'a str),
    New(&'a str),
}

/// A unified patch from `old` to `new`; empty if they are the same.
pub(super) fn patch(name: &str, old: &str, new: &str) -> String {
    let lines = aligned(old, new);
    let is_change = |line: &Line<'_>| !matches!(line, Line::Same(_));
    let changed: Vec<usize> = (0..lines.len())
        .filter(|at| is_change(&lines[*at]))
        .collect();
    let mut text = String::new();
    let mut shown = 0;
    for &at in &changed {
        if at < shown {
            continue;
        }
        let start = at.saturating_sub(AROUND).max(shown);
        // Changes that are close together share a hunk.
        let mut end = at + 1;
        while let Some(&next) = changed.iter().find(|next| **next >= end) {
            if next > end + 2 * AROUND {
                break;
            }
            end = next + 1;
        }
        let end = (end + AROUND).min(lines.len());
        if text.is_empty() {
            let _ = writeln!(text, "--- {name}\n+++ {name}");
        }
        hunk(&lines, start, end, &mut text);
        shown = end;
    }
    text
}

fn hunk(lines: &[Line<'_>], start: usize, end: usize, text: &mut String) {
    let old = |lines: &[Line<'_>]| lines.iter().filter(|l| !matches!(l, Line::New(_))).count();
    let new = |lines: &[Line<'_>]| lines.iter().filter(|l| !matches!(l, Line::Old(_))).count();
    let (before, shown) = (&lines[..start], &lines[start..end]);
    let _ = writeln!(
        text,
        "@@ -{},{} +{},{} @@",
        old(before) + 1,
        old(shown),
        new(before) + 1,
        new(shown)
    );
    for line in shown {
        let (sign, line) = match line {
            Line::Same(line) => (' ', line),
            Line::Old(line) => ('-', line),
            Line::New(line) => ('+', line),
        };
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// Both texts line by line, with what ends a line: what the old one has next, if it comes later in the new one, stays.
fn aligned<'a>(old: &'a str, new: &'a str) -> Vec<Line<'a>> {
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let mut lines = Vec::new();
    let mut at = 0;
    for (number, line) in old.iter().enumerate() {
        // As many lines must be left in the new text as in the old one.
        let last = new.len().saturating_sub(old.len() - number);
        let found = (at..=last.min(new.len().saturating_sub(1))).find(|next| new[*next] == *line);
        match found {
            Some(found) => {
                lines.extend(new[at..found].iter().map(|line| Line::New(line)));
                lines.push(Line::Same(line));
                at = found + 1;
            }
            None => lines.push(Line::Old(line)),
        }
    }
    lines.extend(new[at..].iter().map(|line| Line::New(line)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn added_lines_stand_between_their_neighbours() {
        let old = "a\nb\nc\nd\ne\nf\n";
        let new = "a\nb\nc\nd\nX\ne\nf\n";
        let expected = "--- p.adb\n+++ p.adb\n@@ -2,5 +2,6 @@\n b\n c\n d\n+X\n e\n f\n";
        assert_eq!(patch("p.adb", old, new), expected);
        assert_eq!(patch("p.adb", old, old), "");
        let split = patch("p.adb", "a\nloop X;\nc\n", "a\nloop\n   P; X;\nc\n");
        assert!(split.contains("-loop X;\n+loop\n+   P; X;\n c"), "{split}");
    }

    #[test]
    fn lines_keep_their_ends() {
        let expected =
            "--- p.adb\n+++ p.adb\n@@ -1,2 +1,3 @@\n a\r\n+X\r\n b\n\\ No newline at end of file\n";
        assert_eq!(patch("p.adb", "a\r\nb", "a\r\nX\r\nb"), expected);
    }
}
