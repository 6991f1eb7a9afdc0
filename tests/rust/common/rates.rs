//! Compares measured and expected false-positive rates over many filters of one shape.

use edgebloom::params::{self, blocked::BLOCK_BITS};
use edgebloom::{Filter, Layout, Shape};

/// Families of keys. Each key is written by its number into one buffer, because formatting would
/// take longer than a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keys {
    Sequential,
    UrlLike,
    OneBitApart,
}

impl Keys {
    pub const ALL: [Keys; 3] = [Keys::Sequential, Keys::UrlLike, Keys::OneBitApart];

    pub fn buffer(self) -> Vec<u8> {
        match self {
            Keys::Sequential => b"000000000000".to_vec(),
            Keys::UrlLike => b"https://shop.example.com/item/000000000000?ref=list".to_vec(),
            Keys::OneBitApart => vec![0; 16],
        }
    }

    /// Writes key number `i` into a buffer of this family.
    pub fn write(self, buffer: &mut [u8], i: u64) {
        let digits = match self {
            Keys::Sequential => &mut buffer[..12],
            Keys::UrlLike => &mut buffer[30..42],
            // The Gray code: each key differs from the previous one in one bit.
            Keys::OneBitApart => return buffer[..8].copy_from_slice(&(i ^ (i >> 1)).to_le_bytes()),
        };
        let mut rest = i;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
}

pub struct Measured {
    pub found: u64,
    pub asked: u64,
    /// The standard error of the rate, from the variance between the filters if there are enough of
    /// them.
    pub error: f64,
}

impl Measured {
    pub fn rate(&self) -> f64 {
        self.found as f64 / self.asked as f64
    }
}

/// Fills `filters` filters with the keys 0 … n − 1, each under its own seed from `first_seed` on.
/// Queries each with the `asked` keys after them.
pub fn measure(
    layout: Layout,
    n: u64,
    p: f64,
    keys: Keys,
    (filters, asked): (u64, u64),
    first_seed: u32,
) -> Measured {
    let mut buffer = keys.buffer();
    // Sizing a blocked filter takes longer than filling a small one.
    let shape = Shape::for_rate(layout, n, p).unwrap();
    let (mut sum, mut squares) = (0u64, 0.0);
    for i in 0..filters {
        let seed = first_seed + i as u32;
        let mut filter = Filter::with_shape(layout, shape.bits(), shape.hashes(), seed).unwrap();
        for key in 0..n {
            keys.write(&mut buffer, key);
            filter.insert(&buffer).unwrap();
        }
        let mut found = 0u64;
        for key in n..n + asked {
            keys.write(&mut buffer, key);
            found += u64::from(filter.contains(&buffer));
        }
        sum += found;
        squares += (found as f64).powi(2);
    }
    let (count, total) = (filters as f64, (filters * asked) as f64);
    let rate = sum as f64 / total;
    let binomial = (rate * (1.0 - rate) / total).sqrt();
    let error = if filters < 30 {
        binomial
    } else {
        let variance = (squares - (sum as f64).powi(2) / count) / (count - 1.0);
        (variance / count).sqrt() / asked as f64
    };
    Measured { found: sum, asked: filters * asked, error: error.max(binomial) }
}

/// The mean rate of filters of this shape if all probes were independent and uniform. It is
/// computed by a recurrence over the occupied cells with only positive terms, not by the library's
/// formulas.
pub fn independent(layout: Layout, shape: Shape, n: u64) -> f64 {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    match layout {
        // The slices are independent.
        Layout::Partitioned => {
            let slice = (bits / hashes) as f64;
            (1.0 - (1.0 - 1.0 / slice).powf(n as f64)).powf(hashes as f64)
        }
        Layout::Blocked => {
            let lines = shape.span();
            let most = n.min((4.0 * n as f64 / lines as f64) as u64 + 80);
            let rates = occupancy_rates(BLOCK_BITS, hashes, most);
            if lines == 1 {
                return rates[n as usize];
            }
            let mut weight = (n as f64 * (-1.0 / lines as f64).ln_1p()).exp();
            let mut sum = 0.0;
            for (load, rate) in rates.iter().enumerate() {
                sum += weight * rate;
                weight *= (n - load as u64) as f64 / ((load + 1) as f64 * (lines - 1) as f64);
            }
            sum
        }
        // Above ten thousand bits, the second order is exact to a millionth.
        _ if bits > 20_000 => params::mean_rate(bits, n, hashes),
        _ => *occupancy_rates(bits, hashes, n).last().unwrap(),
    }
}

/// For 0, 1, … `most` keys in `cells` cells: the probability that all probes of another key hit.
fn occupancy_rates(cells: u64, hashes: u64, most: u64) -> Vec<f64> {
    let share = |occupied: usize| occupied as f64 / cells as f64;
    let found: Vec<f64> = (0..=cells as usize).map(|i| share(i).powi(hashes as i32)).collect();
    let mut likely = vec![0.0; cells as usize + 1];
    likely[0] = 1.0;
    // Counts above `reach` are impossible and are not computed.
    let mut reach = 0;
    let mut rates = Vec::new();
    for key in 0..=most {
        rates.push(likely[..=reach].iter().zip(&found).map(|(a, b)| a * b).sum());
        if key == most {
            break;
        }
        for _ in 0..hashes {
            reach = (reach + 1).min(cells as usize);
            let mut carried = 0.0;
            for (i, probability) in likely[..=reach].iter_mut().enumerate() {
                let hit = *probability * share(i);
                let missed = *probability - hit;
                *probability = hit + carried;
                carried = missed;
            }
        }
    }
    rates
}
