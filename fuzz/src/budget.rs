//! A counting allocator. It compares the memory of a loader with the size of its input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The memory limit. A larger request must return an error and must not abort the program.
const MOST: isize = 1 << 23;

thread_local! {
    static COUNTED: Cell<bool> = const { Cell::new(false) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted.
pub struct Counting;

impl Counting {
    /// True if there is room for `bytes` more bytes. They then count as allocated.
    fn take(bytes: isize) -> bool {
        let total = HELD.get() + bytes;
        // A rejected request counts, too.
        PEAK.set(PEAK.get().max(total));
        // A panic formats its location, which takes some memory.
        if COUNTED.get() && total > MOST && bytes > 0 && !std::thread::panicking() {
            return false;
        }
        HELD.set(total);
        true
    }
}

// SAFETY: every call is passed unchanged to the system's allocator, or is rejected for lack of
// memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !Counting::take(layout.size() as isize) {
            return std::ptr::null_mut();
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        Counting::take(-(layout.size() as isize));
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !Counting::take(size as isize - layout.size() as isize) {
            return std::ptr::null_mut();
        }
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Runs `work` with a memory limit of 8 MiB. Returns its result, and the most bytes that it
/// allocated or requested at once.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.replace(0);
    PEAK.set(0);
    COUNTED.set(true);
    let result = work();
    COUNTED.set(false);
    HELD.set(before);
    (result, PEAK.get().max(0) as usize)
}

/// Runs `work`, which must not allocate more than `most` bytes at once.
pub fn within<T>(most: usize, work: impl FnOnce() -> T) -> T {
    let (result, peak) = counted(work);
    assert!(peak <= most, "{peak} bytes were allocated, expected at most {most}");
    result
}

/// The memory that loading this many bytes may take. Every loader checks for 256 KiB of free
/// memory. A position of a sparse filter takes up to 32 bytes for one byte of the file. A
/// sub-filter takes at least 8 KiB for its 112 bytes.
pub const fn of_loading(bytes: usize) -> usize {
    (1 << 19) + 96 * bytes
}
