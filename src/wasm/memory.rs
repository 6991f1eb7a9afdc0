//! The allocator: that of std, which also triggers JavaScript's garbage collector.
//!
//! The garbage collector sees only the buffer of this memory. It looks again only when the buffer
//! is a new one, which it is after each growth, even one of 0 pages. Without this code, the
//! collector would run only when the memory has grown, and the memory would grow forever
//! (docs/maintainers/decisions/reader-and-boundary.md).

use core::arch::wasm32::{memory_grow, memory_size};
use core::sync::atomic::{AtomicUsize, Ordering};
use std::alloc::{GlobalAlloc, Layout, System};

struct RemindingAllocator;

#[global_allocator]
static ALLOCATOR: RemindingAllocator = RemindingAllocator;

/// The number of bytes that were allocated since the last reminder.
static UNREPORTED: AtomicUsize = AtomicUsize::new(0);

const PAGE: usize = 1 << 16;

/// Reminds the garbage collector each time a quarter of the memory size was allocated.
#[inline(always)]
fn remind(bytes: usize) {
    let unreported = UNREPORTED.load(Ordering::Relaxed).saturating_add(bytes);
    if unreported <= memory_size(0) * (PAGE / 4) {
        return UNREPORTED.store(unreported, Ordering::Relaxed);
    }
    UNREPORTED.store(0, Ordering::Relaxed);
    memory_grow(0, 0);
}

// SAFETY: every call is passed unchanged to `System`, which is an allocator.
#[expect(unsafe_code, reason = "the trait GlobalAlloc requires it")]
unsafe impl GlobalAlloc for RemindingAllocator {
    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        remind(layout.size());
        // SAFETY: the caller meets the requirements.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        remind(layout.size());
        // SAFETY: the caller meets the requirements.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller meets the requirements.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    // SAFETY: the caller meets the requirements of `System`.
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        remind(size);
        // SAFETY: the caller meets the requirements.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
