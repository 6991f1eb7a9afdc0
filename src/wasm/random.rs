//! What getrandom asks when it is built with `getrandom_backend="custom"`, as `.cargo/config.toml`
//! does for our package. Where the host has no `crypto`, the import throws in JavaScript, before
//! anything has changed here.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues)]
    fn fill(bytes: &mut [u8]);
}

// SAFETY: the name and the signature are those that getrandom declares.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    start: *mut u8,
    length: usize,
) -> core::result::Result<(), getrandom::Error> {
    // SAFETY: getrandom gives a range that may be written; it is made valid to read first.
    let bytes = unsafe {
        core::ptr::write_bytes(start, 0, length);
        core::slice::from_raw_parts_mut(start, length)
    };
    fill(bytes);
    Ok(())
}
