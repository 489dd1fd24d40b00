use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::repository;

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

/// All source files by their paths in the repository, with what they say.
fn all() -> Vec<(PathBuf, String)> {
    let root = repository();
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    sources(&root.join("crates"), &mut files);
    let read =
        |path: PathBuf| (path.strip_prefix(&root).unwrap().to_owned(), fs::read_to_string(&path).unwrap());
    files.into_iter().map(read).collect()
}

/// Unit tests may know more: they make what they read.
fn is_test(path: &Path) -> bool {
    let parts = path.iter().filter_map(|part| part.to_str());
    parts.into_iter().any(|part| part == "tests" || part.ends_with("tests.rs"))
}

/// No file says a word but those in the folders.
fn nobody_says(word: &str, but: &[&str]) {
    let files = all();
    assert!(but.iter().all(|folder| files.iter().any(|(path, _)| path.starts_with(folder))), "{but:?}");
    let others =
        files.iter().filter(|(path, _)| !is_test(path) && !but.iter().any(|it| path.starts_with(it)));
    for (path, text) in others {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in code {
            assert!(!line.contains(word), "{}: {word} may stand in {but:?} only: {line}", path.display());
        }
    }
}

/// The compiler refuses what would turn round the order of crates; this is that of rooms within `docfuse`.
#[test]
fn rooms_depend_only_on_earlier_ones() {
    nobody_says("wasm_bindgen::", &["src/browser", "crates/encoder/src/browser.rs"]);
    nobody_says("crate::browser", &["src/browser"]);
    nobody_says("crate::search", &["src/search", "src/browser", "src/generated_tests.rs", "crates/command"]);
    nobody_says("crate::index", &["src/index", "src/search", "src/browser"]);
    for word in ["std::fs", "std::env", "Instant::now"] {
        nobody_says(word, &["crates/command"]);
    }
    for room in ["lexical", "dense"] {
        let own = format!("src/{room}");
        nobody_says(&format!("crate::{room}::"), &[&own, "src/lexicon", "src/index", "src/search"]);
    }
    for room in ["filters", "links", "lexicon"] {
        nobody_says(
            &format!("crate::{room}"),
            &[&format!("src/{room}"), "src/index", "src/search", "src/browser"],
        );
    }
}

/// The parts of `src/search`, each of which knows those before it alone.
const STAGES: [&str; 17] = [
    "answer",
    "thresholds",
    "listing",
    "sites",
    "step",
    "parse",
    "intent",
    "lookup",
    "matches",
    "retrieve",
    "fusion",
    "page",
    "rerank",
    "hit",
    "context",
    "engine",
    "settings",
];

#[test]
fn the_stages_of_search_point_one_way() {
    let place = |stage: &str| STAGES.iter().position(|known| *known == stage);
    let mut arrows = 0;
    for (path, text) in all().into_iter().filter(|(path, _)| path.starts_with("src/search") && !is_test(path))
    {
        let inner: Vec<&str> = path.iter().skip(2).map(|part| part.to_str().unwrap()).collect();
        let Some(own) = place(inner[0].trim_end_matches(".rs")) else {
            assert_eq!(inner, ["mod.rs"], "{} is no stage", path.display());
            continue;
        };
        // As many `super` lead to `search`: one for each folder, and one for the file.
        let depth = inner.len() - usize::from(inner.ends_with(&["mod.rs"]));
        let code = code(&text);
        for root in ["crate::search::".to_owned(), format!(" {}", "super::".repeat(depth))] {
            for path_of_use in paths(&code, &root) {
                let Some(other) = place(&path_of_use[0]) else { continue };
                arrows += 1;
                assert!(other <= own, "{} uses {}, which comes later", path.display(), path_of_use[0]);
            }
        }
    }
    assert!(arrows > 200, "{arrows}");
}

#[test]
fn the_read_side_does_not_use_the_write_side() {
    for room in ["lexical", "dense", "filters", "links", "lexicon", "index", "search"] {
        let room = Path::new("src").join(room);
        for (path, text) in all().into_iter().filter(|(path, _)| path.starts_with(&room)) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let may_write = [
                "build",
                "from_pages",
                "identity",
                "lexicon_build",
                "mod",
                "output",
                "pack",
                "postings_accumulator",
                "spelling_blocks_build",
                "texts",
                "whole_file",
            ];
            if !may_write.contains(&name) && !is_test(&path) {
                assert!(!text.contains("::build"), "{}", path.display());
            }
        }
    }
}

#[test]
fn files_stay_short_and_say_what_they_are_for() {
    for (path, text) in all() {
        assert!(text.lines().count() <= 400, "{} has {} lines", path.display(), text.lines().count());
        assert!(is_test(&path) || text.starts_with("//!"), "{} does not say what it is for", path.display());
    }
}

/// The lines of code of a file, without its comments and its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of `crates/site`, each with the last name of its module.
fn site_files() -> Vec<(String, PathBuf, String)> {
    let files = all().into_iter().filter(|(path, _)| path.starts_with("crates/site") && !is_test(path));
    let named = files.map(|(path, text)| (module(&path), path, code(&text)));
    named.filter(|(name, ..)| name != "lib").collect()
}

/// The last name of a file's module: that of the folder for `mod.rs`.
fn module(path: &Path) -> String {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let folder = path.parent().unwrap().file_name().unwrap().to_str().unwrap();
    if name == "mod" { folder } else { name }.to_owned()
}

/// The names of the paths that begin with `root`, those of `use root{…}` too: all of each path.
fn paths(code: &str, root: &str) -> Vec<Vec<String>> {
    let names = |path: &str| {
        let path =
            path.trim_start().split(|c: char| !(c.is_alphanumeric() || "_:".contains(c))).next().unwrap();
        path.split("::").map(str::to_owned).collect::<Vec<_>>()
    };
    let mut found = Vec::new();
    for rest in code.split(root).skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            found.push(names(rest));
            continue;
        };
        let (mut depth, mut start) = (0, 0);
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    found.push(names(&group[start..at]));
                    start = at + 1;
                }
                _ => {}
            }
            if c == '}' && start == at + 1 {
                break;
            }
        }
    }
    found
}

/// What a file imports through the re-exports of a `mod.rs` is not followed.
#[test]
fn the_files_of_a_site_import_in_one_direction() {
    let files = site_files();
    let modules: BTreeSet<String> = files.iter().map(|(name, ..)| name.clone()).collect();
    assert_eq!(modules.len(), files.len(), "two files of one name");
    let mut imports: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, _, code) in &files {
        let found = ["super::", "crate::"].into_iter().flat_map(|root| paths(code, root));
        // Behind the last name of a module are its items.
        let found = found.filter_map(|path| path.into_iter().rfind(|part| modules.contains(part)));
        imports.entry(name).or_default().extend(found.filter(|found| found != name));
    }
    assert!(imports["read_page"].contains("main_content") && imports["generators"].contains("dom"));
    loop {
        let free: Vec<&str> =
            imports.iter().filter(|(_, others)| others.is_empty()).map(|(name, _)| *name).collect();
        if free.is_empty() {
            break;
        }
        imports.retain(|name, _| !free.contains(name));
        imports.values_mut().for_each(|others| others.retain(|other| !free.contains(&other.as_str())));
    }
    assert!(imports.is_empty(), "circle of imports in or above: {imports:?}");
}

#[test]
fn only_their_own_folder_names_generators() {
    let others = ["asciidoctor", "bookdown", "documenter", "haproxy", "jazzy", "odoc", "pkgdown", "texinfo"];
    let mut generators: BTreeSet<String> = others.iter().map(|name| (*name).to_owned()).collect();
    let files = site_files();
    let is_of_generators = |path: &Path| path.components().any(|part| part.as_os_str() == "generators");
    let of_generators = files.iter().filter(|(_, path, _)| is_of_generators(path));
    generators.extend(of_generators.map(|(name, ..)| name.clone()));
    assert!(generators.remove("generators") && generators.remove("conventions") && generators.len() > 30);
    for (_, path, code) in files.iter().filter(|(_, path, _)| !is_of_generators(path)) {
        for line in code.lines() {
            let code = line.split(" // ").next().unwrap().to_ascii_lowercase();
            let named = |generator: &&String| {
                let is_inner = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                code.match_indices(generator.as_str()).any(|(at, _)| {
                    let (before, behind) = (&code[..at], &code[at + generator.len()..]);
                    !is_inner(before.chars().next_back()) && !is_inner(behind.chars().next())
                })
            };
            let found = generators.iter().find(named);
            assert_eq!(found, None, "{} names a generator: {line}", path.display());
        }
    }
}
