//! What a module without std has to bring: an allocator and an end for panics.

use lol_alloc::{AssumeSingleThreaded, FreeListAllocator};

/// First fit with merging of free neighbours, in 0.5 kB of code where std's takes 6: a module
/// holds few and long-lived blocks. docs/DESIGN.md has the sizes of the others.
#[global_allocator]
// SAFETY: wasm32-unknown-unknown as we build it has no threads.
#[allow(unsafe_code)]
static ALLOCATOR: AssumeSingleThreaded<FreeListAllocator> =
    unsafe { AssumeSingleThreaded::new(FreeListAllocator::new()) };

/// Code that panics cannot be reached from outside; if it is all the same, the engine traps.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
