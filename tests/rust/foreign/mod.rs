//! Filters of other systems, compared with the files and answers of those systems.

mod built;
mod headers;
mod php;
mod vectors;
