//! An allocator that counts, to compare the memory of a loader with the size of its input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// Beyond this there is no memory: what asks for more has to say so, and must not end the program.
const MOST: isize = 1 << 23;

thread_local! {
    static COUNTED: Cell<bool> = const { Cell::new(false) };
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator, counted.
pub struct Counting;

impl Counting {
    /// True if there is room for so many bytes, which then count as allocated.
    fn take(bytes: isize) -> bool {
        let total = HELD.get() + bytes;
        // What is refused was asked for all the same.
        PEAK.set(PEAK.get().max(total));
        // A panic says where it was, which takes some.
        if COUNTED.get() && total > MOST && bytes > 0 && !std::thread::panicking() {
            return false;
        }
        HELD.set(total);
        true
    }
}

// SAFETY: every call goes on to the system's allocator as it is, or is refused as one without memory.
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

/// Runs something with a memory limit of 8 MiB. Returns its result, and the most bytes that it allocated or requested.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.replace(0);
    PEAK.set(0);
    COUNTED.set(true);
    let result = work();
    COUNTED.set(false);
    HELD.set(before);
    (result, PEAK.get().max(0) as usize)
}

/// Runs something that must not hold more than so many bytes.
pub fn within<T>(most: usize, work: impl FnOnce() -> T) -> T {
    let (result, peak) = counted(work);
    assert!(peak <= most, "{peak} bytes were allocated, {most} are enough");
    result
}

/// What loading so many bytes may hold: every loader looks for 256 KiB that it leaves free, a position of a
/// sparse filter takes up to 32 bytes for the one it has in a dump, and a stage of a chain at least 8 KiB
/// for the 112 bytes of its own.
pub const fn of_loading(bytes: usize) -> usize {
    (1 << 19) + 96 * bytes
}
