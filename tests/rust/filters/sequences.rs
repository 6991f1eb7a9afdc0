//! Random sequences of operations compared with a plain multiset of positions, for bits,
//! counters and every layout: 10,000 here, a million with `npm run test:model`
//! (`EDGEBLOOM_SEQUENCES=1000000`).

use crate::common::multiset::{WIDTHS, sequence};
use crate::common::{LAYOUTS, Random};
use edgebloom::Width;

#[test]
fn bits_and_counters_of_every_layout_match_a_multiset() {
    let sequences =
        std::env::var("EDGEBLOOM_SEQUENCES").map_or(10_000, |text| text.parse().unwrap());
    let mut random = Random(20_261_121);
    let (mut done, mut steps) = (0, 0);
    while done < sequences {
        for layout in LAYOUTS {
            for width in WIDTHS {
                steps += sequence(&mut random, layout, width, false);
                done += 1;
            }
            steps += sequence(&mut random, layout, Width::Bit, true);
            done += 1;
        }
    }
    println!("{done} sequences, {steps} steps");
}
