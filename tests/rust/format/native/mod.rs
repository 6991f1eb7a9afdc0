//! The native format: only a complete and valid file loads, and it gives the same filter.

mod damaged;
mod forged_headers;
mod forged_payloads;
mod forged_scalable;
mod round_trip;
mod sample_files;
