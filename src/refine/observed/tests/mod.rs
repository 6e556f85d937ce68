//! What the observers promise, each by itself.

mod conjectures;
mod induction;
mod programs;
