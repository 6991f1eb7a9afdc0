//! An allocator that counts the requests of the current thread.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

pub struct Counting;

#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    now: usize,
    /// The most bytes that were there at once.
    pub peak: usize,
    /// The largest single request.
    pub largest: usize,
}

thread_local! {
    // Const and without a destructor, so that counting itself allocates nothing.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { now: 0, peak: 0, largest: 0 }) };
}

fn count(asked: usize, given_back: usize) {
    let mut counts = COUNTS.get();
    counts.now = (counts.now + asked).saturating_sub(given_back);
    counts.peak = counts.peak.max(counts.now);
    counts.largest = counts.largest.max(asked);
    COUNTS.set(counts);
}

// SAFETY: every call goes on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What `work` gives, and what it asked for. What is asked for and refused counts, too.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    COUNTS.set(Counts::default());
    let result = work();
    (result, COUNTS.get())
}
