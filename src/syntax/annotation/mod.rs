//! Annotations in comments: `annotations/README.md` is their grammar.
//!
//! Comments of one kind that follow each other with nothing but white space between them are read
//! as one text, so that a clause may go over several lines.

mod clauses;
mod formula;
mod fragment;
mod piece;
mod spark_2005;
mod translation;

use crate::source::FileId;

pub(super) use clauses::{read, read_clause};
pub(super) use piece::Piece;
pub(super) use spark_2005::{Contract, contract, statements, warn_of_unread};
pub(super) use translation::Stretch;

/// Whose annotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// `--%`, sabs's own.
    Sabs,
    /// `--#`, of SPARK 2005.
    Spark2005,
}

/// Consecutive comments as one text of the same length as in the file.
#[derive(Debug, Clone)]
pub(super) struct Group {
    pub(super) dialect: Dialect,
    /// Where the first comment starts.
    pub(super) start: usize,
    /// The text, with blanks for the comment marks and for comments inside.
    text: String,
}

impl Group {
    fn piece(&self, file: FileId) -> Piece<'_> {
        Piece {
            file,
            start: self.start,
            text: &self.text,
        }
    }
}

/// The groups of annotations among the comments.
pub(super) fn collect(text: &str, comments: &[(usize, usize)]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for &(start, end) in comments {
        let comment = text[start..end].trim_end_matches('\r');
        let (dialect, clause) = match (comment.strip_prefix("--%"), comment.strip_prefix("--#")) {
            (Some(clause), _) => (Dialect::Sabs, clause),
            (None, Some(clause)) => (Dialect::Spark2005, clause),
            (None, None) => continue,
        };
        let clause = format!("   {}", blank_comment(clause));
        if let Some(group) = groups.last_mut() {
            let last = group.start + group.text.len();
            if group.dialect == dialect && text[last..start].trim().is_empty() {
                group.text.push_str(&text[last..start]);
                group.text.push_str(&clause);
                continue;
            }
        }
        groups.push(Group {
            dialect,
            start,
            text: clause,
        });
    }
    groups
}

/// Replaces a comment inside a clause by blanks.
fn blank_comment(clause: &str) -> String {
    let inside_string = |at: usize| clause[..at].matches('"').count() % 2 == 1;
    match clause
        .match_indices("--")
        .find(|&(at, _)| !inside_string(at))
    {
        Some((at, _)) => format!("{}{}", &clause[..at], " ".repeat(clause.len() - at)),
        None => clause.to_owned(),
    }
}
