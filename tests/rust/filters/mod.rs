//! Properties of filters, scalable filters and their arithmetic.

mod articles;
mod combine;
mod exceptions;
mod model;
mod scalable;
mod sequences;
