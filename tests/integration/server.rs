use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// Longest time for something that a server shall do.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `docfuse serve`; stopped on drop.
pub struct Server {
    process: Child,
    pub address: String,
    lines: Receiver<String>,
    complaints: Arc<Mutex<String>>,
    /// Its current folder, which is also its cache.
    place: tempfile::TempDir,
}

impl Server {
    /// Serves a folder with further arguments.
    #[track_caller]
    pub fn with(site: &Path, arguments: &[&str]) -> Self {
        Server::in_place(tempfile::tempdir().unwrap(), site, arguments)
    }

    /// The same in a folder that may hold settings.
    #[track_caller]
    pub fn in_place(place: tempfile::TempDir, site: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_docfuse"))
            .args(["serve".as_ref(), site.as_os_str(), "--port".as_ref(), "0".as_ref()])
            .args(arguments)
            .current_dir(place.path())
            .env("XDG_CACHE_HOME", place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let output = BufReader::new(process.stdout.take().unwrap());
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let complaints = Arc::new(Mutex::new(String::new()));
        let (stderr, seen) = (BufReader::new(process.stderr.take().unwrap()), Arc::clone(&complaints));
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *seen.lock().unwrap() += &(line + "\n");
            }
        });
        let first = lines.recv_timeout(PATIENCE).unwrap();
        let address = first.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Server { process, address, lines, complaints, place }
    }

    /// Waits for a line of the output that contains a text, and returns it.
    #[track_caller]
    pub fn says(&self, text: &str) -> String {
        let until = Instant::now() + PATIENCE;
        let mut said = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            if line.contains(text) {
                return line;
            }
            said.push(line);
        }
        panic!("{text:?} is not in {said:?}; errors: {}", self.complaints.lock().unwrap());
    }

    /// Lines said within a time.
    pub fn said_within(&self, time: Duration) -> Vec<String> {
        let until = Instant::now() + time;
        let next = || self.lines.recv_timeout(until.saturating_duration_since(Instant::now())).ok();
        std::iter::from_fn(next).collect()
    }

    /// Waits until standard error contains a text.
    #[track_caller]
    pub fn complains(&self, text: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.complaints.lock().unwrap().contains(text) {
            assert!(Instant::now() < until, "{text:?} is not in {:?}", self.complaints.lock().unwrap());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Its current folder, which is also its cache.
    pub fn place(&self) -> &Path {
        self.place.path()
    }

    /// Stops the server and returns its folder.
    pub fn stop(mut self) -> tempfile::TempDir {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        std::mem::replace(&mut self.place, tempfile::tempdir().unwrap())
    }

    /// Status line, headers in lower case, and body of a GET request; `header` is sent as is.
    pub fn get(&self, path: &str, header: &str) -> (String, String, Vec<u8>) {
        let host =
            if header.contains("host:") { String::new() } else { format!("host: {}\r\n", self.address) };
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\n{host}connection: close\r\n{header}\r\n").unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let end = reply.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(reply[..end].to_vec()).unwrap();
        let (status, headers) = head.split_once("\r\n").unwrap();
        (status.to_owned(), headers.to_lowercase(), reply[end + 4..].to_vec())
    }

    /// The body of a page.
    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.get(path, "").2).unwrap()
    }

    /// The answer of the playground to a request; its status must be 200.
    #[track_caller]
    pub fn ask(&self, path: &str) -> Value {
        let (status, _, body) = self.get(&format!("/__docfuse/api/{path}"), "");
        let answer = String::from_utf8(body).unwrap();
        assert!(status.contains(" 200 "), "{path}: {status}: {answer}");
        serde_json::from_str(&answer).unwrap()
    }

    /// Listens to what open pages are told.
    pub fn events(&self) -> Events {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET /__docfuse/events HTTP/1.1\r\nhost: {}\r\n\r\n", self.address).unwrap();
        Events(BufReader::new(stream))
    }
}

impl Server {
    /// Ends it as Ctrl+C does, and returns its exit code.
    #[cfg(unix)]
    pub fn interrupted(mut self) -> Option<i32> {
        let kill = format!("kill -INT {}", self.process.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        self.process.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Server-sent events.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The next state that fits.
    #[track_caller]
    pub fn next(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the server has closed the connection");
            let Some(data) = line.trim().strip_prefix("data: ") else { continue };
            let state: Value = serde_json::from_str(data).unwrap();
            if fits(&state) {
                return state;
            }
        }
    }
}
