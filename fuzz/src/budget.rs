//! An allocator that counts, so that what a loader asks for can be held against what it was given.

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
    /// True if there is room for so many bytes, which are then held.
    fn take(bytes: isize) -> bool {
        let held = HELD.get() + bytes;
        // What is refused was asked for all the same.
        PEAK.set(PEAK.get().max(held));
        // A panic says where it was, which takes some.
        if COUNTED.get() && held > MOST && bytes > 0 && !std::thread::panicking() {
            return false;
        }
        HELD.set(held);
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

/// Runs something, where memory ends at 8 MiB; what comes of it, and how many bytes it held, or asked for, at most.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.replace(0);
    PEAK.set(0);
    COUNTED.set(true);
    let made = work();
    COUNTED.set(false);
    HELD.set(before);
    (made, PEAK.get().max(0) as usize)
}

/// Runs something that must not hold more than so many bytes.
pub fn within<T>(most: usize, work: impl FnOnce() -> T) -> T {
    let (made, peak) = counted(work);
    assert!(peak <= most, "{peak} bytes were allocated, {most} are enough");
    made
}

/// What loading so many bytes may hold: every loader looks for 256 KiB that it leaves free, a position of a
/// sparse filter takes up to 32 bytes for the one it has in a dump, and a stage of a chain at least 8 KiB
/// for the 112 bytes of its own.
pub const fn of_loading(bytes: usize) -> usize {
    (1 << 19) + 96 * bytes
}
