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
    "dense-19763c2789eef39c.bin"
    "filters-6fce334a1189997a.bin"
    "links-5284d06db32c1b6e.bin"
    "positions-64aa526149f170b4-0.bin"
    "rare-138162b1f3e2acb1.bin"
    "terms-cecd9f3f90ef74b8-0.bin"
    "texts-9fa675b886d66291.bin"
    "words-1830e38e2a6694cc-0.bin"
    "words-39a0b7f810192a05-0.bin"
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
