//! Our own manager.

use sabs::bdd::{Bdd, Level, Manager, Renaming};

use crate::diagrams::Diagrams;

pub(crate) struct Ours(Manager);

const ROOM: &str = "the limit is far away";

impl Diagrams for Ours {
    type Set = Bdd;
    type Levels = Bdd;
    type Renaming = Renaming;

    const NAME: &'static str = "sabs";

    fn new(_: u32) -> Ours {
        Ours(Manager::new(1 << 27))
    }

    fn none(&mut self) -> Bdd {
        Bdd::FALSE
    }

    fn all(&mut self) -> Bdd {
        Bdd::TRUE
    }

    fn variable(&mut self, level: u32) -> Bdd {
        self.0.variable(Level(level)).expect(ROOM)
    }

    fn not(&mut self, set: &Bdd) -> Bdd {
        !*set
    }

    fn and(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        self.0.and(*first, *second).expect(ROOM)
    }

    fn or(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        self.0.or(*first, *second).expect(ROOM)
    }

    fn minus(&mut self, first: &Bdd, second: &Bdd) -> Bdd {
        self.0.minus(*first, *second).expect(ROOM)
    }

    fn ite(&mut self, condition: &Bdd, then: &Bdd, other: &Bdd) -> Bdd {
        self.0.ite(*condition, *then, *other).expect(ROOM)
    }

    fn levels(&mut self, levels: &[u32]) -> Bdd {
        let levels = levels.iter().copied().map(Level);
        self.0.cube_of(levels).expect(ROOM)
    }

    fn and_exists(&mut self, first: &Bdd, second: &Bdd, levels: &Bdd) -> Bdd {
        self.0.and_exists(*first, *second, *levels).expect(ROOM)
    }

    fn renaming(&mut self, target: &[u32]) -> Renaming {
        self.0.renaming(target.iter().copied().map(Level).collect())
    }

    fn rename(&mut self, set: &Bdd, renaming: &Renaming) -> Bdd {
        self.0.rename(*set, *renaming).expect(ROOM)
    }

    fn wants_collection(&self) -> bool {
        self.0.wants_collection()
    }

    fn collect(&mut self, kept: &[Bdd], levels: &[&Bdd]) {
        let levels = levels.iter().map(|levels| **levels);
        self.0.collect(kept.iter().copied().chain(levels));
    }
}
