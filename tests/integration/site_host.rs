use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::Outcome;

/// A request: path with query, and headers by lower-case name.
#[derive(Clone)]
pub struct Asked {
    pub path: String,
    pub headers: HashMap<String, String>,
}

/// What a host does with a request: status, headers and body.
pub type Habit = fn(&Asked, &str) -> Answer;

#[derive(Default)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
    /// Seconds before the answer.
    pub waits: f64,
}

impl Answer {
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Answer {
            status,
            body: body.into(),
            headers: vec![("content-type", "text/html".to_owned())],
            waits: 0.0,
        }
    }

    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.to_owned()));
        self
    }
}

/// A host on loopback, with what it was asked.
pub struct Host {
    pub root: String,
    pub asked: Arc<Mutex<Vec<Asked>>>,
}

impl Host {
    pub fn new(habit: Habit) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let root = format!("http://{}/", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (own_root, seen) = (root.clone(), Arc::clone(&asked));
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (root, seen) = (own_root.clone(), Arc::clone(&seen));
                // A command may go away before the whole answer.
                thread::spawn(move || drop(answer(&stream.unwrap(), habit, &root, &seen)));
            }
        });
        Host { root, asked }
    }

    pub fn paths(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|asked| asked.path.clone()).collect()
    }
}

fn answer(mut stream: &TcpStream, habit: Habit, root: &str, seen: &Mutex<Vec<Asked>>) -> std::io::Result<()> {
    let lines = BufReader::new(stream.try_clone()?).lines().map_while(Result::ok);
    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = lines[0].split(' ').nth(1).unwrap().to_owned();
    let headers = lines[1..].iter().filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().to_owned())).collect();
    let asked = Asked { path, headers };
    seen.lock().unwrap().push(asked.clone());
    let Answer { status, headers, body, waits } = habit(&asked, root);
    thread::sleep(Duration::from_secs_f64(waits));
    write!(stream, "HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n", body.len())?;
    headers.iter().try_for_each(|(name, value)| write!(stream, "{name}: {value}\r\n"))?;
    stream.write_all(b"\r\n")?;
    stream.write_all(&body)
}

pub fn page(title: &str, rest: &str) -> String {
    format!(
        "<html lang=en><title>{title}</title><main><h1>{title}</h1><p>All about {title} here.</p>{rest}</main>"
    )
}

/// Runs a build in a folder, which is also its cache.
pub fn build(place: &Path, url: &str, options: &[&str]) -> Outcome {
    Outcome::of(
        Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .args(["build", url, "--out", "index", "--no-dense"])
            .args(if options.contains(&"--rate") { &[][..] } else { &["--rate", "500"] })
            .args(options)
            .current_dir(place)
            .env("XDG_CACHE_HOME", place),
    )
}

/// Addresses of the pages that a query finds, sorted.
pub fn found(place: &Path, text: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_docfuse"))
        .args(["query", "index", text, "--limit", "50", "--json"])
        .current_dir(place)
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let hits = answer["hits"].as_array().unwrap().iter();
    let mut urls: Vec<String> = hits.map(|hit| hit["page"].as_str().unwrap().to_owned()).collect();
    urls.sort();
    urls.dedup();
    urls
}
