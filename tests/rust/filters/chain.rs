//! Scalable filters: no false negatives, and a total rate below the target.

use crate::common::{LAYOUTS, key};
use edgebloom::format::{Metadata, scalable_from_bytes, scalable_to_bytes, from_bytes};
use edgebloom::{ScalableFilter, Filter, Growth, Layout};

fn filled(layout: Layout, growth: Growth, capacity: u64, keys: u64) -> ScalableFilter {
    let mut chain = ScalableFilter::new(layout, capacity, 7, growth).unwrap();
    (0..keys).for_each(|i| _ = chain.insert(&key(i)).unwrap());
    chain
}

#[test]
fn rate_is_below_the_target_at_100_times_the_first_capacity() {
    for layout in LAYOUTS {
        for (factor, tightening, rate) in
            [(2, 0.85, 0.01), (4, 0.5, 0.01), (2, 0.85, 0.1), (1, 0.97, 0.05), (3, 0.85, 0.001)]
        {
            let growth = Growth { factor, tightening, rate };
            let chain = filled(layout, growth, 500, 50_000);
            assert!((0..50_000).all(|i| chain.contains(&key(i))));
            let bound: f64 =
                chain.sub_filters().map(|sub_filter| sub_filter.header().target.unwrap().rate).sum();
            assert!(bound <= rate, "{bound}");
            let queries = 400_000u64;
            let found =
                (50_000..50_000 + queries).filter(|&i| chain.contains(&key(i))).count() as f64;
            let sigma = (bound * (1.0 - bound) / queries as f64).sqrt();
            let measured = found / queries as f64;
            // Rounding k costs up to 1 % of the rate of a sub-filter.
            assert!(
                measured <= bound * 1.01 + 3.0 * sigma,
                "{layout:?} {growth:?}: {measured} against {bound}, σ {sigma}"
            );
            assert!(measured <= rate + 3.0 * sigma, "{layout:?} {growth:?}: {measured}");
            let estimate = chain.estimate();
            assert!((estimate.rate / measured - 1.0).abs() < 0.2 || measured < 1e-3);
            // Keys that were already false positives are not inserted.
            assert!((estimate.count / 50_000.0 - 1.0).abs() < 0.02 + rate);
        }
    }
}

#[test]
fn sub_filters_grow_by_the_factor_and_tighten() {
    let chain = filled(Layout::Standard, Growth::to_rate(0.01), 100, 10_000);
    let targets: Vec<_> =
        chain.sub_filters().map(|sub_filter| sub_filter.header().target.unwrap()).collect();
    assert_eq!(targets.len(), 7);
    for (i, target) in targets.iter().enumerate() {
        assert_eq!(target.capacity, 100 << i);
        let expected = 0.01 * 0.15 * 0.85f64.powi(i as i32);
        assert!((target.rate / expected - 1.0).abs() < 1e-12);
    }
    for sub_filter in chain.sub_filters().take(6) {
        assert_eq!(sub_filter.header().inserted, sub_filter.header().target.unwrap().capacity);
    }
}

#[test]
fn does_not_add_a_key_that_answers_maybe() {
    let mut chain = filled(Layout::Standard, Growth::to_rate(0.01), 100, 1_000);
    let before = chain.clone();
    for i in 0..1_000 {
        assert!(!chain.insert(&key(i)).unwrap());
    }
    assert_eq!(chain, before);
    chain.clear();
    assert_eq!((chain.sub_filter_count(), chain.estimate().set), (1, 0));
}

#[test]
fn one_file_holds_all_sub_filters() {
    for layout in LAYOUTS {
        let chain = filled(layout, Growth::to_rate(0.02), 50, 2_000);
        let metadata = Metadata { name: "seen", version: "3" };
        let dump = scalable_to_bytes(&chain, metadata).unwrap();
        let loaded = scalable_from_bytes(&dump).unwrap();
        assert_eq!(loaded, chain);
        assert_eq!(scalable_to_bytes(&loaded, metadata).unwrap(), dump);
        // The loaded filter continues like the original.
        let (mut one, mut other) = (chain, loaded);
        for i in 2_000..5_000 {
            assert_eq!(one.insert(&key(i)).unwrap(), other.insert(&key(i)).unwrap());
        }
        assert_eq!(one, other);
        assert_eq!(from_bytes(&dump).unwrap_err().rule().field, "payloadEncoding");
    }
    // A plain filter is a `ScalableFilter` of one filter.
    let filter = Filter::with_rate(Layout::Standard, 10, 0.1, 0).unwrap();
    let dump = edgebloom::format::to_bytes(&filter);
    assert_eq!(scalable_from_bytes(&dump).unwrap(), ScalableFilter::from(filter));
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
    let chain = ScalableFilter::new(Layout::Standard, 0, 0, Growth::to_rate(0.01));
    assert_eq!(chain.unwrap_err().rule().field, "capacity");
}

#[test]
fn functions_for_plain_filters_reject_scalable_ones() {
    let mut chain = filled(Layout::Standard, Growth::to_rate(0.02), 50, 200);
    assert_eq!(chain.single().unwrap_err().rule().field, "filter");
    assert_eq!(chain.single_mut().unwrap_err().rule().field, "filter");
    assert!(chain.into_single().is_err());
}
