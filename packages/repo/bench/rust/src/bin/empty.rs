//! Does nothing.

fn main() {}
