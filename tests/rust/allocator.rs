//! An allocator that counts the requests of the current thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    now: usize,
    /// The most bytes that were allocated at once.
    pub peak: usize,
    /// The largest single request.
    pub largest: usize,
}

thread_local! {
    // Constant and without a destructor, so that counting does not allocate.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { now: 0, peak: 0, largest: 0 }) };
}

fn count(asked: usize, given_back: usize) {
    let mut counts = COUNTS.get();
    counts.now = (counts.now + asked).saturating_sub(given_back);
    counts.peak = counts.peak.max(counts.now);
    counts.largest = counts.largest.max(asked);
    COUNTS.set(counts);
}

// SAFETY: every call is passed unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller meets the requirements.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller meets the requirements.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller meets the requirements.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller meets the requirements.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// The result of `work`, and its requests. Requests that fail count, too.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    COUNTS.set(Counts::default());
    let result = work();
    (result, COUNTS.get())
}
