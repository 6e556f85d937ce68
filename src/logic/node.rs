//! One node for each term: equal terms are the same node.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::sort::Variable;
use super::term::{Term, TermKind};

/// A term's shape, with a number made of it that is the same in every run.
pub(super) struct Node {
    pub(super) kind: TermKind,
    hash: u64,
    /// The variables that occur free in it, once somebody has asked.
    pub(super) variables: OnceLock<Arc<BTreeSet<Variable>>>,
    /// Whether it ranges over anything, once somebody has asked.
    pub(super) has_binder: OnceLock<bool>,
    /// Whether its arithmetic is linear, once somebody has asked.
    pub(super) is_linear: OnceLock<bool>,
}

/// The nodes there are, by their numbers. Many small tables, so that threads rarely meet.
static TABLES: [Mutex<Table>; 64] = [const { Mutex::new(BTreeMap::new()) }; 64];

type Table = BTreeMap<u64, Vec<Weak<Node>>>;

fn table(hash: u64) -> MutexGuard<'static, Table> {
    let at = usize::try_from(hash >> 58).unwrap_or(0);
    // A panic elsewhere leaves a table as it was.
    TABLES[at].lock().unwrap_or_else(PoisonError::into_inner)
}

/// The node of this shape.
pub(super) fn intern(kind: TermKind) -> Arc<Node> {
    let mut hasher = Fnv::default();
    kind.hash(&mut hasher);
    let hash = hasher.finish();
    let mut table = table(hash);
    let bucket = table.entry(hash).or_default();
    // To let a node go may need the table: these are let go after it.
    let known: Vec<Arc<Node>> = bucket.iter().filter_map(Weak::upgrade).collect();
    if let Some(found) = known.iter().find(|node| node.kind == kind) {
        let found = Arc::clone(found);
        drop(table);
        return found;
    }
    let node = Arc::new(Node {
        kind,
        hash,
        variables: OnceLock::new(),
        has_binder: OnceLock::new(),
        is_linear: OnceLock::new(),
    });
    bucket.push(Arc::downgrade(&node));
    drop(table);
    node
}

impl Drop for Node {
    fn drop(&mut self) {
        let mut table = table(self.hash);
        if let Some(bucket) = table.get_mut(&self.hash) {
            bucket.retain(|node| node.strong_count() > 0);
            if bucket.is_empty() {
                table.remove(&self.hash);
            }
        }
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Term {}

impl Ord for Term {
    fn cmp(&self, other: &Term) -> Ordering {
        if self == other {
            Ordering::Equal
        } else {
            self.kind().cmp(other.kind())
        }
    }
}

impl PartialOrd for Term {
    fn partial_cmp(&self, other: &Term) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

/// FNV-1a: no keys, no surprises.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The upper bits of FNV are the better ones, and they choose the table.
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Arithmetic, Sort, Variable};
    use super::*;

    fn sum(name: &str, value: i64) -> Term {
        let x = Term::variable(&Variable::new(name, Sort::Int));
        Term::arithmetic(Arithmetic::Add, x, Term::int(value))
    }

    #[test]
    fn equal_terms_are_one_node() {
        let (a, b) = (sum("X", 1), sum("X", 1));
        assert_eq!(a.address(), b.address());
        assert_ne!(a, sum("X", 2));
        assert_ne!(a, sum("Y", 1));
        assert!(sum("X", 1) < sum("X", 2));
        assert!(sum("X", 2) < sum("Y", 1));
    }

    /// Terms made and let go by many threads at once; what is alive stays one node.
    #[test]
    fn threads_share_the_tables() {
        let kept = sum("Shared", 7);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for round in 0..2000 {
                        let value = round % 17;
                        let term = sum("Shared", value);
                        assert_eq!(term == kept, value == 7);
                        assert_eq!(term, sum("Shared", value));
                    }
                });
            }
        });
        assert_eq!(kept, sum("Shared", 7));
    }

    /// `X := X + X` forty times over would be a tree with a million million leaves.
    #[test]
    fn shared_parts_are_visited_once() {
        let x = Variable::new("X", Sort::Int);
        let double = Term::arithmetic(Arithmetic::Add, Term::variable(&x), Term::variable(&x));
        let mut term = Term::variable(&x);
        for _ in 0..40 {
            term = double.replace(&x, &term);
        }
        let renamed = term.replace(&x, &Term::variable(&Variable::new("Y", Sort::Int)));
        assert_eq!(renamed.variables().len(), 1);
        assert_ne!(renamed, term);
    }
}
