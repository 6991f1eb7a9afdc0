#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| edgebloom_fuzz::round_trip(data));
