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
    "golden/auxiliary-eaa468a96ddc3656.hdf"
    "golden/dense-7557796f4b24014e.hdf"
    "golden/filters-61f41fec54c81023.hdf"
    "golden/links-da687ad8f0b7699a.hdf"
    "golden/positions-154c002319cb5e76-0.hdf"
    "golden/terms-41d230e8b4dfa745-0.hdf"
    "golden/texts-03efa11707a67829.hdf"
    "golden/words-7ce4817d7e580f62-0.hdf"
    "golden/words-b03d11c4b385ee8c-0.hdf"
    "golden-versions/auxiliary-e344da1966bcb543.hdf"
    "golden-versions/filters-dc1f6b98a7606216.hdf"
    "golden-versions/links-d7d47807c17a2c9e.hdf"
    "golden-versions/positions-3ed25580de155882-0.hdf"
    "golden-versions/terms-91a0dc17ec4cf14f-0.hdf"
    "golden-versions/texts-636232402701f7fb.hdf"
    "golden-versions/words-36b0fa62e0d6fb58-0.hdf"
    "golden-versions/words-492cc54994e6ba3e-0.hdf"
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
