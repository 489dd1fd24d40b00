//! Files of sites in folders, and the command on them.

use std::fs;
use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

use super::site::File;

/// The pages of a folder, by path.
pub fn read(folder: &Path) -> Vec<File> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().map(Result::unwrap);
    let is_page = |path: &Path| {
        path.extension()
            .is_some_and(|found| ["html", "htm", "xhtml"].iter().any(|it| found.eq_ignore_ascii_case(it)))
    };
    let pages = entries.filter(|entry| entry.file_type().is_file() && is_page(entry.path()));
    let file = |path: &Path| {
        let below = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
        (below, fs::read(path).unwrap())
    };
    pages.map(|entry| file(entry.path())).collect()
}

pub fn write(files: &[File], folder: &Path) {
    for (path, bytes) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// What a build of words alone prints; its index goes to a folder of its own.
pub fn build(folder: &Path) -> Result<String, String> {
    let place = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_docfuse"));
    command.arg("build").arg(folder).arg("--no-dense").arg("--out").arg(place.path().join("index"));
    command.current_dir(place.path()).env("XDG_CACHE_HOME", place.path()).env("XDG_DATA_HOME", place.path());
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout) + &text(output.stderr))
    } else {
        Err(text(output.stderr))
    }
}
