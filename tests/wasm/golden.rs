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
    "golden/auxiliary-9e5a783311f7f5c0.hdf"
    "golden/dense-95ec6f64b9c6d92f.hdf"
    "golden/filters-21c99883f8edf4a5.hdf"
    "golden/graph-58cc4f23b5703cec.hdf"
    "golden/homes-8ca9f1b4517a77d1.hdf"
    "golden/links-f482a045c67e1146.hdf"
    "golden/positions-a918f4306ce9a612-0.hdf"
    "golden/terms-277d4c6d454bc692-0.hdf"
    "golden/termvectors-013647fa029043cd-0.hdf"
    "golden/texts-ec21c21e2b21b339.hdf"
    "golden/words-126fe4428af59e85-0.hdf"
    "golden/words-6ba7e9e51a78ab30-0.hdf"
    "golden-versions/auxiliary-3e2067c552ab7150.hdf"
    "golden-versions/filters-1a1aaf7db7a312d3.hdf"
    "golden-versions/links-a354f32e76109982.hdf"
    "golden-versions/positions-d907ad2f1201e001-0.hdf"
    "golden-versions/terms-9b442e77c57c06e6-0.hdf"
    "golden-versions/texts-f5854b80e0409b5c.hdf"
    "golden-versions/words-9aba32164aab7c17-0.hdf"
    "golden-versions/words-e6ab1f625c850735-0.hdf"
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
