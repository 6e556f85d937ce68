//! The parse tree as a value of ours; the only file that knows tree-sitter.

use std::sync::OnceLock;

use tree_sitter::{Language, Parser, TreeCursor};

/// How deep a tree may be: far above what people write, low enough for recursion on any thread.
const MAX_DEPTH: usize = 400;

/// A node of the parse tree. Comments are not part of it: see [`Tree::comments`].
#[derive(Debug)]
pub(super) struct Node {
    /// The grammar's name of it; a token is its own text in lower case.
    pub(super) kind: &'static str,
    /// Whether it is a rule of the grammar rather than a token.
    pub(super) is_named: bool,
    /// First byte and one past the last.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) children: Vec<Node>,
}

/// A parsed text.
pub(super) struct Tree {
    pub(super) root: Node,
    /// The comments, first byte and one past the last, in order.
    pub(super) comments: Vec<(usize, usize)>,
    /// The first place where the text does not follow the grammar.
    pub(super) fault: Option<Fault>,
}

/// A place where the text does not follow the grammar.
pub(super) struct Fault {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: FaultKind,
}

pub(super) enum FaultKind {
    /// This token is missing.
    Missing(&'static str),
    /// This stretch makes no sense.
    Unexpected,
    /// Too deep to be read.
    Depth,
}

impl Node {
    /// The children of the given kind.
    pub(super) fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |child| child.kind == kind)
    }

    /// The first child of the given kind.
    pub(super) fn first(&self, kind: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.kind == kind)
    }

    /// Whether there is a child of the given kind.
    pub(super) fn has(&self, kind: &str) -> bool {
        self.first(kind).is_some()
    }
}

/// Parses a text; never fails, but the tree may have a fault.
pub(super) fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser
        .set_language(language())
        .expect("the grammar and the parser are of versions that fit");
    let tree = parser
        .parse(text, None)
        .expect("a parser with a language and without a time limit gives a tree");
    let mut collected = Collected {
        comments: Vec::new(),
        fault: None,
    };
    let root = read(&mut tree.walk(), 0, &mut collected);
    Tree {
        root,
        comments: collected.comments,
        fault: collected.fault,
    }
}

/// What is gathered on the way through a tree.
struct Collected {
    comments: Vec<(usize, usize)>,
    fault: Option<Fault>,
}

/// The grammar, kept for the whole run so that the names of its rules live as long.
fn language() -> &'static Language {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    LANGUAGE.get_or_init(|| Language::new(tree_sitter_ada::LANGUAGE))
}

fn read(cursor: &mut TreeCursor<'_>, depth: usize, collected: &mut Collected) -> Node {
    let node = cursor.node();
    let mut found = Node {
        kind: language()
            .node_kind_for_id(node.kind_id())
            .unwrap_or("ERROR"),
        is_named: node.is_named(),
        start: node.start_byte(),
        end: node.end_byte(),
        children: Vec::new(),
    };
    let kind = if node.is_missing() {
        Some(FaultKind::Missing(found.kind))
    } else if node.is_error() {
        Some(FaultKind::Unexpected)
    } else if depth > MAX_DEPTH {
        Some(FaultKind::Depth)
    } else {
        None
    };
    if let Some(kind) = kind {
        let (start, end) = (found.start, found.end);
        let earlier = |first: &Fault| start < first.start;
        if collected.fault.as_ref().is_none_or(earlier) {
            collected.fault = Some(Fault { start, end, kind });
        }
    }
    if depth <= MAX_DEPTH && cursor.goto_first_child() {
        loop {
            let child = cursor.node();
            if child.kind() == "comment" {
                collected
                    .comments
                    .push((child.start_byte(), child.end_byte()));
            } else {
                let child = read(cursor, depth + 1, collected);
                found.children.push(child);
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        cursor.goto_parent();
    }
    found
}
