//! Fetches files whose length and SHA-256 are known, resuming where an earlier run was interrupted.
//!
//! The bytes so far are in a partial file beside the destination. It counts for nothing until its hash is right.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;
use ureq::http::{Response, StatusCode, header};

use super::pinned::{PAGE, Pinned, checked, is_page, other_file, other_length};
use crate::error::CliError;
use crate::files;
use crate::http::follow::{Followed, Follower};
use crate::http::{HttpError, settings};

/// Requests without a new byte before a download fails.
const MAX_FRUITLESS: u32 = 4;
/// Time without a byte after which a connection counts as broken.
const STALLED: Duration = Duration::from_secs(30);
const BUFFER_BYTES: usize = 64 * 1024;

/// An HTTP client for pinned files.
pub struct Downloader {
    follower: Follower,
    /// Wait before the second request without a new byte; doubled before each further one.
    pause: Duration,
}

/// Why a request brought no further.
enum Failure {
    /// Another request may help.
    Passing(String),
    /// The partial file does not belong to what the server has.
    OtherFile,
    /// Another request would fail alike.
    Lasting(CliError),
    /// A page came instead; later, the same network may let the file through.
    Page,
}

impl Downloader {
    /// A client that waits `pause` before it repeats a failed request.
    pub fn new(pause: Duration) -> Self {
        Downloader { follower: Follower::new(settings(STALLED)), pause }
    }

    /// The content of the file at `url`. `partial` keeps what has arrived, also if this fails. The bar advances by
    /// bytes.
    ///
    /// # Errors
    /// The server has no such file or another one, or does not answer.
    pub fn fetch(
        &self,
        url: &str,
        pinned: Pinned,
        partial: &Path,
        bar: &ProgressBar,
    ) -> Result<Vec<u8>, CliError> {
        let before = bar.position();
        // Whether all of the partial file is of this run.
        let mut fresh = false;
        let mut fruitless = 0;
        // Most bytes that have been there: a server that begins anew each time may bring fewer.
        let mut most = 0;
        loop {
            let have = fs::metadata(partial).map_or(0, |found| found.len());
            most = most.max(have);
            bar.set_position(before + have.min(pinned.bytes));
            fresh |= have == 0;
            let failure = if have < pinned.bytes {
                let outcome = self.append(url, pinned, partial, have, bar);
                let Some(failure) = outcome.err() else { continue };
                failure
            } else {
                match checked(pinned, files::read(partial)?) {
                    Ok(content) => return Ok(content),
                    Err(_) if !fresh => Failure::OtherFile,
                    Err(message) => Failure::Lasting(other_file(url, &message)),
                }
            };
            match failure {
                Failure::OtherFile if !fresh => files::remove(partial)?,
                Failure::OtherFile => {
                    files::remove(partial)?;
                    return Err(other_file(url, &other_length(pinned, have)));
                }
                Failure::Lasting(error) => {
                    files::remove(partial)?;
                    return Err(error);
                }
                Failure::Page => return Err(other_file(url, PAGE)),
                Failure::Passing(message) => {
                    let now = fs::metadata(partial).map_or(0, |found| found.len());
                    fruitless = if now > most { 0 } else { fruitless + 1 };
                    if fruitless == MAX_FRUITLESS {
                        return Err(CliError::Host(format!(
                            "{url}: {message}, {MAX_FRUITLESS} times; run the command again to go on after the {now} bytes \
                             that have arrived"
                        )));
                    }
                    std::thread::sleep(self.pause * (1 << fruitless));
                }
            }
        }
    }

    /// Requests the bytes from `have` on, and appends them to the partial file.
    fn append(
        &self,
        url: &str,
        pinned: Pinned,
        partial: &Path,
        have: u64,
        bar: &ProgressBar,
    ) -> Result<(), Failure> {
        let start = bar.position() - have;
        let file_error = |error| Failure::Lasting(CliError::file("write", partial)(error));
        let range = format!("bytes={have}-");
        let headers = [("accept-encoding", "identity"), ("range", range.as_str())];
        let headers = if have > 0 { &headers[..] } else { &headers[..1] };
        let Followed { response, .. } =
            self.follower.get(url, headers, None, None, &|_| true).map_err(|error| of_request(url, error))?;
        let content_type = response.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if response.status().is_success() && content_type.is_some_and(|found| found.contains("text/html")) {
            return Err(Failure::Page);
        }
        let mut file = fs::OpenOptions::new();
        let file = match response.status() {
            StatusCode::OK => file.write(true).create(true).truncate(true),
            StatusCode::PARTIAL_CONTENT if starts_at(&response, have) => file.append(true),
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE if have > 0 => {
                return Err(Failure::OtherFile);
            }
            status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
                return Err(Failure::Passing(format!("the server answered {status}")));
            }
            status => {
                let message = format!(
                    "{url}: expected the file, the server answered {status}; give another source with --from"
                );
                return Err(Failure::Lasting(CliError::Host(message)));
            }
        };
        let mut file = file.open(partial).map_err(file_error)?;
        // One byte more tells a longer file.
        let response_is_whole = response.status() == StatusCode::OK;
        let room = pinned.bytes + 1 - if response_is_whole { 0 } else { have };
        let mut body = response.into_body().into_reader().take(room);
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut now = if response_is_whole { 0 } else { have };
        loop {
            match body.read(&mut buffer) {
                Ok(0) if now < pinned.bytes => {
                    let message = format!("the answer ended after {now} of {} bytes", pinned.bytes);
                    return Err(Failure::Passing(message));
                }
                Ok(0) => return Ok(()),
                Ok(count) => {
                    let read = buffer.get(..count).unwrap_or_default();
                    if now == 0 && is_page(read) {
                        return Err(Failure::Page);
                    }
                    file.write_all(read).map_err(file_error)?;
                    now += count as u64;
                    bar.set_position(start + now.min(pinned.bytes));
                }
                Err(error) => return Err(Failure::Passing(error.to_string())),
            }
        }
    }
}

/// Whether a partial response continues after `have` bytes.
fn starts_at<T>(response: &Response<T>, have: u64) -> bool {
    let range = response.headers().get(header::CONTENT_RANGE).and_then(|value| value.to_str().ok());
    range.is_some_and(|range| range.trim().starts_with(&format!("bytes {have}-")))
}

/// Sorts the client's errors.
fn of_request(url: &str, error: HttpError) -> Failure {
    let source = match error {
        HttpError::Failed { source, .. } | HttpError::Silent { source, .. } => *source,
        other => return Failure::Lasting(other.into()),
    };
    match &source {
        ureq::Error::Io(_)
        | ureq::Error::Timeout(_)
        | ureq::Error::Protocol(_)
        | ureq::Error::ConnectionFailed => Failure::Passing(source.to_string()),
        other => Failure::Lasting(CliError::Host(format!(
            "{url}: {other}; check the address and the network, or give another source with --from"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::mpsc;

    use super::*;
    use docfuse::format::sha256_hex;

    /// What the server does with one request.
    #[derive(Clone, Copy)]
    enum Answer {
        /// The range asked for, or all.
        Good,
        /// All, whatever was asked for.
        Whole,
        /// As `Good`, but the connection ends after so many bytes.
        Cut(usize),
        /// As `Whole`, likewise.
        WholeCut(usize),
        /// A range that starts elsewhere.
        Shifted,
        /// This status, with a body that is not the file.
        Status(&'static str),
        /// All, with other bytes of the same length.
        Altered,
        /// A page, under this media type.
        Page(&'static str),
        /// To another place.
        Redirect(&'static str),
    }
    use Answer::{Altered, Cut, Good, Page, Redirect, Shifted, Status, Whole, WholeCut};

    fn content() -> Vec<u8> {
        (0..5_000_u32).flat_map(u32::to_le_bytes).collect()
    }

    /// Answers one request after the other; sends the start of the range asked for in each.
    fn serve(answers: Vec<Answer>) -> (String, mpsc::Receiver<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/file", listener.local_addr().unwrap());
        let (starts, received) = mpsc::channel();
        std::thread::spawn(move || {
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    let mut byte = [0];
                    stream.read_exact(&mut byte).unwrap();
                    head.extend(byte);
                }
                let head = String::from_utf8(head).unwrap().to_lowercase();
                let start = head.split("range: bytes=").nth(1).map(|rest| rest.split('-').next().unwrap());
                let start: usize = start.map_or(0, |start| start.parse().unwrap());
                starts.send(start).unwrap();
                let mut body = content();
                if matches!(answer, Altered) {
                    body.iter_mut().for_each(|byte| *byte ^= 1);
                }
                let header = match answer {
                    Page(media_type) => format!("content-type: {media_type}\r\n"),
                    Redirect(to) => format!("location: {to}\r\n"),
                    _ => String::new(),
                };
                let (status, body) = match answer {
                    Status(status) => (status, &b"an error page"[..]),
                    Page(_) => ("200 OK", &b"\n<!DOCTYPE html><title>Log in</title>"[..]),
                    Redirect(_) => ("302 Found", &b""[..]),
                    Whole | WholeCut(_) | Altered => ("200 OK", &body[..]),
                    Good | Cut(_) | Shifted if start == 0 => ("200 OK", &body[..]),
                    Good | Cut(_) | Shifted => ("206 Partial Content", &body[start..]),
                };
                let sent = if let Cut(count) | WholeCut(count) = answer { &body[..count] } else { body };
                let shift = start + usize::from(matches!(answer, Shifted));
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{header}content-range: bytes {shift}-{}/{}\r\n\r\n",
                    body.len(),
                    content().len() - 1,
                    content().len(),
                );
                let _ = stream.write_all(sent);
            }
        });
        (url, received)
    }

    /// Each case: bytes that an earlier run left, whether they are right, what the server does, the starts of the
    /// ranges that it is asked for, and a part of the error, if any.
    #[test]
    fn downloads_are_resumed_and_checked() {
        let whole = content().len();
        for (left, right, answers, starts, error) in [
            (0, true, vec![Good], vec![0], None),
            (5_000, true, vec![Good], vec![5_000], None),
            (5_000, true, vec![Whole], vec![5_000], None),
            (0, true, vec![Cut(7_000), Cut(9), Good], vec![0, 7_000, 7_009], None),
            (0, true, vec![Status("503 Service Unavailable"), Good], vec![0, 0], None),
            (5_000, true, vec![Shifted, Good], vec![5_000, 0], None),
            (5_000, true, vec![Status("416 Range Not Satisfiable"), Good], vec![5_000, 0], None),
            (5_000, false, vec![Good, Good], vec![5_000, 0], None),
            (whole, true, vec![], vec![], None),
            (whole, false, vec![Good], vec![0], None),
            (whole + 7, true, vec![Good], vec![0], None),
            (0, true, vec![Altered], vec![0], Some("expected SHA-256")),
            (5_000, true, vec![Altered, Altered], vec![5_000, 0], Some("expected SHA-256")),
            (0, true, vec![Page("text/html; charset=utf-8")], vec![0], Some(PAGE)),
            (0, true, vec![Page("application/octet-stream")], vec![0], Some(PAGE)),
            (5_000, true, vec![Page("text/plain")], vec![5_000], Some(PAGE)),
            (0, true, vec![Redirect("/file"), Good], vec![0, 0], None),
            (
                0,
                true,
                vec![Redirect("ftp://e.org/file")],
                vec![0],
                Some("a redirect to an address with http or https"),
            ),
            (0, true, vec![Status("404 Not Found")], vec![0], Some("the server answered 404")),
            (
                0,
                true,
                vec![Status("200 OK"), Status("416 Range Not Satisfiable")],
                vec![0, 13],
                Some("found 13"),
            ),
            (0, true, vec![Cut(0); 4], vec![0; 4], Some("run the command again")),
            // It ignores ranges and breaks off at any place.
            (
                0,
                true,
                vec![Cut(900), WholeCut(400), WholeCut(800), WholeCut(400), WholeCut(800)],
                vec![0, 900, 400, 800, 400],
                Some("run the command again"),
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let partial = folder.path().join("partial");
            let mut before = content();
            before.resize(left, 0);
            if !right {
                before.iter_mut().for_each(|byte| *byte ^= 1);
            }
            if left > 0 {
                fs::write(&partial, before).unwrap();
            }
            let sha256 = sha256_hex(&content());
            let pinned = Pinned { path: "file", bytes: whole as u64, sha256: &sha256 };
            let (url, received) = serve(answers);
            let bar = ProgressBar::hidden();
            let got = Downloader::new(Duration::ZERO).fetch(&url, pinned, &partial, &bar);
            let case = format!("{left} bytes left, right: {right}, requests from {starts:?}");
            assert_eq!(received.try_iter().collect::<Vec<_>>(), starts, "{case}");
            match error {
                None => {
                    assert!(got.unwrap() == content(), "{case}");
                    assert_eq!(bar.position(), whole as u64, "{case}");
                }
                Some(part) => {
                    let message = got.unwrap_err().to_string();
                    assert!(message.contains(part), "{case}: {message}");
                }
            }
        }
    }
}
