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

/// All files that its directory names. The command's `golden` test checks this list against the folder.
const FILES: &[(&str, &[u8])] = files! {
    "auxiliary-b3c7d02487c88bda.bin"
    "dense-dbe926ef6196cbdb.bin"
    "filters-69ee950fff9102ca.bin"
    "links-f0b7298f46fde40f.bin"
    "positions-9a4d958f7c87b501-0.bin"
    "terms-a4dd93f3a8a7ced7-0.bin"
    "texts-a0cc8c07ba7c2a1e.bin"
    "words-358750f89e6c86a1-0.bin"
    "words-6bea6e51dbc7c652-0.bin"
};

/// The decompressed directory of the manifest.
pub fn directory() -> Vec<u8> {
    let manifest = js_sys::JSON::parse(MANIFEST).unwrap();
    let get = |value, key: &str| js_sys::Reflect::get(value, &key.into()).unwrap();
    let content = get(&get(&manifest, "directory"), "content").as_string().unwrap();
    opened(&STANDARD.decode(content).unwrap())
}

/// Decompresses the byte range `start..end` of a file.
pub fn byte_range(file: &str, start: usize, end: usize) -> Vec<u8> {
    let (_, stored) = FILES.iter().find(|(known, _)| *known == file).expect("a file of the golden index");
    opened(&stored[start..end])
}

/// Decompresses what the build stored as gzip; pages use DecompressionStream.
fn opened(stored: &[u8]) -> Vec<u8> {
    if !stored.starts_with(&[0x1f, 0x8b]) {
        return stored.to_vec();
    }
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
