//! Properties of the layouts: their positions and their rates, also under a secret key.

mod keyed;
mod murmur3;
mod rates;
