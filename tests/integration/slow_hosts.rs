use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::{Outcome, Site, docfuse};

/// Longest time that a command may take which gives a host one second.
const SOON: Duration = Duration::from_secs(20);

/// What a host does with a request for a file.
type Habit = fn(&str) -> Answer;

#[derive(Clone, Copy)]
enum Answer {
    Whole,
    /// A byte now and then, so that no wait for one is long.
    Dripping,
    /// To another address.
    Redirect(&'static str),
}

/// A host whose manifest comes, and nothing else.
pub fn host_of_a_manifest(folder: &Path) -> String {
    host(folder, |path| if path.ends_with(".json") { Answer::Whole } else { Answer::Dripping })
}

/// Serves a folder. Returns its address.
fn host(folder: &Path, habit: Habit) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let folder = folder.clone();
            thread::spawn(move || answer(stream.unwrap(), folder, habit));
        }
    });
    address
}

fn answer(mut stream: TcpStream, folder: PathBuf, habit: Habit) -> std::io::Result<()> {
    let lines = BufReader::new(stream.try_clone()?).lines().map_while(Result::ok);
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = lines[0].split(' ').nth(1).unwrap().trim_start_matches('/');
    let content = std::fs::read(folder.join(path)).unwrap_or_default();
    let length = content.len();
    let head = "connection: close\r\ncontent-length";
    match habit(path) {
        Answer::Whole if content.is_empty() => write!(stream, "HTTP/1.1 404 X\r\n{head}: 0\r\n\r\n"),
        Answer::Whole => {
            write!(stream, "HTTP/1.1 200 X\r\n{head}: {length}\r\n\r\n")?;
            stream.write_all(&content)
        }
        Answer::Redirect(to) => write!(stream, "HTTP/1.1 302 X\r\nlocation: {to}\r\n{head}: 0\r\n\r\n"),
        Answer::Dripping => {
            write!(stream, "HTTP/1.1 200 X\r\n{head}: 100000\r\n\r\n")?;
            loop {
                stream.write_all(b" ")?;
                thread::sleep(Duration::from_millis(100));
            }
        }
    }
}

/// Runs a command that gives its host one second.
#[track_caller]
fn in_time(arguments: &[&str]) -> Outcome {
    let started = Instant::now();
    let outcome = docfuse(&[arguments, &["--timeout", "1"]].concat());
    assert!(started.elapsed() < SOON, "{:?}: {outcome:?}", started.elapsed());
    outcome
}

#[test]
fn a_manifest_that_does_not_come_is_an_error_that_says_how_long_was_waited() {
    let site = Site::small();
    let url = host(site.path(), |_| Answer::Dripping);
    for command in ["query", "context"] {
        in_time(&[command, &url, "threads"])
            .fails_with(&["docfuse.json: the manifest expected within 1 s", "--timeout"]);
    }
    in_time(&["mcp", &url]).fails_with(&["docfuse.json: the manifest expected within 1 s", "--timeout"]);
    docfuse(&["query", &url, "threads", "--timeout", "0"]).fails_with(&["--timeout", "1..=86400"]);
}

#[test]
fn files_that_do_not_come_are_named_in_the_answer() {
    let site = Site::small();
    site.build();
    let url = host_of_a_manifest(site.path());
    let outcome = in_time(&["query", &url, "threads", "--mode", "lexical"]);
    assert!(outcome.stderr.contains("everything for a call expected within 1 s"), "{outcome:?}");
    let whole = host(site.path(), |_| Answer::Whole);
    let outcome = docfuse(&["query", &whole, "threads", "--timeout", "60"]);
    assert!(outcome.stdout.contains("Threads"), "{outcome:?}");
}

#[test]
fn redirects_are_followed_within_a_private_network_and_not_to_other_schemes() {
    let site = Site::small();
    site.build();
    let moved = host(site.path(), |path| match path.strip_prefix("docfuse/") {
        Some(_) => Answer::Whole,
        None if path == "docfuse.json" => Answer::Redirect("docfuse/docfuse.json"),
        None => Answer::Whole,
    });
    docfuse(&["query", &format!("{moved}docfuse/"), "threads"]).ok();
    let outcome = docfuse(&["query", &moved, "threads"]);
    assert!(!outcome.stderr.contains("redirect"), "{outcome:?}");
    let elsewhere = host(site.path(), |_| Answer::Redirect("ftp://docs.example/docfuse.json"));
    docfuse(&["query", &elsewhere, "threads"]).fails_with(&[
        "a redirect to an address with http or https expected",
        "ftp://docs.example/docfuse.json found, which is not followed",
    ]);
    let circle = host(site.path(), |_| Answer::Redirect("/docfuse.json"));
    docfuse(&["query", &circle, "threads"]).fails_with(&["at most 10 redirects expected"]);
}
