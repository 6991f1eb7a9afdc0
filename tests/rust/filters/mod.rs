//! Properties of filters, scalable filters and their arithmetic.

mod articles;
mod chain;
mod combine;
mod model;
mod sequences;
