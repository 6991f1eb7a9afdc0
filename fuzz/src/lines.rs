use edgebloom::foreign::{self, KeyEncoding, Scheme, rbloom};
use edgebloom::{Builder, CollectKeys, Filter, Layout, key};

/// Uses the bytes as a text with one key per line.
pub fn lines(text: &[u8]) {
    let naive: Vec<&[u8]> = text
        .split(|&byte| byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .collect();
    assert!(key::lines(text).eq(naive.iter().copied()));

    let mut filter = Filter::with_shape(Layout::Blocked, 1024, 3, 5).unwrap();
    let mut by_key = filter.clone();
    let changed = naive.iter().filter(|line| by_key.insert(line).unwrap()).count();
    assert_eq!(filter.insert_lines(text).unwrap(), changed as u64);
    assert_eq!(filter, by_key);
    let mut answers = Vec::new();
    filter.contains_lines(text, |maybe| answers.push(maybe));
    assert_eq!(answers, vec![true; naive.len()]);

    integers(text, &naive);
    build(text, &naive);
}

/// If keys are integers, a line is a decimal integer or not a key.
fn integers(text: &[u8], naive: &[&[u8]]) {
    let filter = rbloom::read(&[1, 0, 0, 0, 0, 0, 0, 0, 0x5a, 0xa5]).unwrap();
    let mut answers = Vec::new();
    filter.contains_lines(text, |maybe| answers.push(maybe));
    let expected = naive.iter().map(|line| {
        let number = std::str::from_utf8(line).ok().and_then(|line| line.parse::<i128>().ok());
        number.is_some_and(|number| filter.contains(&number.to_le_bytes()))
    });
    assert!(answers.into_iter().eq(expected));
    for encoding in [KeyEncoding::Int32, KeyEncoding::Int64, KeyEncoding::Utf16] {
        let shape = Scheme::GuavaMitz64.shape(128, 2).unwrap();
        let header = foreign::Header::of_shape(Scheme::GuavaMitz64, shape, encoding);
        let mut filter = foreign::Filter::new(header, Vec::new()).unwrap();
        let mut by_key = filter.clone();
        let mut count = 0;
        let all = naive.iter().all(|line| {
            let bytes = if encoding == KeyEncoding::Utf16 {
                encoding.text(&String::from_utf8_lossy(line)).map(|key| key.into_owned())
            } else {
                let number = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok());
                number.and_then(|number| encoding.integer(number))
            };
            count += bytes.as_ref().map_or(0, |bytes| u64::from(by_key.insert(bytes).unwrap()));
            bytes.is_some()
        });
        assert_eq!(filter.insert_lines(text).ok(), all.then_some(count));
        assert_eq!(filter, by_key);
    }
}

/// A builder has each key once.
fn build(text: &[u8], naive: &[&[u8]]) {
    let mut builder = Builder::new(1);
    builder.push_lines(text).unwrap();
    let mut distinct = naive.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(builder.distinct(), distinct.len() as u64);
    let other = builder.finish(Layout::Standard, 0.1).unwrap();
    let mut filter =
        Filter::with_rate(Layout::Standard, distinct.len().max(1) as u64, 0.1, 1).unwrap();
    distinct.iter().for_each(|key| _ = filter.insert(key).unwrap());
    assert_eq!(other, filter);
    let set = builder.finish_static(0.1).unwrap();
    assert_eq!(set.len(), distinct.len() as u64);
    assert!(distinct.iter().all(|key| set.contains(key)));
    set.contains_lines(text, |is_in| assert!(is_in));
}
