//! Properties of the layouts: their positions and their rates, also under a secret key.

mod ids;
mod keyed;
mod murmur3_x86_128;
mod rates;
