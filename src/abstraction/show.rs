//! Assignment tables as text (`--show-tables`).

use std::fmt;

use itertools::Itertools;

use super::table::{AssignmentTable, Group};

/// Above this many rows the independent parts of a table are shown one by one.
const MOST_ROWS: usize = 256;

/// A table and where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownTable {
    /// The subprogram.
    pub procedure: String,
    /// The statements it is the table of.
    pub title: String,
    /// What each bit is called.
    pub bits: Vec<String>,
    /// The table.
    pub table: AssignmentTable,
}

impl fmt::Display for ShownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.procedure, self.title)?;
        for (at, name) in self.bits.iter().enumerate() {
            writeln!(f, "  b{} = {name}", at + 1)?;
        }
        let whole = product(&self.table);
        match whole {
            Some(group) => self.write_group(f, &group),
            None => self
                .table
                .groups
                .iter()
                .try_for_each(|group| self.write_group(f, group)),
        }
    }
}

impl ShownTable {
    fn write_group(&self, f: &mut fmt::Formatter<'_>, group: &Group) -> fmt::Result {
        let before = group.before.iter().map(|bit| format!("b{}", bit + 1));
        let after = group
            .after
            .iter()
            .map(|&k| format!("b{}'", self.table.targets[k] + 1));
        let heads: Vec<String> = before.chain(after).collect();
        writeln!(f, "  {}", heads.iter().join(" "))?;
        for (before, after) in &group.rows {
            let cells = before
                .iter()
                .chain(after)
                .zip(&heads)
                .map(|(&value, head)| {
                    let letter = if value { "T" } else { "F" };
                    format!("{letter:<width$}", width = head.len())
                })
                .join(" ");
            writeln!(f, "  {}", cells.trim_end())?;
        }
        Ok(())
    }
}

/// The whole table as one group over all bits, unless it is too large to read.
fn product(table: &AssignmentTable) -> Option<Group> {
    let free: Vec<usize> = (0..table.bits)
        .filter(|bit| !table.groups.iter().any(|group| group.before.contains(bit)))
        .collect();
    let rows = table
        .groups
        .iter()
        .map(|group| group.rows.len())
        .chain(free.iter().map(|_| 2))
        .try_fold(1usize, usize::checked_mul)?;
    if rows > MOST_ROWS {
        return None;
    }
    let mut partial: Vec<(Vec<bool>, Vec<bool>)> =
        vec![(vec![false; table.bits], vec![false; table.targets.len()])];
    for group in &table.groups {
        partial = partial
            .iter()
            .cartesian_product(&group.rows)
            .map(|((before, after), row)| {
                let (mut before, mut after) = (before.clone(), after.clone());
                for (bit, value) in group.before.iter().zip(&row.0) {
                    before[*bit] = *value;
                }
                for (target, value) in group.after.iter().zip(&row.1) {
                    after[*target] = *value;
                }
                (before, after)
            })
            .collect();
    }
    for bit in free {
        let other = partial.iter().cloned().map(|(mut before, after)| {
            before[bit] = true;
            (before, after)
        });
        partial = partial.iter().cloned().chain(other).collect();
    }
    partial.sort();
    Some(Group {
        before: (0..table.bits).collect(),
        after: (0..table.targets.len()).collect(),
        rows: partial,
    })
}
