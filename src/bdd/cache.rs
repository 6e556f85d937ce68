//! The cache of finished operations: direct-mapped, so a collision forgets the older result.

use super::Bdd;

/// What was computed; the tag of a cache key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Ite,
    And,
    Xor,
    Exists,
    AndExists,
    Rename,
    Restrict,
}

/// An operation with its operands, packed: edges have at most 29 bits, the tag takes the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u32; 3]);

#[derive(Debug, Clone, Copy)]
struct Entry {
    key: Key,
    result: Bdd,
}

/// No operation has this tag.
const EMPTY: Entry = Entry {
    key: Key([u32::MAX; 3]),
    result: Bdd::TRUE,
};

#[derive(Debug)]
pub(super) struct Cache {
    entries: Vec<Entry>,
}

impl Key {
    pub(super) fn new(operation: Operation, operands: [u32; 3]) -> Key {
        let [first, second, third] = operands;
        Key([(operation as u32) << 29 | first, second, third])
    }

    /// The operands that are edges. Where there are fewer than three, the others are 0, which is
    /// the edge to the terminal; the number of a renaming is none.
    fn edges(self) -> impl Iterator<Item = u32> {
        let [first, second, third] = self.0;
        let renamed = first >> 29 == Operation::Rename as u32;
        let second = if renamed { 0 } else { second };
        [first & ((1 << 29) - 1), second, third].into_iter()
    }
}

impl Cache {
    /// Room for so many results, a power of two.
    pub(super) fn with_room(len: usize) -> Cache {
        Cache {
            entries: vec![EMPTY; len],
        }
    }

    pub(super) fn get(&self, key: Key) -> Option<Bdd> {
        let entry = &self.entries[self.place(key)];
        (entry.key == key).then_some(entry.result)
    }

    pub(super) fn put(&mut self, key: Key, result: Bdd) {
        let place = self.place(key);
        self.entries[place] = Entry { key, result };
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Forgets what speaks of edges that are not live; afterwards there is room for `len` results,
    /// a power of two.
    pub(super) fn sweep(&mut self, len: usize, live: impl Fn(u32) -> bool) {
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; len]);
        for entry in old {
            if entry.key != EMPTY.key && live(entry.result.0) && entry.key.edges().all(&live) {
                self.put(entry.key, entry.result);
            }
        }
    }

    fn place(&self, key: Key) -> usize {
        super::table::mix(key.0) & (self.entries.len() - 1)
    }
}
