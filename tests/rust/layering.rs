//! The structure of `src/`: files use only lower layers, only the binding uses wasm, few lines
//! depend on features, and unsafe code has safety comments.

use std::fs;
use std::path::{Path, PathBuf};

/// The layers, the lowest first. Modules of one layer must not use each other. Files of one folder
/// may.
const LAYERS: [&[&str]; 10] = [
    &["error", "key", "params"],
    &["hash", "exceptions", "sub_filters"],
    &["cells", "digest"],
    &["layout", "secret_key"],
    &["filter"],
    &["static_set", "scalable"],
    &["list"],
    &["format"],
    &["foreign"],
    &["wasm"],
];
/// Names after `crate::` that are not modules, because `lib.rs` defines them.
const OF_THE_CRATE: [&str; 2] = ["random_key", "random_seed"];

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

/// The modules that a source uses: the names after `crate::`, and after `super::` if that is the
/// root.
fn used_modules(source: &str, at_the_top: bool) -> Vec<String> {
    let mut used = Vec::new();
    let prefixes: &[&str] = if at_the_top { &["crate::", "super::"] } else { &["crate::"] };
    for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for prefix in prefixes {
            for rest in line.split(prefix).skip(1) {
                let word = |text: &str| -> String {
                    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
                };
                match rest.strip_prefix('{') {
                    Some(list) => used.extend(list.split(',').map(|item| word(item.trim()))),
                    None => used.push(word(rest)),
                }
            }
        }
    }
    used.retain(|name| !name.is_empty());
    used
}

fn check(module: &str, path: &Path, at_the_top: bool, wrong: &mut Vec<String>) {
    let own = layer_of(module).unwrap_or_else(|| panic!("{module} has no layer: add it to LAYERS"));
    let source = fs::read_to_string(path).unwrap();
    for used in used_modules(&source, at_the_top) {
        if used == module || OF_THE_CRATE.contains(&used.as_str()) {
            continue;
        }
        match layer_of(&used) {
            Some(layer) if layer < own => {}
            Some(_) => wrong.push(format!("{} uses {used}", path.display())),
            None => wrong.push(format!("{} uses {used}, which has no layer", path.display())),
        }
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn modules_use_only_lower_layers() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(&source).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if module == "lib" {
            continue;
        }
        seen += 1;
        if path.is_dir() {
            for file in files_below(&path) {
                check(&module, &file, false, &mut wrong);
            }
        } else {
            check(&module, &path, !source.join(&module).is_dir(), &mut wrong);
        }
    }
    assert!(seen >= 9, "only {seen} modules were read");
    assert!(wrong.is_empty(), "modules that use a higher layer:\n{}", wrong.join("\n"));
}

#[test]
fn the_check_finds_used_modules() {
    let source = "use crate::format::base64;\n// crate::wasm\nuse crate::{key, params::ceil};\nsuper::layout::x();";
    assert_eq!(used_modules(source, true), ["format", "key", "params", "layout"]);
}

/// The lines of code that name the wing of other systems.
fn lines_with_the_wing(source: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let code = source.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    code.filter(|line| line.split(|c| !is_word(c)).any(|word| word == "foreign")).collect()
}

/// Only the binding uses the wing of other systems. Without the wing and its line in `lib.rs`, the
/// rest is complete: tests/js/project/without-other-systems.slow.test.mjs tests it.
#[test]
fn the_core_does_not_name_other_systems() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for path in files_below(&source) {
        let inside = path.strip_prefix(&source).unwrap();
        if inside.starts_with("foreign") || inside.starts_with("wasm") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let lines = lines_with_the_wing(&text).into_iter();
        found.extend(lines.map(|line| format!("{}: {line}", inside.display())));
    }
    let expected: &[&str] = match source.join("foreign").is_dir() {
        true => &["lib.rs: pub mod foreign;"],
        false => &[],
    };
    assert_eq!(found, expected);
}

#[test]
fn the_check_finds_the_wing() {
    let source = "use crate::foreign::Filter;\n// foreign\nself.is_foreign();\nForeign(foreign)";
    assert_eq!(lines_with_the_wing(source), ["use crate::foreign::Filter;", "Foreign(foreign)"]);
}

/// Names that only wasm code uses.
const OF_WASM: [&str; 3] = ["wasm_bindgen", "js_sys", "arch::wasm32"];

#[test]
fn only_the_binding_uses_javascript() {
    let mut wrong = Vec::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for path in files_below(&source) {
        let inside = path.strip_prefix(&source).unwrap();
        // hash/four.rs uses vector instructions of the processor, not JavaScript.
        if inside.starts_with("wasm") || inside == Path::new("hash/four.rs") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let words = OF_WASM.iter().filter(|word| text.contains(**word));
        wrong.extend(words.map(|word| format!("{} contains {word}", inside.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The most lines in all files that depend on a feature.
const MOST_FEATURE_LINES: usize = 12;

/// The lines of code with a feature in an attribute or a macro.
fn feature_lines(source: &str) -> usize {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| line.contains("cfg") && line.contains("feature")).count()
}

/// Each such line makes two programs, and a test checks only one of them. So features should choose
/// whole modules.
#[test]
fn few_lines_depend_on_a_feature() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_file = |path: PathBuf| {
        let count = feature_lines(&fs::read_to_string(&path).unwrap());
        (count, path.strip_prefix(&source).unwrap().display().to_string())
    };
    let mut counts: Vec<_> = files_below(&source).into_iter().map(of_file).collect();
    counts.retain(|(count, _)| *count > 0);
    counts.sort_by(|one, other| other.cmp(one));
    let all: usize = counts.iter().map(|(count, _)| count).sum();
    let list: Vec<_> = counts.iter().map(|(count, file)| format!("{count} {file}")).collect();
    assert!(
        all <= MOST_FEATURE_LINES,
        "{all} lines of src/ depend on a feature:\n{}",
        list.join("\n")
    );
}

#[test]
fn the_check_finds_features() {
    let source = "#[cfg(feature = \"std\")]\n  // cfg(feature)\nif cfg!(feature = \"std\") {}\n#![cfg_attr(not(feature = \"std\"), no_std)]\n#[cfg(test)]\nlet feature = 1;";
    assert_eq!(feature_lines(source), 3);
}

/// The files with unsafe code and its number of lines. Only the allocator has some. Only wasm
/// compiles it, so all other builds forbid unsafe code.
const UNSAFE: [(&str, usize); 1] = [("wasm/memory.rs", 9)];

/// The lines with `unsafe` as code, and whether the comment above has the reason.
fn unsafe_lines(source: &str) -> Vec<(usize, bool)> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let is_code = |line: &str| {
        let code = line.split("//").next().unwrap_or("");
        code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "unsafe")
    };
    let reason = |at: usize| {
        let above = lines[..at].iter().rev();
        // Attributes and the first half of a statement may be between them.
        let mut above = above.skip_while(|line| line.starts_with("#[") || line.ends_with('='));
        let comment = above.by_ref().take_while(|line| line.starts_with("//"));
        comment.into_iter().any(|line| line.starts_with("// SAFETY: "))
    };
    let found = lines.iter().enumerate().filter(|(_, line)| is_code(line));
    found.map(|(at, _)| (at + 1, reason(at))).collect()
}

#[test]
fn only_the_allocator_has_unsafe_code_with_safety_comments() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    for path in files_below(&source) {
        let text = fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(&source).unwrap().to_str().unwrap().replace('\\', "/");
        let lines = unsafe_lines(&text);
        for (line, reason) in &lines {
            assert!(reason, "{inside}:{line}: no SAFETY comment");
        }
        let binding = UNSAFE.iter().any(|(file, _)| *file == inside);
        assert!(
            binding
                || !["allow", "expect"]
                    .iter()
                    .any(|word| text.contains(&format!("{word}(unsafe_code"))),
            "{inside} allows unsafe code"
        );
        if !lines.is_empty() {
            found.push((inside, lines.len()));
        }
    }
    found.sort();
    assert_eq!(found, UNSAFE.map(|(file, count)| (file.to_owned(), count)));
    let lib = fs::read_to_string(source.join("lib.rs")).unwrap();
    assert!(lib.contains(r#"#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]"#));
    assert!(lib.contains(r#"#![cfg_attr(target_arch = "wasm32", deny(unsafe_code))]"#));
}

#[test]
fn the_check_finds_unsafe_code() {
    let source = "// SAFETY: one.\n#[allow(unsafe_code)]\nunsafe impl X {}\n// unsafe\nlet unsafe_code = 1;\nunsafe { y }";
    assert_eq!(unsafe_lines(source), [(3, true), (6, false)]);
}
