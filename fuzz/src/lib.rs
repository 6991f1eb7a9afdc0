//! Runs one input of a fuzzer. `targets/` calls these functions with the inputs of libFuzzer,
//! tests/fuzz_corpus.rs with the recorded ones. A panic is a finding, and so is an allocation above
//! a limit.

#[path = "../../tests/rust/common/foreign/any.rs"]
#[allow(dead_code)]
pub mod any;
mod base64_load;
pub mod budget;
mod foreign_load;
mod lines;
#[path = "../../tests/rust/common/model.rs"]
#[allow(dead_code)]
mod model;
#[path = "../../tests/rust/common/multiset.rs"]
mod multiset;
mod native_load;
pub mod repair;
mod round_trip;
mod sequence;

pub use base64_load::base64_load;
pub use foreign_load::foreign_load;
pub use lines::lines;
pub use native_load::native_load;
pub use round_trip::round_trip;
pub use sequence::model;

/// The name of a target and its function.
pub type Target = (&'static str, fn(&[u8]));
/// All targets.
pub const TARGETS: [Target; 6] = [
    ("native_load", native_load),
    ("base64_load", base64_load),
    ("foreign_load", foreign_load),
    ("round_trip", round_trip),
    ("model", model),
    ("lines", lines),
];

#[global_allocator]
static COUNTING: budget::Counting = budget::Counting;
