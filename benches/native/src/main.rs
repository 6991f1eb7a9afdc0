//! Answers the benchmark over stdin and stdout: one line per command. So its rounds alternate with
//! those of JavaScript.
//!
//! ```text
//! keys PATH LENGTH FIRST COUNT          writes lines of keys by number
//! text NAME PATH                        reads a text
//! make ID FILTER KEYS RATE              an empty filter, sized for KEYS; gives its bits and hashes
//! chance ID COUNT                       sets random bits, as many as COUNT keys would set
//! lines ID NAME                         adds the lines of a text
//! has|add[Slices] ID NAME MS            runs passes over a text for MS milliseconds; Slices: lines
//!                                       are split before; add: begins with an empty filter
//! save ID PATH                          writes the filter file
//! checksum PATH MS                      copies a filter file and computes its checksum
//! drop ID                               removes the filter
//! ```

mod chance;
mod filters;
mod keys;

use std::collections::HashMap;
use std::fmt::Display;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use edgebloom::hash::murmur3_x86_128;
use filters::{Bench, make};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The factor by which a block may take longer if other programs use the processor.
const PATIENCE: u32 = 10;
/// The number of lines per pass. It is small enough that few passes are interrupted.
const LINES: usize = 20_000;

/// The time per call in the median pass, the number of calls, and the number of "yes" answers.
fn timed<G>(
    ms: f64,
    mut before: impl FnMut() -> G,
    mut pass: impl FnMut(&G) -> (u64, u64),
) -> String {
    let (limit, mut spent) = (Duration::from_secs_f64(ms / 1e3), Duration::ZERO);
    let (mut calls, mut yes, mut each) = (0, 0, Vec::new());
    let mut fastest = Duration::MAX;
    while each.is_empty() || (fastest * (each.len() as u32) < limit && spent < limit * PATIENCE) {
        let input = before();
        let start = Instant::now();
        let done = black_box(pass(&input));
        let time = start.elapsed();
        spent += time;
        fastest = fastest.min(time);
        calls += done.0;
        yes += done.1;
        each.push(time.as_secs_f64() * 1e9 / done.0 as f64);
    }
    each.sort_by(f64::total_cmp);
    format!(r#"{{"ns":{},"calls":{calls},"yes":{yes}}}"#, each[each.len() / 2])
}

/// The pieces of a text, each of [`LINES`] lines.
fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let ends: Vec<usize> = memchr::memchr_iter(b'\n', text).collect();
    let mut start = 0;
    let pieces = ends.chunks(LINES).map(|lines| {
        let end = lines[lines.len() - 1] + 1;
        let piece = &text[start..end];
        start = end;
        piece
    });
    pieces.collect()
}

#[derive(Default)]
struct Session {
    texts: HashMap<String, Vec<u8>>,
    filters: HashMap<String, Box<dyn Bench>>,
    /// The index of the next piece of a text.
    place: usize,
}

impl Session {
    fn answer(&mut self, line: &str) -> Result<String> {
        let words: Vec<&str> = line.split(' ').collect();
        let word = |i: usize| words.get(i).copied().ok_or("a word is missing");
        let number = |i: usize| Ok::<u64, Box<dyn std::error::Error>>(word(i)?.parse()?);
        match word(0)? {
            "keys" => {
                std::fs::write(word(1)?, keys::lines(number(2)?, number(3)?, number(4)?))?;
            }
            "text" => {
                self.texts.insert(word(1)?.to_owned(), std::fs::read(word(2)?)?);
            }
            "make" => {
                let filter = make(word(2)?, number(3)?, word(4)?.parse()?)?;
                let (bits, hashes) = filter.shape();
                self.filters.insert(word(1)?.to_owned(), filter);
                return Ok(format!(r#"{{"bits":{bits},"hashes":{hashes}}}"#));
            }
            "chance" => {
                self.filters.get_mut(word(1)?).ok_or("no such filter")?.fill(number(2)?)?;
            }
            "lines" => {
                let text = self.texts.get(word(2)?).ok_or("no such text")?;
                self.filters.get_mut(word(1)?).ok_or("no such filter")?.add_lines(text);
            }
            "save" => {
                let filter = self.filters.get(word(1)?).ok_or("no such filter")?;
                std::fs::write(word(2)?, filter.file().ok_or("this filter cannot be saved")?)?;
            }
            "drop" => _ = self.filters.remove(word(1)?),
            "checksum" => return checksum(&std::fs::read(word(1)?)?, word(2)?.parse()?),
            what => {
                let text = self.texts.get(word(2)?).ok_or("no such text")?;
                let filter = self.filters.get_mut(word(1)?).ok_or("no such filter")?;
                return passes(what, filter.as_mut(), text, &mut self.place, word(3)?.parse()?);
            }
        }
        Ok("{}".to_owned())
    }
}

fn passes(
    what: &str,
    filter: &mut dyn Bench,
    text: &[u8],
    place: &mut usize,
    ms: f64,
) -> Result<String> {
    let mut answers = Vec::with_capacity(text.len());
    let pieces = pieces(text);
    let filter = std::cell::RefCell::new(filter);
    let place = std::cell::Cell::from_mut(place);
    let next = || {
        place.set(place.get() + 1);
        pieces[place.get() % pieces.len()]
    };
    let mut empty = false;
    // Before keys are added again, the filter is cleared.
    let mut fresh = || {
        let piece = next();
        if !empty || place.get().is_multiple_of(pieces.len()) {
            filter.borrow_mut().clear();
        }
        empty = true;
        piece
    };
    Ok(match what {
        "has" => timed(ms, next, |piece| filter.borrow().has_lines(piece, &mut answers)),
        "add" => timed(ms, fresh, |piece| filter.borrow_mut().add_lines(piece)),
        "hasSlices" => timed(
            ms,
            || filters::slices(next()),
            |keys| filter.borrow().has_slices(keys, &mut answers),
        ),
        "addSlices" => {
            timed(ms, || filters::slices(fresh()), |keys| filter.borrow_mut().add_slices(keys))
        }
        _ => return Err("no such command".into()),
    })
}

/// The nanoseconds per byte. The copy reuses its memory, like a filter that is loaded again.
fn checksum(file: &[u8], ms: f64) -> Result<String> {
    let mut copy = file.to_vec();
    Ok(timed(
        ms,
        || (),
        |()| {
            copy.copy_from_slice(black_box(file));
            black_box(murmur3_x86_128::hash(&copy, 1));
            (file.len() as u64, 0)
        },
    ))
}

fn main() -> Result<()> {
    let mut session = Session::default();
    for line in std::io::stdin().lock().lines() {
        let failure = |error: &dyn Display| format!(r#"{{"error":{:?}}}"#, error.to_string());
        let answer = session.answer(&line?).unwrap_or_else(|error| failure(&error));
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}
