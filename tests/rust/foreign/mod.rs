//! Filters of other systems, compared with the files and answers of those systems. And what must hold
//! for filters of every scheme, ours and theirs.

mod built;
mod every_scheme;
mod forgery;
mod frozen;
mod headers;
mod murmur3_x64_128;
mod own_files;
mod php;
mod rules;
mod vectors;
