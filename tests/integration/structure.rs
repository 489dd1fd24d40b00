use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Source files outside of `rooms`, with what they say.
fn outside(rooms: &[&str]) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.retain(|path| rooms.iter().all(|room| !path.starts_with(root.join(room))));
    files.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// Unit tests may know more: they make what they read.
fn is_test(path: &Path) -> bool {
    let parts = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().iter();
    parts.filter_map(|part| part.to_str()).any(|part| part == "tests" || part.ends_with("tests.rs"))
}

fn nobody_says(word: &str, but: &[&str]) {
    for (path, text) in outside(but).into_iter().filter(|(path, _)| !is_test(path)) {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            assert!(!line.contains(word), "{}: {word} may stand in {but:?} only: {line}", path.display());
        }
    }
}

#[test]
fn rooms_know_only_what_they_may() {
    nobody_says("wasm_bindgen::", &["browser"]);
    nobody_says("tract_onnx", &["embed"]);
    nobody_says("tract_hir", &["embed"]);
    nobody_says("crate::cli", &["cli"]);
    nobody_says("crate::browser", &["browser"]);
    nobody_says("crate::search", &["search", "cli", "browser"]);
    nobody_says("crate::index", &["index", "search", "cli", "browser"]);
    nobody_says("crate::ingest", &["ingest", "index", "cli"]);
    nobody_says("std::fs", &["cli"]);
    nobody_says("std::env", &["cli"]);
    nobody_says("Instant::now", &["cli"]);
    nobody_says("crate::embed", &["embed", "index", "cli", "browser"]);
    for room in ["lexical", "dense", "filters", "links"] {
        nobody_says(&format!("crate::{room}"), &[room, "index", "search", "cli", "browser"]);
    }
}

#[test]
fn the_read_side_does_not_know_the_write_side() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ["lexical", "dense", "filters", "links", "index", "search"] {
        for (path, text) in outside(&[]).into_iter().filter(|(path, _)| path.starts_with(root.join(room))) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            if !["build", "words_build", "growing", "pack", "texts", "mod"].contains(&name) && !is_test(&path)
            {
                assert!(!text.contains("::build"), "{}", path.display());
                assert!(!text.contains("crate::ingest"), "{}", path.display());
            }
        }
    }
}

#[test]
fn files_stay_short_and_say_what_they_are_for() {
    for (path, text) in outside(&[]) {
        assert!(text.lines().count() <= 400, "{} has {} lines", path.display(), text.lines().count());
        assert!(is_test(&path) || text.starts_with("//!"), "{} does not say what it is for", path.display());
    }
}
