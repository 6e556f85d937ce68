//! The parse tree as a value of ours; the only file that knows tree-sitter.
//!
//! Nodes lie in one vector, the children of each side by side: a tree has some thirty nodes per
//! line of source, and an allocation for each would cost more than parsing.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock};

use tree_sitter::{Language, LogType, ParseOptions, ParseState, Parser, TreeCursor};

/// How deep a tree may be: far above what people write, low enough for recursion on any thread.
const MAX_DEPTH: usize = 400;

/// How long the parser looks for a way to go on after a mistake, in hundreds of its operations:
/// some ten thousand lines of sound text. What does not follow the grammar at all takes it very long.
const MAX_STEPS_AFTER_ERROR: usize = 10_000;

/// A parsed text.
pub(super) struct Tree {
    nodes: Vec<Entry>,
    /// The comments, first byte and one past the last, in order.
    pub(super) comments: Vec<(usize, usize)>,
    /// The places where the text does not follow the grammar, in order, none inside another.
    pub(super) faults: Vec<Fault>,
}

/// What is known of a node.
struct Entry {
    kind: &'static str,
    start: u32,
    end: u32,
    first_child: u32,
    child_count: u32,
    is_named: bool,
}

/// A node of the parse tree. Comments are not part of it: see [`Tree::comments`].
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    all: &'t [Entry],
    entry: &'t Entry,
}

/// Nodes side by side.
#[derive(Clone, Copy)]
pub(super) struct Nodes<'t> {
    all: &'t [Entry],
    entries: &'t [Entry],
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

impl Tree {
    /// What is known of a text on which the parser gave up.
    fn given_up(place: usize) -> Tree {
        let root = Entry {
            kind: "ERROR",
            start: 0,
            end: 0,
            first_child: 0,
            child_count: 0,
            is_named: true,
        };
        Tree {
            nodes: vec![root],
            comments: Vec::new(),
            faults: vec![Fault {
                start: place,
                end: place,
                kind: FaultKind::Unexpected,
            }],
        }
    }

    /// The node of the whole text.
    pub(super) fn root(&self) -> Node<'_> {
        Node {
            all: &self.nodes,
            entry: self.nodes.last().expect("there is always a root"),
        }
    }
}

impl<'t> Node<'t> {
    /// The grammar's name of it; a token is its own text in lower case.
    pub(super) fn kind(self) -> &'static str {
        self.entry.kind
    }

    /// Whether it is a rule of the grammar rather than a token.
    pub(super) fn is_named(self) -> bool {
        self.entry.is_named
    }

    /// First byte.
    pub(super) fn start(self) -> usize {
        self.entry.start as usize
    }

    /// One past the last byte.
    pub(super) fn end(self) -> usize {
        self.entry.end as usize
    }

    pub(super) fn children(self) -> Nodes<'t> {
        let first = self.entry.first_child as usize;
        let count = self.entry.child_count as usize;
        Nodes {
            all: self.all,
            entries: &self.all[first..first + count],
        }
    }

    /// The children of the given kind.
    pub(super) fn all(self, kind: &'static str) -> impl Iterator<Item = Node<'t>> {
        self.children()
            .iter()
            .filter(move |child| child.kind() == kind)
    }

    /// The first child of the given kind.
    pub(super) fn first(self, kind: &str) -> Option<Node<'t>> {
        self.children().find(kind)
    }

    /// Whether there is a child of the given kind.
    pub(super) fn has(self, kind: &str) -> bool {
        self.first(kind).is_some()
    }

    /// The tokens below it, in order.
    pub(super) fn leaves(self, found: &mut Vec<Node<'t>>) {
        if self.entry.child_count == 0 {
            found.push(self);
        }
        for child in self.children().iter() {
            child.leaves(found);
        }
    }

    /// It alone, as a list.
    pub(super) fn alone(self) -> Nodes<'t> {
        Nodes {
            all: self.all,
            entries: std::slice::from_ref(self.entry),
        }
    }
}

impl<'t> Nodes<'t> {
    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = Node<'t>> + ExactSizeIterator {
        let all = self.all;
        self.entries.iter().map(move |entry| Node { all, entry })
    }

    pub(super) fn len(self) -> usize {
        self.entries.len()
    }

    pub(super) fn is_empty(self) -> bool {
        self.entries.is_empty()
    }

    pub(super) fn get(self, at: usize) -> Option<Node<'t>> {
        let entry = self.entries.get(at)?;
        Some(Node {
            all: self.all,
            entry,
        })
    }

    pub(super) fn first(self) -> Option<Node<'t>> {
        self.get(0)
    }

    pub(super) fn last(self) -> Option<Node<'t>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The first node of the given kind.
    pub(super) fn find(self, kind: &str) -> Option<Node<'t>> {
        self.iter().find(|node| node.kind() == kind)
    }

    /// Where the first node of one of the kinds stands.
    pub(super) fn position(self, kinds: &[&str]) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| kinds.contains(&entry.kind))
    }

    /// Where the last node of one of the kinds stands.
    pub(super) fn last_position(self, kinds: &[&str]) -> Option<usize> {
        self.entries
            .iter()
            .rposition(|entry| kinds.contains(&entry.kind))
    }

    /// Those before place `at`.
    pub(super) fn before(self, at: usize) -> Nodes<'t> {
        Nodes {
            entries: &self.entries[..at.min(self.len())],
            ..self
        }
    }

    /// Those from place `at` on.
    pub(super) fn from(self, at: usize) -> Nodes<'t> {
        Nodes {
            entries: &self.entries[at.min(self.len())..],
            ..self
        }
    }

    /// The parts between nodes of one of the kinds.
    pub(super) fn split(self, kinds: &[&str]) -> impl Iterator<Item = Nodes<'t>> {
        let all = self.all;
        self.entries
            .split(move |entry| kinds.contains(&entry.kind))
            .map(move |entries| Nodes { all, entries })
    }

    /// Those before the first node of one of the kinds; all of them if there is none.
    pub(super) fn until(self, kinds: &[&str]) -> Nodes<'t> {
        self.before(self.position(kinds).unwrap_or(self.len()))
    }
}

/// Parses a text; never fails, but the tree may have faults.
pub(super) fn parse(text: &str) -> Tree {
    let grammar = grammar();
    let mut parser = Parser::new();
    parser
        .set_language(&grammar.language)
        .expect("the grammar and the parser are of versions that fit");
    let mut first_error = None;
    let mut steps = 0_usize;
    let mut watch = |state: &ParseState| {
        if state.has_error() {
            first_error.get_or_insert(state.current_byte_offset());
            steps += 1;
        }
        if steps < MAX_STEPS_AFTER_ERROR {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let mut rest = |offset: usize, _| text.as_bytes().get(offset..).unwrap_or_default();
    let Some(tree) = parser.parse_with_options(&mut rest, None, Some(options)) else {
        return Tree::given_up(first_error.unwrap_or_default());
    };
    let mut builder = Builder {
        kinds: &grammar.kinds,
        nodes: Vec::with_capacity(text.len() / 2),
        open: Vec::new(),
        comments: Vec::new(),
        faults: Vec::new(),
        has_faults: tree.root_node().has_error(),
        enclosing_faults: 0,
    };
    let mut cursor = tree.walk();
    builder.node(&mut cursor, 0);
    builder.nodes.append(&mut builder.open);
    Tree {
        nodes: builder.nodes,
        comments: builder.comments,
        faults: builder.faults,
    }
}

/// Longer texts are not parsed a second time for the sake of a message.
const MAX_LENGTH_TO_LOG: usize = 1 << 20;

/// What a parser tells of its first mistake.
#[derive(Default)]
struct Told {
    /// Row and column, in bytes, behind the last token that was understood.
    present: (usize, usize),
    /// The furthest of those where one of the readings tried ended.
    furthest: (usize, usize),
    is_complete: bool,
}

impl Told {
    fn hear(&mut self, message: &str) {
        if self.is_complete {
            return;
        }
        if message.starts_with("process ") {
            let number = |key: &str| {
                let (_, rest) = message.split_once(key)?;
                let digits = rest.split(',').next()?;
                digits.trim().parse().ok()
            };
            self.present = number("row:").zip(number("col:")).unwrap_or_default();
        } else if message.starts_with("detect_error") {
            self.furthest = self.furthest.max(self.present);
        } else if message.starts_with("resume version") {
            // No reading is left: from here on tokens are skipped or invented.
            self.is_complete = true;
        }
    }
}

/// Where the first token stands with which no text that follows the grammar goes on, as the parser
/// tells on its way: the tree may only say that the whole unit makes no sense.
pub(super) fn first_mistake(text: &str) -> Option<usize> {
    if text.len() > MAX_LENGTH_TO_LOG {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&grammar().language).ok()?;
    let told = Arc::new(Mutex::new(Told::default()));
    let heard = Arc::clone(&told);
    parser.set_logger(Some(Box::new(move |kind, message| {
        if let (LogType::Parse, Ok(mut told)) = (kind, heard.lock()) {
            told.hear(message);
        }
    })));
    let mut watch = |_: &ParseState| match told.lock() {
        Ok(told) if !told.is_complete => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let options = ParseOptions::new().progress_callback(&mut watch);
    let mut rest = |offset: usize, _| text.as_bytes().get(offset..).unwrap_or_default();
    parser.parse_with_options(&mut rest, None, Some(options));
    let told = told.lock().ok().filter(|told| told.is_complete)?;
    let (row, column) = told.furthest;
    let line = text.split_inclusive('\n').take(row);
    Some(line.map(str::len).sum::<usize>() + column)
}

/// The grammar with the names of its rules.
struct Grammar {
    language: Language,
    kinds: Vec<&'static str>,
}

/// The grammar, kept for the whole run so that the names of its rules live as long.
fn grammar() -> &'static Grammar {
    static LANGUAGE: OnceLock<Language> = OnceLock::new();
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    let language = LANGUAGE.get_or_init(|| Language::new(tree_sitter_ada::LANGUAGE));
    GRAMMAR.get_or_init(|| Grammar {
        language: language.clone(),
        kinds: (0..language.node_kind_count())
            .map(|id| {
                let id = u16::try_from(id).unwrap_or(u16::MAX);
                language.node_kind_for_id(id).unwrap_or("ERROR")
            })
            .collect(),
    })
}

/// Gathers the nodes on the way through a tree.
struct Builder {
    kinds: &'static [&'static str],
    /// Nodes whose parent is complete.
    nodes: Vec<Entry>,
    /// Nodes whose parent is being read, the innermost parent's last.
    open: Vec<Entry>,
    comments: Vec<(usize, usize)>,
    faults: Vec<Fault>,
    has_faults: bool,
    /// How many faults the present node lies in.
    enclosing_faults: usize,
}

impl Builder {
    fn node(&mut self, cursor: &mut TreeCursor<'_>, depth: usize) {
        let node = cursor.node();
        let kind = self
            .kinds
            .get(usize::from(node.kind_id()))
            .copied()
            .unwrap_or("ERROR");
        let place = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let (start, end) = (node.start_byte(), node.end_byte());
        if kind == "comment" {
            self.comments.push((start, end));
            return;
        }
        let fault = if depth > MAX_DEPTH {
            Some(FaultKind::Depth)
        } else if self.has_faults && node.is_missing() {
            Some(FaultKind::Missing(kind))
        } else if self.has_faults && node.is_error() {
            Some(FaultKind::Unexpected)
        } else {
            None
        };
        let is_fault = fault.is_some();
        if let (Some(kind), 0) = (fault, self.enclosing_faults) {
            self.faults.push(Fault { start, end, kind });
        }
        self.enclosing_faults += usize::from(is_fault);
        let mark = self.open.len();
        if depth <= MAX_DEPTH && cursor.goto_first_child() {
            loop {
                self.node(cursor, depth + 1);
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
            cursor.goto_parent();
        }
        self.enclosing_faults -= usize::from(is_fault);
        let first_child = place(self.nodes.len());
        let child_count = place(self.open.len() - mark);
        self.nodes.extend(self.open.drain(mark..));
        self.open.push(Entry {
            kind,
            start: place(start),
            end: place(end),
            first_child,
            child_count,
            is_named: node.is_named(),
        });
    }
}
