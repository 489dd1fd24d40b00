use std::fs;
use std::process::Command;

use crate::command::{Site, docfuse_in, index_file, repository};
use crate::server::Server;

/// Each row of the table in docs/command.md, on a good index, a damaged one, and queries with their answers.
#[test]
fn exit_codes_are_those_of_the_guide() {
    let place = tempfile::tempdir().unwrap();
    let site = Site::small();
    let from = site.path().to_str().unwrap();
    for name in ["good", "damaged"] {
        docfuse_in(place.path(), &["build", from, "--no-dense", "--out", name]).ok();
    }
    let texts = index_file(&place.path().join("damaged"), "texts");
    let mut content = fs::read(&texts).unwrap();
    *content.last_mut().unwrap() ^= 1;
    fs::write(&texts, content).unwrap();
    fs::write(place.path().join("queries.yml"), "threads: guide/threads.html\nzebra: index.html\n").unwrap();
    let eval =
        |limit| ["eval", "good", "--mode", "lexical", "--queries", "queries.yml", "--fail-under", limit];
    for (expected, arguments) in [
        (0, &["--help"][..]),
        (0, &["query", "--help"]),
        (0, &["--version"]),
        (0, &["query", "good", "threads"]),
        (0, &["query", "good", "zebra"]),
        (0, &["context", "good", "zebra"]),
        (0, &["verify", "good"]),
        (0, &eval("ndcg@10=0.5")),
        (1, &eval("ndcg@10=0.6")),
        (1, &["verify", "damaged"]),
        (1, &["verify", "nowhere"]),
        (1, &["build", "nowhere"]),
        (1, &["check-host", "http://127.0.0.1:9/"]),
        (2, &[]),
        (2, &["search"]),
        (2, &["build", from, "--no-such-option"]),
        (2, &["query", "good", "threads", "--limit", "many"]),
        // What clap does not see.
        (2, &["query", "good"]),
        (2, &["query", "good", "threads", "--filter", "kind"]),
        (2, &["build"]),
        (2, &eval("ndcg@10")),
    ] {
        let outcome = docfuse_in(place.path(), arguments);
        assert_eq!(outcome.code, expected, "{arguments:?}: {outcome:#?}");
        assert!(expected == 0 || !outcome.stderr.is_empty(), "{arguments:?}: {outcome:#?}");
    }
}

/// `docfuse … | head` is no failure.
#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let command = Command::new(env!("CARGO_BIN_EXE_docfuse")).arg("man").stdout(writer).output().unwrap();
    assert_eq!((command.status.code(), &*command.stderr), (Some(0), &b""[..]));
}

/// Ctrl+C is how a server ends.
#[test]
#[cfg(unix)]
fn an_interrupted_server_is_no_failure() {
    let site = Site::new(&[("index.html", "<title>T</title>")]);
    let server = Server::with(site.path(), &[]);
    // It waits for the signal before it waits for a second connection.
    for _ in 0..2 {
        assert!(server.get("/", "").0.contains(" 200 "));
    }
    assert_eq!(server.interrupted(), Some(0));
}

/// The guide names the codes that there are, and no others.
#[test]
fn the_guide_has_a_row_for_each() {
    let guide = fs::read_to_string(repository().join("docs/command.md")).unwrap();
    let (_, rest) = guide.split_once("\n## Exit codes\n").unwrap();
    let (table, _) = rest.split_once("\n## ").unwrap();
    let codes: Vec<&str> =
        table.lines().filter_map(|line| line.strip_prefix("| ")?.split(' ').next()).collect();
    assert_eq!(codes, ["code", "0", "1", "2", "101"]);
}
