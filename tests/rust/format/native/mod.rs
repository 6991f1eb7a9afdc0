//! The native format: only a complete and valid file loads, and it gives the same filter.

mod damaged;
mod forge;
mod forged_scalable;
mod forged_headers;
mod forged_payloads;
mod round_trip;
mod sample_files;
