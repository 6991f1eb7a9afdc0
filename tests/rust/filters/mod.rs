//! What holds of filters, chains and the arithmetic behind them.

mod articles;
mod chain;
mod combine;
mod model;
mod sequences;
