//! The native tests in wasm. wasm-bindgen's test runner runs them in Node and in a browser: with the
//! feature `compat`, the tests of other systems; without it, also the binding of our own filters.
#![cfg(target_arch = "wasm32")]

/// Shared with the native tests, which use more of it.
#[path = "rust/common/mod.rs"]
#[allow(dead_code, unused_imports)]
mod common;

use common::golden;
use common::{LAYOUTS, Model, key};
use edgebloom::{Code, Filter, Header, Layout, Width, random_seed};
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn golden_files() {
    assert!(golden::check_files() >= 10);
}

#[wasm_bindgen_test]
fn golden_files_of_other_classes() {
    assert!(golden::check_variants() >= 7);
}

#[wasm_bindgen_test]
fn same_bytes_everywhere() {
    assert_eq!(golden::check_same_bytes(), golden::same_bytes_cases().count());
}

#[wasm_bindgen_test]
fn static_sets() {
    assert_eq!(common::static_sets::check(), 6);
    assert_eq!(common::static_sets::check_golden(), 19);
}

/// All tests of tests/rust/foreign/php.rs.
#[cfg(feature = "compat")]
#[wasm_bindgen_test]
fn php_systems() {
    use common::foreign::php::{filters, vectors};
    assert_eq!(vectors::check_string_hashes(include_str!("golden/articles/hashes.json")), 11_670);
    assert_eq!(vectors::check_steps(include_str!("golden/articles/hash_steps.json")), 10_421);
    assert_eq!(vectors::check_traces(include_str!("golden/articles/hash_traces.json")), 1_464);
    let crc32_mt = include_str!("golden/articles/crc32_mt.json");
    assert_eq!(vectors::check_generator(crc32_mt), 130_905);
    let additive = include_str!("golden/articles/additive_partitioned.json");
    assert_eq!(vectors::check_additive(additive), 12_215);
    assert!(filters::check_crc32_mt() > 260_000);
    assert!(filters::check_additive_filters() > 35_000);
    assert!(filters::check_bitmaps() > 400_000);
    assert!(filters::check_redis_2p32() > 10_000);
}

/// All tests of tests/rust/foreign/vectors.rs.
#[cfg(feature = "compat")]
#[wasm_bindgen_test]
fn filters_of_other_systems() {
    use common::foreign::{self, Counts};
    use edgebloom::foreign::{KeyEncoding, Scheme};
    let Counts { filters, answers, positions, malformed } = foreign::check_all();
    wasm_bindgen_test::console_log!(
        "{filters} filters, {answers} answers, {positions} positions, {malformed} malformed inputs"
    );
    assert_eq!((filters, answers, positions, malformed), foreign::ALL);
    assert_eq!(foreign::check_hashes(), 198);
    let count = foreign::guava_false_positives;
    assert_eq!(count(Scheme::GuavaMitz32, KeyEncoding::Utf16), 29_824);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::Utf16), 30_104);
    assert_eq!(count(Scheme::GuavaMitz64, KeyEncoding::JavaText), 29_763);
}

#[wasm_bindgen_test]
fn the_model_agrees() {
    for layout in LAYOUTS {
        let mut filter = Filter::with_shape(layout, 512 * 35, 7, 77).unwrap();
        let mut model = Model::new(layout, 512 * 35, 7, 77);
        for i in 0..1_000 {
            assert_eq!(filter.insert(&key(i)).unwrap(), model.insert(&key(i)));
        }
        for i in 0..3_000 {
            assert_eq!(filter.contains(&key(i)), model.contains(&key(i)));
        }
    }
}

#[wasm_bindgen_test]
fn missing_memory_is_an_error() {
    // 512 MB each, so the address space has room for only a few.
    let header = Header::with_shape(Layout::Standard, 1 << 30, 1, 0).unwrap();
    let mut filters = Vec::new();
    let error = loop {
        match Filter::new(Header { width: Width::Four, ..header }) {
            Ok(filter) => filters.push(filter),
            Err(error) => break error,
        }
        assert!(filters.len() < 16, "more than 8 GiB in wasm32");
    };
    assert_eq!(error.rule().code, Code::Memory);
    drop(filters);
    assert!(Filter::with_rate(Layout::Standard, 10, 0.1, 0).is_ok());
}

#[wasm_bindgen_test]
fn random_seeds_come_from_the_platform() {
    let seeds: Vec<u32> = (0..8).map(|_| random_seed().unwrap()).collect();
    assert!(seeds.iter().any(|seed| *seed != seeds[0]));
}

/// The binding of our own filters, used like from JavaScript.
#[cfg(not(feature = "compat"))]
mod binding {
    use edgebloom::wasm::own;
    use edgebloom::{Builder, CollectKeys, Layout, format};
    use wasm_bindgen_test::wasm_bindgen_test;

    use crate::common::key;

    /// The package passes the formatting of errors to `init` of the glue code. The test runner's glue
    /// code finds it in a global variable.
    fn give_wording() {
        let errors = js_sys::Object::new();
        let word = js_sys::Function::new_with_args(
            "code, isFormat, isState, field",
            "return `${code} ${field}`",
        );
        js_sys::Reflect::set(&errors, &"moduleError".into(), &word).unwrap();
        js_sys::Reflect::set(&js_sys::global(), &"errors".into(), &errors).unwrap();
    }

    /// Uses the binding like JavaScript: it hashes the bytes in the input range.
    #[wasm_bindgen_test]
    fn the_binding_passes_keys_through_its_buffer() {
        give_wording();
        let memory: js_sys::WebAssembly::Memory =
            wasm_bindgen::JsCast::unchecked_into(wasm_bindgen::memory());
        let put = |bytes: &[u8]| {
            assert!(own::resize_input(bytes.len()).unwrap() >= 1 << 16);
            let view = js_sys::Uint8Array::new(&memory.buffer());
            let start = own::input_start();
            view.subarray(start as u32, (start + bytes.len()) as u32).copy_from(bytes);
            bytes.len()
        };
        let mut builder = Builder::new(5);
        let mut bound = own::Builder::new(5);
        for i in 0..100 {
            builder.push(&key(i)).unwrap();
            bound.push(put(&key(i)), 1).unwrap();
        }
        assert_eq!(bound.collected(), 100.0);
        let native = builder.finish(Layout::Blocked, 0.01).unwrap();
        let filter = bound.finish(own::Layout::Blocked, 0.01).unwrap();
        for i in 0..1_000 {
            assert_eq!(filter.contains(put(&key(i))), native.contains(&key(i)));
        }
        let file = format::to_bytes(&native);
        let mut loading = own::Loading::begin(put(&file[..56]), file.len() as f64).unwrap();
        assert_eq!(loading.header_length(), 56);
        let payload = &file[56..file.len() - 8];
        let start = loading.allocate().unwrap() as u32;
        let view = js_sys::Uint8Array::new(&memory.buffer());
        view.subarray(start, start + payload.len() as u32).copy_from(payload);
        put(&file[file.len() - 8..]);
        let loaded = loading.filter().unwrap();
        assert!(filter.equals(&loaded));
        put(b"EBF");
        let error = own::Loading::begin(3, 3.0).err().unwrap();
        assert_eq!(error.as_string().unwrap(), "TRUNCATED length");
    }
}
