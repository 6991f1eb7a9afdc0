//! The keys, which both programs share.

/// The number of keys per round.
pub const KEYS: usize = 1000;
/// Each path runs two rounds. Only the second one counts.
pub const ROUNDS: usize = 2;

/// Keys of `length` letters for every round. Each `start` gives another list.
pub fn keys(length: usize, start: u64) -> Vec<Vec<Vec<u8>>> {
    let mut state = start;
    let mut letter = || {
        // Knuth's MMIX constants.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        b'a' + ((state >> 33) % 26) as u8
    };
    let mut key = || (0..length).map(|_| letter()).collect();
    (0..ROUNDS).map(|_| (0..KEYS).map(|_| key()).collect()).collect()
}

/// The keys of a round, one per line.
pub fn lines(keys: &[Vec<u8>]) -> Vec<u8> {
    keys.iter().flat_map(|key| key.iter().copied().chain([b'\n'])).collect()
}
