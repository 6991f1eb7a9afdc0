//! Properties of filters, scalable filters and their arithmetic.

mod articles;
mod combine;
mod model;
mod scalable;
mod sequences;
