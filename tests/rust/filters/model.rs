//! Compares the filter with the naive model: the same properties for every layout.

use crate::common::{LAYOUTS, Model, Random, key, unit};
use edgebloom::{Builder, CollectKeys, Filter, Layout, format, params};
use proptest::prelude::*;

fn same(filter: &Filter, model: &Model) {
    let mut ones = Vec::new();
    filter.each_cell(|position, _| ones.push(position));
    assert_eq!(ones, model.ones.iter().copied().collect::<Vec<_>>(), "{:?}", filter.header());
}

/// A valid number of bits near `bits`.
fn fitting(layout: Layout, bits: u64, hashes: u64) -> u64 {
    bits.next_multiple_of(unit(layout, hashes))
}

fn positions(filter: &Filter, key: &[u8]) -> Vec<u64> {
    let mut positions = Vec::new();
    filter.positions(key, |position| positions.push(position));
    positions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn filter_and_model_agree_after_random_operations(
        which in 0usize..3,
        bits in prop_oneof![1u64..200, 500u64..5000, Just(8192), Just(8191), Just(1 << 17)],
        hashes in 1u64..20,
        seed in prop_oneof![Just(0u32), Just(1), Just(u32::MAX), any::<u32>()],
        work in any::<u64>(),
    ) {
        let layout = LAYOUTS[which];
        let bits = fitting(layout, bits, hashes);
        let empty = Filter::with_shape(layout, bits, hashes, seed).unwrap();
        let model = Model::new(layout, bits, hashes, seed);
        let mut pairs = [(empty.clone(), model.clone()), (empty, model)];
        let mut random = Random(work);
        for _ in 0..60 {
            let (filter, model) = &mut pairs[random.below(2) as usize];
            let key = key(random.below(40));
            match random.below(12) {
                0..=4 => prop_assert_eq!(filter.insert(&key).unwrap(), model.insert(&key)),
                5..=7 => {
                    prop_assert_eq!(filter.contains(&key), model.contains(&key));
                    prop_assert_eq!(positions(filter, &key), model.positions(&key));
                }
                8 => {
                    let text = format::to_base64(filter);
                    let loaded = format::from_base64(&text).unwrap();
                    prop_assert_eq!(&loaded, &*filter);
                    *filter = loaded;
                }
                9 => {
                    let [(first, one), (second, other)] = &mut pairs;
                    first.merge(second).unwrap();
                    one.ones.extend(&other.ones);
                }
                10 => {
                    let [(first, one), (second, other)] = &mut pairs;
                    first.intersect(second).unwrap();
                    one.ones = &one.ones & &other.ones;
                }
                _ => if random.below(8) == 0 {
                    filter.clear();
                    model.ones.clear();
                }
            }
            for (filter, model) in &pairs {
                same(filter, model);
            }
        }
    }

    #[test]
    fn lines_are_keys(text in "[ab\r\n]{0,60}") {
        let mut by_line = Filter::with_shape(Layout::Standard, 960, 5, 3).unwrap();
        let mut by_key = by_line.clone();
        let keys: Vec<&str> = text
            .split('\n')
            .map(|line| line.strip_suffix('\r').unwrap_or(line))
            .filter(|line| !line.is_empty())
            .collect();
        let changed = by_line.insert_lines(text.as_bytes()).unwrap();
        let expected = keys.iter().filter(|key| by_key.insert(key.as_bytes()).unwrap()).count();
        prop_assert_eq!(changed, expected as u64);
        prop_assert_eq!(&by_line, &by_key);
        let mut answers = Vec::new();
        by_line.contains_lines(text.as_bytes(), |possibly| answers.push(possibly));
        prop_assert_eq!(answers, vec![true; keys.len()]);
    }
}

#[test]
fn fold_by_every_divisor_is_the_filter_of_that_size() {
    for layout in LAYOUTS {
        for (bits, hashes) in [(64 * 60, 1), (64 * 36, 7), (7680, 3), (512 * 60, 5), (2048, 4)] {
            let bits = fitting(layout, bits, hashes);
            let mut filter = Filter::with_shape(layout, bits, hashes, 9).unwrap();
            (0..300).for_each(|i| _ = filter.insert(&key(i)));
            let span = filter.header().shape.span();
            let mut divisors = 0;
            for divisor in 1..=span {
                let folded = filter.fold(divisor);
                if !span.is_multiple_of(divisor) {
                    assert_eq!(folded.unwrap_err().rule().field, "divisor");
                    continue;
                }
                divisors += 1;
                let mut direct = Filter::with_shape(layout, bits / divisor, hashes, 9).unwrap();
                (0..300).for_each(|i| _ = direct.insert(&key(i)));
                assert_eq!(
                    format::to_bytes(&folded.unwrap()),
                    format::to_bytes(&direct),
                    "{layout:?} {bits} / {divisor}"
                );
            }
            assert!(divisors > 1);
            assert!(filter.fold(0).is_err() && filter.fold(u64::MAX).is_err());
        }
    }
}

#[test]
fn shrink_is_the_smallest_fold_that_meets_the_rate() {
    for layout in LAYOUTS {
        let mut filter = Filter::with_rate(layout, 100_000, 0.01, 0).unwrap();
        (0..5_000).for_each(|i| _ = filter.insert(&key(i)));
        let shrunk = filter.shrink(0.01).unwrap();
        assert!(shrunk.estimate().rate <= 0.01);
        let span = filter.header().shape.span();
        let smallest = (1..=span)
            .rev()
            .filter(|divisor| span.is_multiple_of(*divisor))
            .map(|divisor| filter.fold(divisor).unwrap())
            .find(|folded| folded.estimate().rate <= 0.01)
            .unwrap();
        assert!(smallest.equals(&shrunk), "{layout:?}");
        assert!((0..5_000).all(|i| shrunk.contains(&key(i))));
        assert!(shrunk.header().shape.bits() < filter.header().shape.bits() / 4, "{layout:?}");
    }
    let mut full = Filter::with_rate(Layout::Standard, 100, 0.1, 0).unwrap();
    (0..1000).for_each(|i| _ = full.insert(&key(i)));
    assert_eq!(full.shrink(0.01).unwrap_err().rule().field, "errorRate");
}

/// With few bits, the number of set bits varies much. A fold may meet the rate even if its model
/// rate is far above it.
#[test]
fn shrink_tries_all_folds_of_a_small_filter() {
    let (mut lucky, rate) = (0, 0.01);
    for layout in [Layout::Standard, Layout::Partitioned] {
        for (hashes, seed) in (1..=8).flat_map(|k| (0..100).map(move |seed| (k, seed))) {
            let mut filter = Filter::with_shape(layout, hashes * 64 * 24, hashes, seed).unwrap();
            (0..8).for_each(|i| _ = filter.insert(&key(i)));
            let (span, held) = (filter.header().shape.span(), filter.estimate().count as u64);
            let folds = (1..=span).rev().filter(|divisor| span.is_multiple_of(*divisor));
            let mut folds = folds.map(|divisor| filter.fold(divisor).unwrap());
            let smallest = folds.find(|folded| folded.estimate().rate <= rate).unwrap();
            let shrunk = filter.shrink(rate).unwrap();
            let bits = smallest.header().shape.bits();
            let model = params::false_positive_rate(bits, held, hashes);
            if model <= 0.99 {
                assert_eq!(shrunk, smallest, "{layout:?} of {hashes} probes, seed {seed}");
                lucky += usize::from(model > 2.0 * rate);
            }
        }
    }
    assert!(lucky > 10, "{lucky}");
}

#[test]
fn union_is_the_filter_of_both_key_sets() {
    for layout in LAYOUTS {
        let mut parts = [0, 1].map(|_| Filter::with_rate(layout, 1_000, 0.01, 5).unwrap());
        let mut all = parts[0].clone();
        for i in 0..1_000 {
            parts[(i % 2) as usize].insert(&key(i)).unwrap();
            all.insert(&key(i)).unwrap();
        }
        let union = parts[0].union(&parts[1]).unwrap();
        assert_eq!(format::to_bytes(&union), format::to_bytes(&all));
    }
}

#[test]
fn only_compatible_filters_combine() {
    let base = || Filter::with_shape(Layout::Standard, 1024, 4, 1).unwrap();
    let others = [
        ("layout", Filter::with_shape(Layout::Partitioned, 1024, 4, 1).unwrap()),
        ("bits", Filter::with_shape(Layout::Standard, 1088, 4, 1).unwrap()),
        ("hashes", Filter::with_shape(Layout::Standard, 1024, 5, 1).unwrap()),
        ("seed", Filter::with_shape(Layout::Standard, 1024, 4, 2).unwrap()),
    ];
    for (field, other) in others {
        let mut filter = base();
        assert!(!filter.is_compatible(&other) && !filter.equals(&other));
        assert_eq!(filter.merge(&other).unwrap_err().rule().field, field);
        assert_eq!(filter.intersect(&other).unwrap_err().rule().field, field);
        assert_eq!(filter, base());
    }
}

#[test]
fn a_builder_makes_the_filter_of_its_distinct_keys() {
    for layout in LAYOUTS {
        for n in [0u64, 1, 2, 767, 768, 769, 50_000] {
            let mut builder = Builder::new(7);
            for i in (0..n).chain(0..n / 2) {
                builder.push(&key(i)).unwrap();
            }
            assert_eq!(builder.distinct(), n);
            let result = builder.finish(layout, 0.02).unwrap();
            let mut filter = Filter::with_rate(layout, n.max(1), 0.02, 7).unwrap();
            (0..n).for_each(|i| _ = filter.insert(&key(i)));
            assert_eq!(result, filter);
        }
    }
    let mut builder = Builder::new(0);
    builder.push(b"").unwrap();
    builder.push(b"").unwrap();
    assert_eq!(builder.distinct(), 1, "the key whose digest is 0");
    assert!(builder.finish(Layout::Standard, 0.1).unwrap().contains(b""));
}

#[test]
fn rejects_shapes_out_of_range_before_it_allocates() {
    let field = |layout, bits, hashes| {
        Filter::with_shape(layout, bits, hashes, 0).unwrap_err().rule().field
    };
    for bits in [0, (1 << 32) + 1, 1 << 40, u64::MAX] {
        assert_eq!(field(Layout::Standard, bits, 1), "bits");
    }
    for hashes in [0, 65, 255, 1 << 31, u64::MAX] {
        assert_eq!(field(Layout::Standard, 64, hashes), "hashes");
    }
    for bits in [1, 63, 65, 100, (1 << 32) - 1] {
        assert_eq!(field(Layout::Standard, bits, 7), "bits");
    }
    for bits in [64, 700, 64 * 8] {
        assert_eq!(field(Layout::Partitioned, bits, 7), "bits");
    }
    assert_eq!(field(Layout::Blocked, 1024 - 64, 7), "bits");
    let field = |n, p| Filter::with_rate(Layout::Standard, n, p, 0).unwrap_err().rule().field;
    for rate in [0.0, -0.1, 1.0, 2.0, 1e-19, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(field(10, rate), "errorRate");
    }
    for capacity in [0, 1 << 40, u64::MAX] {
        assert_eq!(field(capacity, 0.01), "capacity");
    }
    // The most keys take the most bits. One more key is too many.
    for (layout, most_bits) in [
        (Layout::Standard, 1 << 32),
        (Layout::Partitioned, (1 << 32) - 256),
        (Layout::Blocked, 1 << 32),
    ] {
        let bits = |n| edgebloom::Shape::for_rate(layout, n, 0.01).map(|shape| shape.bits());
        let (mut low, mut high) = (1, 1 << 32);
        while low + 1 < high {
            let middle = (low + high) / 2;
            if bits(middle).is_ok() { low = middle } else { high = middle }
        }
        assert_eq!(bits(low), Ok(most_bits), "{layout:?} of {low}");
        assert_eq!(bits(low + 1).unwrap_err().rule().field, "capacity");
        assert_eq!(bits(1 << 33).unwrap_err().rule().field, "capacity");
    }
}

#[test]
fn sizes_are_the_best_m_rounded_up_to_whole_words() {
    for n in [1u64, 2, 10, 100, 1_000, 121_570, 10_000_000] {
        for p in [0.5f64, 0.1, 0.01, 0.001, 1e-6, 1e-9] {
            let best = (-(n as f64) * p.ln() / std::f64::consts::LN_2.powi(2)).ceil() as u64;
            for layout in [Layout::Standard, Layout::Partitioned] {
                let shape = edgebloom::Shape::for_rate(layout, n, p).unwrap();
                let unit = unit(layout, shape.hashes());
                let words = best.div_ceil(unit);
                let span = shape.bits() / unit;
                // Large filters have a few more words, which allows folds.
                assert!(words <= span && (span - words) * 256 < words.max(256), "{n} {p}");
                let folds = (words / 256).clamp(1, 64);
                assert!(span.is_multiple_of(1 << folds.ilog2()), "{n} {p}");
                // Small slices fill a little faster than one array.
                assert!(n < 1_000 || shape.rate_for(layout, n) <= p * 1.011, "{layout:?} {n} {p}");
            }
            let shape = edgebloom::Shape::for_rate(Layout::Blocked, n, p).unwrap();
            assert!(shape.rate_for(Layout::Blocked, n) <= p);
        }
    }
}

#[test]
fn capacity_for_is_the_largest_that_meets_the_rate() {
    for layout in LAYOUTS {
        let shape = edgebloom::Shape::for_rate(layout, 5_000, 0.01).unwrap();
        let capacity = shape.capacity_for(layout, 0.01);
        assert!(shape.rate_for(layout, capacity) <= 0.01);
        assert!(shape.rate_for(layout, capacity + 1) > 0.01);
        // With few bits, the formulas differ most, and one more key has the largest effect.
        for (blocks, hashes) in (1..20).flat_map(|b| [1, 2, 3, 5, 8, 64].map(|k| (b, k))) {
            let bits = blocks * unit(layout, hashes);
            let shape = edgebloom::Shape::new(layout, bits, hashes).unwrap();
            for rate in [0.999, 0.9, 0.5, 0.1, 1e-3] {
                let fits = |n| shape.rate_for(layout, n) <= rate;
                let capacity = shape.capacity_for(layout, rate);
                let is_last = fits(capacity) && !fits(capacity + 1);
                assert!(is_last, "{layout:?} {shape:?} {rate}: {capacity}");
            }
        }
    }
    // Blocks fill unevenly.
    let [standard, blocked] = [Layout::Standard, Layout::Blocked]
        .map(|layout| edgebloom::Shape::new(layout, 51_200, 7).unwrap().rate_for(layout, 5_000));
    assert!(blocked > standard * 1.1, "{blocked} {standard}");
}

#[test]
fn estimates_follow_the_keys() {
    for layout in LAYOUTS {
        let mut filter = Filter::with_rate(layout, 20_000, 0.01, 0).unwrap();
        assert_eq!(filter.estimate().count.to_bits(), 0f64.to_bits());
        (0..20_000).for_each(|i| _ = filter.insert(&key(i)));
        let estimate = filter.estimate();
        assert!((estimate.count / 20_000.0 - 1.0).abs() < 0.02, "{layout:?} {estimate:?}");
        assert!((estimate.rate / 0.01 - 1.0).abs() < 0.05, "{layout:?} {estimate:?}");
        assert_eq!(estimate.set, filter.set_cells());
    }
    let mut full = Filter::with_shape(Layout::Standard, 64, 64, 0).unwrap();
    (0..200).for_each(|i| _ = full.insert(&key(i)).unwrap());
    assert_eq!(full.estimate().count, f64::INFINITY);
    assert_eq!(full.estimate().rate, 1.0);
}

/// Formulas return a number for any argument and never panic, also with overflow checks.
#[test]
fn formulas_never_panic() {
    let counts = [0, 1, 2, 63, 512, 1 << 32, 1 << 53, u64::MAX];
    let rates = [0.0, -1.0, 1e-300, 1e-18, 0.5, 1.0, 2.0, f64::NAN, f64::INFINITY];
    for a in counts {
        for rate in rates {
            params::optimal_bits(a, rate);
            params::hashes_for_rate(rate);
            params::capacity_for(a, rate);
            params::lower_bound_bits(a, rate);
            for b in counts {
                params::capacity_with_hashes(a, b, rate);
                for layout in LAYOUTS {
                    if let Ok(shape) = edgebloom::Shape::new(layout, a, b) {
                        shape.capacity_for(layout, rate);
                        counts.iter().for_each(|&n| _ = shape.rate_for(layout, n));
                    }
                }
            }
            for layout in LAYOUTS {
                _ = edgebloom::Shape::for_rate(layout, a, rate);
            }
        }
        for b in counts {
            params::optimal_hashes(a, b);
            params::minimal_rate(a, b);
            for c in counts {
                params::false_positive_rate(a, b, c);
                params::false_positive_rate_exact(a, b, c);
                params::partitioned_rate(a, b, c);
                params::mean_rate(a, b, c);
                params::estimated_count(a, b, c);
                params::blocked::rate(a, b, c);
            }
        }
    }
}
