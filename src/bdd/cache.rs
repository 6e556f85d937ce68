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
}

impl Cache {
    pub(super) fn with_bits(bits: u32) -> Cache {
        Cache {
            entries: vec![EMPTY; 1 << bits],
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

    /// Forgets everything; afterwards there is room for `len` results, a power of two.
    pub(super) fn reset(&mut self, len: usize) {
        self.entries.clear();
        self.entries.resize(len, EMPTY);
    }

    fn place(&self, key: Key) -> usize {
        super::table::mix(key.0) & (self.entries.len() - 1)
    }
}
