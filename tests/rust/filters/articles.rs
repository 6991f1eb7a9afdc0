//! The arithmetic of the articles through `edgebloom::params`. Correct values come from
//! `golden/articles`. `tests/js/api/articles.test.mjs` tests the same through the package.

use std::f64::consts::{LN_2, LOG2_E};

use edgebloom::params::{
    capacity_for, capacity_with_hashes, false_positive_rate, false_positive_rate_exact,
    hashes_for_rate, lower_bound_bits, minimal_rate, optimal_bits, optimal_hashes,
};
use serde_json::Value;

const TABLE: &str = include_str!("../../golden/articles/fp_table.json");
const CLAIMS: &str = include_str!("../../golden/articles/claims.json");

/// So many keys that rounding their bits to a whole number has no effect.
const MANY: u64 = 1_000_000_000_000;
const SHAPES: [(u64, u64, u64); 6] = [
    (8, 1, 3),
    (10, 2, 4),
    (1000, 250, 3),
    (4096, 300, 9),
    (20_000, 1000, 14),
    (1 << 32, 1 << 30, 3),
];

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found / expected - 1.0).abs() <= tolerance, "{found} for {expected}");
}

/// Checks that `value`, rounded to as many decimals as the number in `written`, equals that number.
#[track_caller]
fn prints(value: f64, written: &str) {
    let decimals = written.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    assert_eq!(format!("{value:.decimals$}"), written, "{value}");
}

fn three_digits(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap()
}

/// The number after `before` in a field of a claim, as it is written there.
#[track_caller]
fn figures_in(id: &str, field: &str, before: &str) -> String {
    let file: Value = serde_json::from_str(CLAIMS).unwrap();
    let claims = file["claims"].as_array().unwrap();
    let claim = claims.iter().find(|claim| claim["id"] == id).unwrap();
    let text = claim[field].as_str().unwrap();
    let (_, after) = text.split_once(before).unwrap_or_else(|| panic!("{before:?} in {text:?}"));
    let is_end = |c: char| !(c.is_ascii_digit() || c == '.');
    let number = after.split(is_end).next().unwrap().trim_end_matches('.');
    assert!(!number.is_empty(), "a number after {before:?} in {text:?}");
    number.to_owned()
}

#[track_caller]
fn number(id: &str, field: &str, before: &str) -> f64 {
    figures_in(id, field, before).parse().unwrap()
}

fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

#[test]
fn b8_the_table_of_article_000() {
    let file: Value = serde_json::from_str(TABLE).unwrap();
    let (mut cells, mut printed, mut wrong) = (0, 0, Vec::new());
    for row in file["rows"].as_array().unwrap() {
        let ratio = whole(&row["m_over_n"]);
        for cell in row["cells"].as_array().unwrap() {
            let (k, expected) = (whole(&cell["k"]), cell["exact"].as_f64().unwrap());
            let rate = false_positive_rate(ratio, 1, k);
            near(rate, expected, 1e-12);
            near(false_positive_rate(ratio * 12_345_678, 12_345_678, k), expected, 1e-12);
            // With very many bits, the other formula gives the same value.
            near(false_positive_rate_exact(ratio * 100 * MANY, 100 * MANY, k), expected, 1e-12);
            let rounded: f64 = cell["rounded3"].as_str().unwrap().parse().unwrap();
            assert_eq!(three_digits(rate), rounded);
            cells += 1;
            let Some(text) = cell["printed"].as_str() else { continue };
            printed += 1;
            let same = three_digits(rate) == text.parse::<f64>().unwrap();
            assert_eq!(same, cell["agrees"].as_bool().unwrap(), "m/n = {ratio}, k = {k}");
            if !same {
                wrong.push((ratio, k));
            }
        }
    }
    assert_eq!(cells, 31 * 8);
    assert_eq!(printed, whole(&file["cells_printed"]));
    assert_eq!(printed, 225);
    let named = file["cells_that_disagree"].as_array().unwrap();
    let named: Vec<_> =
        named.iter().map(|cell| (whole(&cell["m_over_n"]), whole(&cell["k"]))).collect();
    assert_eq!(wrong, named);
    assert_eq!(wrong.len(), 1);
}

#[test]
fn b3_the_best_k_of_article_000() {
    let file: Value = serde_json::from_str(TABLE).unwrap();
    let mut wrong = Vec::new();
    for row in file["rows"].as_array().unwrap() {
        let ratio = whole(&row["m_over_n"]);
        let best = hashes_for_rate(minimal_rate(ratio, 1));
        near(best, row["k_optimal"].as_f64().unwrap(), 1e-12);
        let text = row["k_optimal_printed"].as_str().unwrap();
        if three_digits(best) != text.parse::<f64>().unwrap() {
            wrong.push(ratio);
        }
        let found = optimal_hashes(ratio, 1);
        assert!(found == best.floor() as u64 || found == best.ceil() as u64);
        for k in 1..40 {
            let here = false_positive_rate(ratio, 1, found);
            assert!(here <= false_positive_rate(ratio, 1, k), "m/n = {ratio}, k = {k}");
        }
    }
    let named = file["optimal_k_that_disagree"].as_array().unwrap();
    assert_eq!(wrong, named.iter().map(|row| whole(&row["m_over_n"])).collect::<Vec<_>>());
    assert_eq!(wrong.len(), 1);
    let factor = hashes_for_rate(minimal_rate(1, 1));
    prints(factor, &figures_in("000-k-opt", "correct", ""));
}

#[test]
fn b1_and_b2_follow_the_formulas() {
    for (m, n, k) in SHAPES {
        let (bits, keys, probes) = (m as f64, n as f64, k as f64);
        let exact = (1.0 - (1.0 - 1.0 / bits).powf(keys * probes)).powf(probes);
        let about = (1.0 - (-probes * keys / bits).exp()).powf(probes);
        // 1 − 1/m loses digits in a direct computation.
        near(false_positive_rate_exact(m, n, k), exact, 1e-6);
        near(false_positive_rate(m, n, k), about, 1e-9);
        let above = false_positive_rate_exact(m, n, k) / false_positive_rate(m, n, k) - 1.0;
        assert!(above > -1e-12 && above < 1.2 * probes / (2.0 * bits) + 1e-12, "{above}");
    }
}

#[test]
fn b4_the_lowest_rate() {
    prints(minimal_rate(1, 1), &figures_in("000-min-fp", "correct", ""));
    prints(minimal_rate(1, 1), &figures_in("000-min-fp", "claim", "m/n) = "));
    for (m, n, _) in SHAPES {
        near(minimal_rate(m, n), 0.5f64.powf(m as f64 / n as f64 * LN_2), 1e-12);
    }
}

#[test]
fn b5_keys_that_fit() {
    let base = number("002-n", "claim", "m ln(");
    // As in the articles, with the four digits of 0.6185.
    for f in [0.1, 0.01, 1e-6f64] {
        near(capacity_for(100 * MANY, f) as f64, 100e12 * base.ln() / f.ln(), 1.2e-5);
        near(capacity_for(100 * MANY, f) as f64, 100e12 * LN_2 * LN_2 / -f.ln(), 1e-12);
    }
    prints(-base.ln(), &figures_in("002-n", "correct", "= -"));
    prints(-minimal_rate(1, 1).ln(), &figures_in("002-n", "correct", "(ln2)^2 = -"));
}

#[test]
fn b6_probes_for_a_rate() {
    prints(hashes_for_rate(0.01), &figures_in("002-k8", "correct", "log2(100) = "));
    let best = number("002-k8", "correct", "-> ");
    assert_eq!(optimal_hashes(optimal_bits(MANY, 0.01), MANY) as f64, best);
    for f in [0.5, 0.125, 0.01, 1e-18f64] {
        near(hashes_for_rate(f), -f.ln() / LN_2, 1e-12);
    }
}

#[test]
fn b7_bits_for_keys_and_the_lower_bound() {
    let keys = MANY as f64;
    let rate = number("002-13n", "claim", "f = ");
    prints(optimal_bits(MANY, rate) as f64 / keys, &figures_in("002-13n", "correct", "m = "));
    let bits = 10 * MANY;
    let with_seven = bits as f64 / capacity_with_hashes(bits, 7, rate) as f64;
    prints(with_seven, &figures_in("002-13n", "correct", "k = 7: "));
    let with_eight = bits as f64 / capacity_with_hashes(bits, 8, rate) as f64;
    prints(with_eight, &figures_in("002-k8", "correct", "8 would need "));
    for f in [0.5, 0.01, 1e-6f64] {
        let bound = lower_bound_bits(MANY, f);
        near(bound, keys * (1.0 / f).log2(), 1e-12);
        let ratio = optimal_bits(MANY, f) as f64 / bound;
        near(ratio, LOG2_E, 1e-11);
        prints(ratio, &figures_in("002-1.44", "correct", "lg e = "));
        prints(ratio, &figures_in("002-1.44", "claim", "about "));
    }
    // With one probe, 1 % takes about 100 n bits.
    let alone = 100.0 * keys / capacity_with_hashes(100 * MANY, 1, 0.01) as f64;
    prints(alone, &figures_in("001-single-hash", "correct", ""));
    prints(false_positive_rate(100, 1, 1), &figures_in("001-single-hash", "correct", "100) = "));
}

#[test]
fn b10_the_fixed_setting_of_article_001() {
    let k = number("001-k10", "claim", "k = ") as u64;
    let ratio = number("001-k10", "claim", "m = ") as u64;
    let rate = false_positive_rate(ratio, 1, k);
    prints(rate, &figures_in("001-k10", "claim", "-> "));
    prints(rate, &figures_in("001-k10", "correct", ""));
    let best = optimal_hashes(ratio, 1);
    assert_eq!(best as f64, number("001-k10", "correct", "is k="));
    prints(false_positive_rate(ratio, 1, best), &figures_in("001-k10", "correct", "k=14: "));
}

#[test]
fn b11_as_many_bits_as_the_hash_has_values() {
    let (m, n) = (1 << 32, 1 << 30);
    let id = "000-limit-2^30";
    let k = optimal_hashes(m, n);
    assert_eq!(k as f64, number("000-three-hashes", "claim", "optimum is "));
    prints(
        hashes_for_rate(minimal_rate(m, n)),
        &figures_in("000-three-hashes", "correct", "ln2*4 = "),
    );
    for (k, before) in [(2, "k=2 "), (3, "k=3 "), (4, "k=4 ")] {
        prints(false_positive_rate(m, n, k), &figures_in("000-three-hashes", "correct", before));
    }
    // At 2^−k, half of the bits are set.
    let then = number(id, "correct", "(p = ");
    assert_eq!(capacity_with_hashes(m, k, then) as f64, number(id, "correct", "ln2/3 = "));
    near(false_positive_rate(m, capacity_with_hashes(m, k, then) * k, 1), 0.5, 1e-8);
    prints(false_positive_rate(m, n, k), &figures_in(id, "correct", "% and p = "));
    prints(100.0 * false_positive_rate(m, n * k, 1), &figures_in(id, "correct", "the fill is "));
    for (rate, before) in [(0.01, "already 1 % at "), (0.001, "and 0.1 % at ")] {
        // The file rounds to the nearest number, the crate rounds down.
        let found = capacity_with_hashes(m, k, rate) as f64;
        assert!((found - number(id, "note", before)).abs() <= 1.0, "{found}");
    }
}
