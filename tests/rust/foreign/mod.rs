//! Filters of other systems, against what those systems wrote and answered.

mod built;
mod headers;
mod php;
mod vectors;
