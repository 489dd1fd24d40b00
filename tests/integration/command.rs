use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::schemas::check;

/// Result of one run of the command.
#[derive(Debug)]
pub struct Outcome {
    pub success: bool,
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Outcome {
    /// Runs a command to its end. Panics if a signal ended it.
    #[track_caller]
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        Outcome {
            success: output.status.success(),
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Standard output; panics unless the command succeeded.
    #[track_caller]
    pub fn ok(self) -> String {
        assert!(self.success, "{self:#?}");
        self.stdout
    }

    /// Standard output as JSON; panics unless the command succeeded.
    #[track_caller]
    pub fn json(self) -> Value {
        serde_json::from_str(&self.ok()).unwrap()
    }

    /// Panics unless the command failed and standard error contains all of `parts`.
    #[track_caller]
    pub fn fails_with(self, parts: &[&str]) {
        assert!(!self.success, "{self:#?}");
        for part in parts {
            assert!(self.stderr.contains(part), "{:?} lacks {part:?}", self.stderr);
        }
    }
}

/// Runs `docfuse` in an empty temporary folder, which is also its cache and the user's data.
#[track_caller]
pub fn docfuse<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Outcome {
    docfuse_in(tempfile::tempdir().unwrap().path(), arguments)
}

/// Runs `docfuse` in a folder, which is also its cache and the user's data.
#[track_caller]
pub fn docfuse_in<S: AsRef<std::ffi::OsStr>>(place: &Path, arguments: &[S]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docfuse"));
    command.args(arguments).current_dir(place).env("XDG_CACHE_HOME", place).env("XDG_DATA_HOME", place);
    let outcome = Outcome::of(&mut command);
    assert!(!outcome.stderr.contains("panicked"), "{outcome:#?}");
    check_json(arguments, &outcome);
    outcome
}

/// Whatever a verb prints as JSON has the form that its schema says.
#[track_caller]
fn check_json<S: AsRef<std::ffi::OsStr>>(arguments: &[S], outcome: &Outcome) {
    let arguments: Vec<&str> = arguments.iter().filter_map(|argument| argument.as_ref().to_str()).collect();
    let (Some(verb), false) = (arguments.first(), outcome.stdout.is_empty()) else { return };
    if *verb == "embed" {
        outcome.stdout.lines().for_each(|line| check(verb, &serde_json::from_str(line).unwrap()));
    } else if arguments.contains(&"--json") {
        check(verb, &serde_json::from_str(&outcome.stdout).unwrap());
    }
}

/// A small site in a temporary folder, deleted on drop.
pub struct Site {
    folder: tempfile::TempDir,
}

impl Site {
    /// Writes `(path, content)` files.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let site = Site { folder: tempfile::tempdir().unwrap() };
        files.iter().for_each(|(path, content)| site.write(path, content.as_bytes()));
        site
    }

    /// Three pages, a redirect and a print page.
    pub fn small() -> Self {
        let page = |title: &str, body: &str| {
            format!(
                "<!doctype html><html lang=en><title>{title} - The Manual</title><body><nav>Home Contents</nav>\
                 <main>{body}</main><footer>Made by hand</footer></html>"
            )
        };
        Site::new(&[
            (
                "index.html",
                &page(
                    "Start",
                    "<h1 id=start>Start</h1><p>A manual about sharing. See <a href=guide/threads.html#arc>Arc</a>.",
                ),
            ),
            (
                "guide/threads.html",
                &page(
                    "Threads",
                    "<h1 id=threads>Threads</h1><p>Threads run side by side.<h2 id=arc>Shared ownership</h2>\
                     <p>Wrap the value in an <code>Arc::new</code> and clone it for each thread.\
                     <pre>let shared = Arc::new(Mutex::new(0));</pre>",
                ),
            ),
            (
                "guide/errors.html",
                &page(
                    "Errors",
                    "<h1 id=errors>Errors</h1><p>Use <code>catch_unwind</code> at the border only.",
                ),
            ),
            ("old.html", "<meta http-equiv=refresh content='0; url=index.html'>"),
            ("print.html", &page("All", "<h1>All</h1><p>Everything once more.")),
        ])
    }

    /// Writes a file and creates its parent folders.
    pub fn write(&self, path: &str, content: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// The site's folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Default index folder of `docfuse build`.
    pub fn index(&self) -> PathBuf {
        self.path().join("docfuse")
    }

    /// Builds the index without vectors; returns the summary.
    #[track_caller]
    pub fn build(&self) -> String {
        docfuse(&["build".as_ref(), self.path(), "--no-dense".as_ref()]).ok()
    }

    /// URLs of the hits of a lexical query.
    #[track_caller]
    pub fn lexical(&self, text: &str) -> Vec<String> {
        let answer = query(&self.index(), text, "lexical").json();
        urls(&answer)
    }
}

/// Runs `docfuse query --json`.
#[track_caller]
pub fn query(index: &Path, text: &str, mode: &str) -> Outcome {
    let index = index.to_str().unwrap();
    docfuse(&["query", index, text, "--mode", mode, "--json"])
}

/// URLs of an answer's hits.
pub fn urls(answer: &Value) -> Vec<String> {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit["url"].as_str().unwrap().to_owned()).collect()
}

/// Name and content of every file in a folder, sorted.
pub fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// The first file of an index whose name starts with `kind` and a hyphen.
#[track_caller]
pub fn index_file(index: &Path, kind: &str) -> PathBuf {
    let (name, _) =
        contents(index).into_iter().find(|(name, _)| name.starts_with(&format!("{kind}-"))).unwrap();
    index.join(name)
}

/// The folder that an environment variable names; panics if it is not set.
#[track_caller]
pub fn required(variable: &str, what: &str) -> PathBuf {
    match std::env::var_os(variable) {
        Some(folder) => folder.into(),
        None => {
            panic!("{variable} must name {what}; run the tests with ./pkg-build.sh test, which creates it")
        }
    }
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
