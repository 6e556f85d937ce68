//! The `sabs` command.

fn main() {}
