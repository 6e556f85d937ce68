//! What the observers promise, each by itself.

mod backwards;
mod callees;
mod conjectures;
mod induction;
mod programs;
