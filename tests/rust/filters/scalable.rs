//! Scalable filters: no false negatives, and a total rate below the target.

use crate::common::{LAYOUTS, key};
use edgebloom::format::{Metadata, from_bytes, scalable_from_bytes, scalable_to_bytes, to_bytes};
use edgebloom::{Code, Filter, Growth, Layout, ScalableFilter};

fn filled(layout: Layout, growth: Growth, capacity: u64, keys: u64) -> ScalableFilter {
    let mut filter = ScalableFilter::new(layout, capacity, 7, growth).unwrap();
    (0..keys).for_each(|i| _ = filter.insert(&key(i)).unwrap());
    filter
}

#[test]
fn rate_is_below_the_target_at_100_times_the_first_capacity() {
    for layout in LAYOUTS {
        for (factor, tightening, rate) in
            [(2, 0.85, 0.01), (4, 0.5, 0.01), (2, 0.85, 0.1), (1, 0.97, 0.05), (3, 0.85, 0.001)]
        {
            let growth = Growth { factor, tightening, rate };
            let filter = filled(layout, growth, 500, 50_000);
            assert!((0..50_000).all(|i| filter.contains(&key(i))));
            let bound: f64 = filter
                .sub_filters()
                .map(|sub_filter| sub_filter.header().target.unwrap().rate)
                .sum();
            assert!(bound <= rate, "{bound}");
            let queries = 400_000u64;
            let found =
                (50_000..50_000 + queries).filter(|&i| filter.contains(&key(i))).count() as f64;
            let sigma = (bound * (1.0 - bound) / queries as f64).sqrt();
            let measured = found / queries as f64;
            // Rounding k costs up to 1 % of the rate of a sub-filter.
            assert!(
                measured <= bound * 1.01 + 3.0 * sigma,
                "{layout:?} {growth:?}: {measured} against {bound}, σ {sigma}"
            );
            assert!(measured <= rate + 3.0 * sigma, "{layout:?} {growth:?}: {measured}");
            let estimate = filter.estimate();
            assert!((estimate.rate / measured - 1.0).abs() < 0.2 || measured < 1e-3);
            // Keys that were already false positives are not inserted.
            assert!((estimate.count / 50_000.0 - 1.0).abs() < 0.02 + rate);
        }
    }
}

#[test]
fn sub_filters_grow_by_the_factor_and_tighten() {
    let filter = filled(Layout::Standard, Growth::to_rate(0.01), 100, 10_000);
    let targets: Vec<_> =
        filter.sub_filters().map(|sub_filter| sub_filter.header().target.unwrap()).collect();
    assert_eq!(targets.len(), 7);
    for (i, target) in targets.iter().enumerate() {
        assert_eq!(target.capacity, 100 << i);
        let expected = 0.01 * 0.15 * 0.85f64.powi(i as i32);
        assert!((target.rate / expected - 1.0).abs() < 1e-12);
    }
    for sub_filter in filter.sub_filters().take(6) {
        assert_eq!(sub_filter.header().inserted, sub_filter.header().target.unwrap().capacity);
    }
}

#[test]
fn does_not_add_a_key_that_answers_maybe() {
    let mut filter = filled(Layout::Standard, Growth::to_rate(0.01), 100, 1_000);
    let before = filter.clone();
    for i in 0..1_000 {
        assert!(!filter.insert(&key(i)).unwrap());
    }
    assert_eq!(filter, before);
    filter.clear();
    assert_eq!((filter.sub_filter_count(), filter.estimate().set), (1, 0));
}

#[test]
fn one_file_holds_all_sub_filters() {
    for layout in LAYOUTS {
        let filter = filled(layout, Growth::to_rate(0.02), 50, 2_000);
        let metadata = Metadata { name: "seen", version: "3", ..Default::default() };
        let file = scalable_to_bytes(&filter, metadata).unwrap();
        let loaded = scalable_from_bytes(&file).unwrap();
        assert_eq!(loaded, filter);
        assert_eq!(scalable_to_bytes(&loaded, metadata).unwrap(), file);
        // The loaded filter continues like the original.
        let (mut one, mut other) = (filter, loaded);
        for i in 2_000..5_000 {
            assert_eq!(one.insert(&key(i)).unwrap(), other.insert(&key(i)).unwrap());
        }
        assert_eq!(one, other);
        assert_eq!(from_bytes(&file).unwrap_err().rule().field, "payloadEncoding");
    }
}

#[test]
fn files_of_plain_and_scalable_filters_are_not_exchangeable() {
    let filter = filled(Layout::Standard, Growth::to_rate(0.02), 50, 200);
    let file = scalable_to_bytes(&filter, Metadata::default()).unwrap();
    let error = from_bytes(&file).unwrap_err();
    assert_eq!((error.rule().code, error.rule().field), (Code::WrongClass, "payloadEncoding"));
    let plain = Filter::with_rate(Layout::Standard, 10, 0.1, 0).unwrap();
    let error = scalable_from_bytes(&to_bytes(&plain)).unwrap_err();
    assert_eq!((error.rule().code, error.rule().field), (Code::WrongClass, "payloadEncoding"));
}

#[test]
fn rejects_growth_out_of_range() {
    let field = |factor, tightening, rate| {
        let growth = Growth { factor, tightening, rate };
        ScalableFilter::new(Layout::Standard, 100, 0, growth).unwrap_err().rule().field
    };
    for factor in [0, 1_001, u64::MAX] {
        assert_eq!(field(factor, 0.5, 0.01), "growth");
    }
    for tightening in [0.0, 1.0, -0.5, 2.0, f64::NAN, f64::INFINITY] {
        assert_eq!(field(2, tightening, 0.01), "tightening");
    }
    for rate in [0.0, 1.0, f64::NAN, 1e-19] {
        assert_eq!(field(2, 0.5, rate), "errorRate");
    }
    let filter = ScalableFilter::new(Layout::Standard, 0, 0, Growth::to_rate(0.01));
    assert_eq!(filter.unwrap_err().rule().field, "capacity");
}
