//! Where the filters are, by the numbers that JavaScript has.

use alloc::vec::Vec;

use super::sure;
use crate::filter::Filter;

/// Numbered places; a number that was given back is given out again.
pub(super) struct Slots {
    pub(super) places: Vec<Place>,
    /// The place to be given out next, if it is not a new one.
    free: usize,
}

pub(super) enum Place {
    Taken(Filter),
    /// The next free place.
    Free(usize),
}

impl Slots {
    pub(super) const fn new() -> Slots {
        Slots { places: Vec::new(), free: 0 }
    }

    pub(super) fn put(&mut self, filter: Filter) -> i32 {
        let number = self.free;
        match self.places.get_mut(number) {
            Some(place) => {
                if let Place::Free(next) = *place {
                    self.free = next;
                }
                *place = Place::Taken(filter);
            }
            None => {
                self.places.push(Place::Taken(filter));
                self.free = self.places.len();
            }
        }
        number as i32
    }

    pub(super) fn remove(&mut self, number: u32) {
        if let Some(place) = self.places.get_mut(number as usize) {
            *place = Place::Free(self.free);
            self.free = number as usize;
        }
    }

    #[inline(always)]
    pub(super) fn get(&mut self, number: u32) -> &mut Filter {
        match self.places.get_mut(number as usize) {
            Some(Place::Taken(filter)) => filter,
            _ => sure(None),
        }
    }
}
