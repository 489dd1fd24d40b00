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
    "golden/auxiliary-a3bfe30f7bd54992.bin"
    "golden/dense-dbe926ef6196cbdb.bin"
    "golden/filters-84be6dcf5925a76c.bin"
    "golden/links-82ac9af74d9eb990.bin"
    "golden/positions-7cf198af924b8203-0.bin"
    "golden/terms-4eca41fe914a6dfe-0.bin"
    "golden/texts-439f955847755818.bin"
    "golden/words-e63447edfd264a03-0.bin"
    "golden/words-f900d1139d94b7ac-0.bin"
    "golden-versions/auxiliary-1c86ab01a1747138.bin"
    "golden-versions/filters-e7e51998b9e86863.bin"
    "golden-versions/links-cea6a482b87d7cfc.bin"
    "golden-versions/positions-4fceb95bcf4b609f-0.bin"
    "golden-versions/terms-271986334a9f986d-0.bin"
    "golden-versions/texts-6a741c635490ebc5.bin"
    "golden-versions/words-47a189398beb0a11-0.bin"
    "golden-versions/words-bccf1f586db0dcd5-0.bin"
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

/// Decompresses what the build stored as gzip; pages use DecompressionStream.
fn opened(stored: &[u8]) -> Vec<u8> {
    if !stored.starts_with(&[0x1f, 0x8b]) {
        return stored.to_vec();
    }
    let mut raw = Vec::new();
    GzDecoder::new(stored).read_to_end(&mut raw).unwrap();
    raw
}
