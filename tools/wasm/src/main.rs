//! `wasm-tool bindgen …` is the command line of wasm-bindgen, `wasm-tool test-runner …` its test
//! runner.

use std::env;

fn main() -> anyhow::Result<()> {
    let mut arguments: Vec<_> = env::args_os().collect();
    let tool = (arguments.len() > 1).then(|| arguments.remove(1));
    match tool.as_ref().and_then(|name| name.to_str()) {
        Some("bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(arguments),
        Some("test-runner") => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(arguments)
        }
        _ => anyhow::bail!("usage: wasm-tool bindgen|test-runner ARGUMENTS"),
    }
}
