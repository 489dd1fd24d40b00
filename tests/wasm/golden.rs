use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

/// `docfuse.json` of the golden index.
const MANIFEST: &str = include_str!("../fixtures/golden/docfuse.json");

/// Files of the golden index by name, as stored.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../fixtures/golden/", $name)))),*]
    };
}

/// All files that its directory names. The test `golden` of the command holds this list to the folder.
const FILES: &[(&str, &[u8])] = files! {
    "dense-11ccfe23a70a28fe.bin"
    "filters-86de6c21e59455ff.bin"
    "links-c323cd92969b5aa0.bin"
    "positions-8e40c93bedef2b37-0.bin"
    "rare-0a8e5ba9782bf68b.bin"
    "terms-18d7c9fa195e0080-0.bin"
    "texts-eabdecc22440febd.bin"
    "words-63a799f7e9031ef5-0.bin"
    "words-79d0a132fce297a1-0.bin"
};

/// The opened directory out of the manifest.
pub fn directory() -> Vec<u8> {
    let manifest = js_sys::JSON::parse(MANIFEST).unwrap();
    let get = |value, key: &str| js_sys::Reflect::get(value, &key.into()).unwrap();
    let content = get(&get(&manifest, "directory"), "content").as_string().unwrap();
    opened(&STANDARD.decode(content).unwrap())
}

/// Bytes `start..end` of a file, opened.
pub fn piece(file: &str, start: usize, end: usize) -> Vec<u8> {
    let (_, stored) = FILES.iter().find(|(known, _)| *known == file).expect("a file of the golden index");
    opened(&stored[start..end])
}

/// Opens what the build stored as gzip; in a page, DecompressionStream does.
fn opened(stored: &[u8]) -> Vec<u8> {
    if !stored.starts_with(&[0x1f, 0x8b]) {
        return stored.to_vec();
    }
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
