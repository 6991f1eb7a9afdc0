//! The binding: wasm-bindgen classes over the types of this crate, without logic of their own. Only
//! this folder knows JavaScript.
//!
//! There are three modules with disjoint jobs: our own filters, those of other systems (feature
//! `compat`), and what only `edgebloom publish` needs (feature `publish`).

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::{Code, Error, Found, MAX_SAFE_INTEGER, Rule, is_hexadecimal};

// With their macros, before the modules that use these.
#[macro_use]
#[cfg(not(feature = "compat"))]
mod collecting;
#[macro_use]
#[cfg(not(feature = "publish"))]
mod queries;

#[cfg(not(feature = "publish"))]
mod file;
#[cfg(feature = "compat")]
mod foreign;
mod input;
mod memory;
#[cfg(not(feature = "publish"))]
mod names;
#[cfg(not(any(feature = "compat", feature = "publish")))]
pub mod own;
#[cfg(feature = "publish")]
mod publish;

#[wasm_bindgen]
extern "C" {
    /// Creates an error with its message. `errors` is pkg/api/errors.js, an argument of `init` in
    /// the glue code.
    #[wasm_bindgen(js_namespace = errors, js_name = moduleError)]
    fn module_error(
        code: &str,
        is_format: bool,
        is_state: bool,
        field: &str,
        expected: &str,
        number: JsValue,
        found: JsValue,
        offset: Option<f64>,
    ) -> JsValue;
}

impl From<Error> for JsValue {
    #[cold]
    fn from(error: Error) -> JsValue {
        let &Rule { code, field, expected, is_state } = error.rule();
        let found = match error.found() {
            Found::Integer(number) => printed(code, number),
            Found::Real(number) => JsValue::from_f64(number),
            Found::Unsaid => JsValue::UNDEFINED,
        };
        let number = error.expected_number();
        let number = number.map_or(JsValue::UNDEFINED, |number| printed(code, number));
        let offset = error.offset().map(|offset| offset as f64);
        module_error(
            code.name(),
            code.is_format(),
            is_state,
            field,
            expected,
            number,
            found,
            offset,
        )
    }
}

/// A whole number of an error: as a number, or as hexadecimal digits if JavaScript cannot represent
/// it.
fn printed(code: Code, number: u64) -> JsValue {
    if !is_hexadecimal(code, number) {
        return JsValue::from_f64(number as f64);
    }
    let mut text = String::from("0x");
    for shift in (0..16).rev() {
        let digit = (number >> (4 * shift)) as u32 & 15;
        text.extend(char::from_digit(digit, 16));
    }
    JsValue::from_str(&text)
}

/// The result of a call. JavaScript gets the value or an exception.
type Answer<T> = core::result::Result<T, JsValue>;

/// A count for JavaScript. Numbers above 2^53 − 1 become 2^53 − 1.
fn number(count: u64) -> f64 {
    count.min(MAX_SAFE_INTEGER) as f64
}
