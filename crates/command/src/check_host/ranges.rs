//! How a host answers byte ranges: [`RangeAnswers`].

use std::thread;

use schemars::JsonSchema;
use serde::Serialize;

use super::deployed::{Deployed, Pack};
use crate::http::{Reply, joined};
use crate::output::bytes;

/// What browsers accept. They send `identity` with a range, but some versions and proxies did not.
pub const BROWSER_ENCODINGS: &str = "gzip, deflate, br, zstd";

/// Largest range that is asked for, in bytes.
const RANGE_BYTES: usize = 1_000;

/// What an answer to a range was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Habit {
    /// The range.
    Answered,
    /// The whole file.
    Ignored,
    /// A range of a compressed copy of the file.
    OfCompressedCopy,
    /// Something else.
    Wrong,
    /// An error status, or no answer.
    Refused,
}

/// An answer to a range.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RangeAnswer {
    /// What the answer was.
    pub habit: Habit,
    /// What was found where the range was expected; empty if it was answered.
    pub found: String,
}

/// Answers to the ranges that browsers ask for.
#[derive(Serialize, JsonSchema)]
pub struct RangeAnswers {
    /// One range, as browsers ask for it.
    pub single: RangeAnswer,
    /// One range of whoever accepts compressed answers.
    pub accepting_compression: RangeAnswer,
}

impl RangeAnswers {
    /// Asks for ranges of a file.
    pub fn of(deployed: &Deployed, pack: &Pack) -> Self {
        let size = pack.stored.len();
        // Neither at the beginning nor at the end, where wrong answers may look right.
        let start = size / 4;
        let end = start + (size / 4).clamp(1, RANGE_BYTES);
        let range = format!("bytes={start}-{}", end - 1);
        let name = format!("{}?{start}", pack.name);
        let ask = |encodings| {
            let reply = deployed.ask(&name, &[("range", &range), ("accept-encoding", encodings)]);
            let (habit, found) = match reply {
                Ok(reply) => judge(&reply, &pack.stored, start, end),
                Err(error) => (Habit::Refused, error.to_string()),
            };
            RangeAnswer { habit, found }
        };
        // At once: each of them waits long for a host that stalls.
        thread::scope(|scope| {
            let accepting = scope.spawn(|| ask(BROWSER_ENCODINGS));
            RangeAnswers { single: ask("identity"), accepting_compression: joined(accepting) }
        })
    }
}

/// Judges the answer to bytes `start..end` of a file.
fn judge(reply: &Reply, file: &[u8], start: usize, end: usize) -> (Habit, String) {
    let encoding = reply.header("content-encoding").filter(|encoding| *encoding != "identity");
    match (reply.status, encoding) {
        (206, Some(encoding)) => (Habit::OfCompressedCopy, format!("status 206 of a copy in {encoding}")),
        (206, None) => {
            let expected = format!("bytes {start}-{}/{}", end - 1, file.len());
            let known = reply.header("content-range").unwrap_or_default();
            if known.is_empty() {
                return (Habit::Wrong, "status 206 without Content-Range".to_owned());
            }
            if known != expected && known.split('/').nth(1) != Some("*") {
                let same_start = known.split('/').next() == expected.split('/').next();
                let habit = if same_start { Habit::OfCompressedCopy } else { Habit::Wrong };
                return (habit, format!("\"{known}\" in place of \"{expected}\""));
            }
            match file.get(start..end) {
                Some(bytes) if bytes == reply.body => (Habit::Answered, String::new()),
                _ => (
                    Habit::Wrong,
                    format!("status 206 with {} bytes that are not those of the file", reply.body.len()),
                ),
            }
        }
        (200, Some(encoding)) => (Habit::Ignored, format!("status 200 with the whole file in {encoding}")),
        (200, None) if reply.body == file => {
            (Habit::Ignored, format!("status 200 with the whole file of {}", bytes(file.len() as u64)))
        }
        (200, None) => (Habit::Wrong, format!("status 200 with {} other bytes", reply.body.len())),
        (status, _) => (Habit::Refused, format!("status {status}")),
    }
}
