use edgebloom::Result;
use edgebloom::foreign::filter_file;
use edgebloom::format::{
    FileHeader, Metadata, from_bytes, scalable_from_bytes, scalable_to_bytes,
    static_map_from_bytes, static_map_to_bytes, static_set_from_bytes, static_set_to_bytes,
    to_bytes_with,
};

use super::budget::{of_loading, within};
use super::repair::repaired;

/// Uses the bytes as a filter file, unchanged and repaired.
pub fn native_load(data: &[u8]) {
    load(data);
    load(&repaired(data));
}

/// Only one class accepts a file. Writing gives the bytes that were read.
fn load(file: &[u8]) {
    let classes = [
        rewritten(file, from_bytes, to_bytes_with),
        rewritten(file, scalable_from_bytes, scalable_to_bytes),
        rewritten(file, filter_file::from_bytes, filter_file::to_bytes),
        rewritten(
            file,
            |file| {
                let set = static_set_from_bytes(file)?;
                _ = (set.contains(b""), set.contains(b"a key of more than 16 bytes"));
                Ok(set)
            },
            static_set_to_bytes,
        ),
        rewritten(
            file,
            |file| {
                let map = static_map_from_bytes(file)?;
                _ = (map.get(b""), map.get(b"a key of more than 16 bytes"));
                Ok(map)
            },
            static_map_to_bytes,
        ),
    ];
    let written: Vec<Vec<u8>> = classes.into_iter().flatten().collect();
    assert!(written.len() <= 1, "{} classes accept the file", written.len());
    assert!(written.iter().all(|bytes| bytes == file), "the written bytes differ");
}

/// The file of what a class reads from these bytes.
fn rewritten<T>(
    file: &[u8],
    read: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T, Metadata<'_>) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let read = within(of_loading(file.len()), || read(file))?;
    let header = FileHeader::read(file).unwrap();
    Ok(write(&read, header.section.metadata()).unwrap())
}
