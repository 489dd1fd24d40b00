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
    "auxiliary-5fbb685b50301672.hdf"
    "dense-a0c66441d29f0d87.hdf"
    "filters-e87487358143ff8b.hdf"
    "links-78d4f8cb72d9794e.hdf"
    "positions-bd8e9bdf99581959-0.hdf"
    "terms-45e13748e186b44f-0.hdf"
    "texts-120463f61c62ef41.hdf"
    "words-0fc52b2f62155b57-0.hdf"
    "words-edad9c4419dde10a-0.hdf"
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

/// Decompresses gzip; pages use DecompressionStream.
fn opened(stored: &[u8]) -> Vec<u8> {
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
