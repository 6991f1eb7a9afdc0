//! The allocator: that of std, which also reminds JavaScript's garbage collector of this memory.
//!
//! The collector looks at the memory's buffer, and only when that is a new one: after a growth, though it be by nothing.
//! Without this it would come when the memory has grown, and let it grow forever (docs/maintainers/design.md).

use core::arch::wasm32::{memory_grow, memory_size};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::alloc::{GlobalAlloc, Layout, System};

struct Reminding;

#[global_allocator]
static ALLOCATOR: Reminding = Reminding;

/// How many bytes were given out since the collector was last reminded.
static UNSAID: AtomicUsize = AtomicUsize::new(0);

const PAGE: usize = 1 << 16;

/// Reminds the collector each time that a quarter of the memory was given out.
#[inline(always)]
fn remind(bytes: usize) {
    let unsaid = UNSAID.load(Ordering::Relaxed).saturating_add(bytes);
    if unsaid <= memory_size(0) * (PAGE / 4) {
        return UNSAID.store(unsaid, Ordering::Relaxed);
    }
    UNSAID.store(0, Ordering::Relaxed);
    memory_grow(0, 0);
}

// SAFETY: every call goes to `System`, which is an allocator, as it came.
#[expect(unsafe_code, reason = "an allocator cannot be written otherwise")]
unsafe impl GlobalAlloc for Reminding {
    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        remind(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        remind(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        remind(size);
        // SAFETY: the caller's promise.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
