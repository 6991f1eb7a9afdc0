//! The native format: only one whole and sound dump loads, and loading it gives the same filter.

mod damaged;
mod forge;
mod forged_chains;
mod forged_heads;
mod forged_payloads;
mod made;
mod same;
