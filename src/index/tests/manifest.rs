//! Validation of manifests.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::index::manifest::PackedDirectory;

use super::*;

fn refused(manifest: &Manifest) -> String {
    let error = manifest.directory().unwrap_err();
    assert_eq!((error.code(), error.file()), ("manifest", Some(MANIFEST_NAME)));
    error.to_string()
}

#[test]
fn a_manifest_is_checked() {
    let many: Vec<Page> = (0..90).map(|at| page(&format!("{at}"), "T", &[("", "H", "text")])).collect();
    let good = Host::of(&many).manifest;
    assert!(good.directory().is_ok());
    let recoded = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut stored = STANDARD.decode(&good.directory.content).unwrap();
        change(&mut stored);
        STANDARD.encode(stored)
    };
    let other = Host::of(&many[1..]).manifest.directory;
    type Change<'a> = &'a dyn Fn(&mut Manifest);
    let cases: &[(Change<'_>, &str)] = &[
        (&|m| m.format = "other".into(), "\"docfuse\" expected"),
        (&|m| m.version += 1, "build the index anew"),
        (&|m| m.analyzer += 1, "build the index anew"),
        (&|m| m.generation = "0000000000000000".into(), "generation"),
        (&|m| m.pages += 1, "pages"),
        (&|m| m.sections -= 1, "sections"),
        (&|m| m.directory = other.clone(), "generation"),
        (&|m| m.directory.content.clear(), "docfuse.json"),
        (&|m| m.directory.content.insert(0, '!'), "base64 expected"),
        (&|m| m.directory.content = recoded(&|stored| stored.truncate(stored.len() / 2)), "gzip expected"),
        (&|m| m.directory.content = recoded(&|stored| *stored.last_mut().unwrap() ^= 1), "gzip expected"),
        (&|m| m.directory.content = recoded(&|stored| stored[0] = 0), "gzip expected"),
        (
            &|m| {
                m.directory =
                    PackedDirectory { bytes: 12, content: STANDARD.encode(compress::gzip(b"odd content!")) }
            },
            "docfuse index file",
        ),
        (&|m| m.directory.bytes -= 2, "bytes expected"),
        (&|m| m.directory.bytes += 1, "bytes expected"),
        (&|m| drop(m.languages.insert("../de".into(), "docfuse.de.json".into())), "a language tag"),
        (&|m| m.language = "/tmp".into(), "a language tag"),
        (&|m| m.files[0].sha256 = "00".into(), "SHA-256"),
        (&|m| m.files[0].sha256 = "x".repeat(64), "SHA-256"),
        (&|m| m.files[0].bytes = u32::MAX, "at most"),
        (&|m| m.files[0].stored = u32::MAX, "at most"),
    ];
    for (change, expected) in cases {
        let mut manifest = good.clone();
        change(&mut manifest);
        let message = refused(&manifest);
        assert!(message.contains(expected), "{message:?} lacks {expected:?}");
    }
}

#[test]
fn file_names_cannot_leave_the_folder() {
    let good = Host::of(&pages()).manifest;
    for name in [
        "../../etc/passwd",
        "..",
        ".htaccess",
        "a/b.bin",
        "a\\b.bin",
        "/a.bin",
        "C:a.bin",
        "a..bin",
        "a.",
        "bin",
        "",
        "A.bin",
        "a%2fb.bin",
        "a.bin?x",
        "ä.bin",
        "a\0.bin",
    ] {
        let mut manifest = good.clone();
        manifest.files[0].name = name.to_owned();
        assert!(refused(&manifest).contains("file name"), "{name:?}");
        let mut manifest = good.clone();
        manifest.languages.insert("de".into(), name.to_owned());
        assert!(refused(&manifest).contains("docfuse.json"), "{name:?}");
    }
    let mut manifest = good;
    manifest.languages.insert("de".into(), "docfuse.de.json".into());
    assert!(manifest.directory().is_ok());
}

#[test]
fn a_manifest_survives_a_round_trip_through_json() {
    let host = Host::of(&pages());
    let good = host.manifest.clone();
    let json = serde_json::to_string(&good).unwrap();
    let listed = |mut manifest: Manifest| {
        let list = &host.files[&manifest.hashes.name];
        manifest.read_hashes(&open("hashes", list.clone(), manifest.hashes.bytes).unwrap()).unwrap();
        manifest
    };
    assert_eq!(listed(serde_json::from_str(&json).unwrap()), good);
    let without_encoder = Manifest { windows: 3, model: None, ..good.clone() };
    let json_without = String::from_utf8(without_encoder.to_json().unwrap()).unwrap();
    assert!(json_without.contains("\"model\":{}"), "{json_without}");
    assert_eq!(
        listed(serde_json::from_str(&json_without).unwrap()),
        Manifest { files: good.files.clone(), ..without_encoder }
    );
    let damaged = json_without.replace("\"model\":{}", "\"model\":{\"parts\":[]}");
    assert!(serde_json::from_str::<Manifest>(&damaged).is_err());
    let older = json.replace(",\"languages\":{}", "");
    assert!(older.len() < json.len());
    assert_eq!(listed(serde_json::from_str(&older).unwrap()), good, "languages are optional");
}

#[test]
fn files_are_checked_by_size_and_hash() {
    let host = Host::of(&pages());
    let file = &host.manifest.files[0];
    let good = open(&file.name, host.files[&file.name].clone(), file.bytes).unwrap();
    assert_eq!(check_file(file, &good), Ok(()));
    let mut altered = good.clone();
    altered[0] ^= 1;
    for (bytes, expected) in [(altered, "SHA-256"), (good[1..].to_vec(), "bytes expected")] {
        let error = check_file(file, &bytes).unwrap_err();
        assert_eq!((error.code(), error.file()), ("damaged", Some(file.name.as_str())));
        assert!(error.to_string().contains(expected), "{error}");
    }
}
