use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;

/// `docfuse.json` of the golden index, and of the one of a site with versions.
const MANIFEST: &str = include_str!("../fixtures/golden/docfuse.json");
const VERSIONS_MANIFEST: &str = include_str!("../fixtures/golden-versions/docfuse.json");

/// Files of the golden indexes by folder and name, as stored.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_bytes!(concat!("../fixtures/", $name)))),*]
    };
}

/// All files that their directories name. The command's `golden` test checks this list against the folders.
const FILES: &[(&str, &[u8])] = files! {
    "golden/auxiliary-34fe8e0403f00268.hdf"
    "golden/dense-0306edba38271a02.hdf"
    "golden/filters-f84c3a31a0c48fd4.hdf"
    "golden/graph-790106f9d16f2ab9.hdf"
    "golden/links-279a9dca39e5075d.hdf"
    "golden/positions-cc3a7ec332fef3d7-0.hdf"
    "golden/terms-a6611512a70d5e56-0.hdf"
    "golden/termvectors-189439a19d1ef769-0.hdf"
    "golden/texts-e3e57c3ff94002be.hdf"
    "golden/words-9f723a9b80e7caae-0.hdf"
    "golden/words-d2236212aec0980e-0.hdf"
    "golden-versions/auxiliary-eefb536ccbcd3f0a.hdf"
    "golden-versions/filters-278d4b0683899048.hdf"
    "golden-versions/links-49292d7f07d3ad0b.hdf"
    "golden-versions/positions-2caa3f8c87a24817-0.hdf"
    "golden-versions/terms-61de7a4a23b534e2-0.hdf"
    "golden-versions/texts-613f94d460ef9e33.hdf"
    "golden-versions/words-71acfa53d5c2c251-0.hdf"
    "golden-versions/words-f48251c550b05db3-0.hdf"
};

/// The decompressed directory of the golden index.
pub fn directory() -> Vec<u8> {
    directory_of(MANIFEST)
}

/// That of the golden index of a site with versions.
pub fn directory_with_versions() -> Vec<u8> {
    directory_of(VERSIONS_MANIFEST)
}

fn directory_of(manifest: &str) -> Vec<u8> {
    let manifest = js_sys::JSON::parse(manifest).unwrap();
    let get = |value, key: &str| js_sys::Reflect::get(value, &key.into()).unwrap();
    let content = get(&get(&manifest, "directory"), "content").as_string().unwrap();
    opened(&STANDARD.decode(content).unwrap())
}

/// Decompresses the byte range `start..end` of a file.
pub fn byte_range(file: &str, start: usize, end: usize) -> Vec<u8> {
    let is_it = |path: &str| path.rsplit('/').next() == Some(file);
    let (_, stored) = FILES.iter().find(|(known, _)| is_it(known)).expect("a file of a golden index");
    opened(&stored[start..end])
}

/// Decompresses gzip; pages use DecompressionStream.
fn opened(stored: &[u8]) -> Vec<u8> {
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
