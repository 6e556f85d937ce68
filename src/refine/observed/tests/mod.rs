//! What the observers promise, each by itself.

mod backwards;
mod conjectures;
mod induction;
mod programs;
