//! The quick part of the false-positive statistics. `npm run test:stats` has the full grid.
//! Seeds are fixed, so the result is the same in every run.

use crate::common::rates::{Keys, independent, measure};
use crate::common::{LAYOUTS, Model, key};
use edgebloom::params;
use edgebloom::{Filter, Layout, Shape};

#[test]
fn rates_are_those_of_independent_probes() {
    for (n, p, filters, asked) in [
        (10, 0.01, 5_000, 500),
        (100, 0.01, 2_500, 1_000),
        (100, 0.001, 8_000, 1_000),
        (1_000, 0.01, 250, 10_000),
        (10_000, 0.01, 40, 50_000),
    ] {
        for layout in LAYOUTS {
            let expected = independent(layout, Shape::for_rate(layout, n, p).unwrap(), n);
            for keys in Keys::ALL {
                let measured = measure(layout, n, p, keys, (filters, asked), 1);
                // If false positives are rare, there may be none.
                let least = (expected / measured.asked as f64).sqrt();
                let sigmas = (measured.rate() - expected) / measured.error.max(least);
                // 45 cells: one of 350 sets of seeds has a cell above 4 σ. The seeds never change.
                assert!(
                    sigmas.abs() < 4.0,
                    "{layout:?} n = {n} p = {p} {keys:?}: {} against {expected}, {sigmas:.1} σ",
                    measured.rate()
                );
            }
        }
    }
}

#[test]
fn every_size_has_the_rate_of_its_shape() {
    let sizes = (8..136).map(|words| 64 * words);
    let (mut found, mut expected) = (0.0, 0.0);
    for bits in sizes {
        let n = bits / 10;
        let mut here = 0;
        for i in 0..200 {
            // In filters of neighbouring sizes, a key has nearly the same position. Only other
            // seeds give more information.
            let seed = bits as u32 * 200 + i;
            let mut filter = Filter::with_shape(Layout::Standard, bits, 7, seed).unwrap();
            (0..n).for_each(|i| _ = filter.insert(&key(i)));
            here += (n..n + 1_000).filter(|&i| filter.contains(&key(i))).count();
        }
        let mean = 200_000.0 * params::mean_rate(bits, n, 7);
        // The difference between filters of this size adds a third to the variance.
        assert!(
            (here as f64 - mean).abs() < 5.0 * (1.4 * mean).sqrt(),
            "m = {bits}: {here}, {mean}"
        );
        found += here as f64;
        expected += mean;
    }
    assert!((found / expected - 1.0).abs() < 0.015, "{found} against {expected}");
}

/// Answers for members prove nothing about positions, but these counts do. They never change.
#[test]
fn frozen_false_positives() {
    for (layout, expected) in [
        (Layout::Standard, FROZEN[0]),
        (Layout::Partitioned, FROZEN[1]),
        (Layout::Blocked, FROZEN[2]),
    ] {
        let mut filter = Filter::with_rate(layout, 100_000, 0.03, 0).unwrap();
        (0..100_000).for_each(|i| _ = filter.insert(&key(i)));
        let found = (100_000..1_100_000).filter(|&i| filter.contains(&key(i))).count();
        assert_eq!(found, expected, "{layout:?}");
    }
}
const FROZEN: [usize; 3] = [29427, 29879, 29816];

#[test]
fn the_model_agrees_on_every_position_of_large_filters() {
    for (layout, bits) in [
        (Layout::Standard, 1 << 32),
        (Layout::Partitioned, 64 * 7 * 9_375_001),
        (Layout::Blocked, 1 << 32),
    ] {
        let model = Model::new(layout, bits, 7, u32::MAX);
        let shape = Shape::new(layout, bits, 7).unwrap();
        assert_eq!(shape.bits(), bits);
        // Computing positions needs no memory. A filter of one block would be enough, but it has
        // another shape.
        if cfg!(target_pointer_width = "64") {
            let filter = Filter::with_shape(layout, bits, 7, u32::MAX).unwrap();
            for i in 0..1_000 {
                let mut positions = Vec::new();
                filter.positions(&key(i), |position| positions.push(position));
                assert_eq!(positions, model.positions(&key(i)));
            }
        }
    }
}
