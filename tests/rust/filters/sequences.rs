//! Random sequences of work against a plain multiset of positions, for every kind of cell and every
//! layout: 10,000 here, a million with `npm run test:model` (`EDGEBLOOM_SEQUENCES=1000000`).

use crate::common::multiset::{WIDTHS, sequence};
use crate::common::{Random, SCHEMES};
use edgebloom::Width;

#[test]
fn every_kind_of_cell_and_layout_is_a_multiset_of_positions() {
    let wanted = std::env::var("EDGEBLOOM_SEQUENCES").map_or(10_000, |text| text.parse().unwrap());
    let mut random = Random(20_261_121);
    let (mut done, mut steps) = (0, 0);
    while done < wanted {
        for scheme in SCHEMES {
            for width in WIDTHS {
                steps += sequence(&mut random, scheme, width, false);
                done += 1;
            }
            steps += sequence(&mut random, scheme, Width::Bit, true);
            done += 1;
        }
    }
    println!("{done} sequences, {steps} steps");
}
