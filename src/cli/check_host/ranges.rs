//! How a host answers byte ranges: [`RangeAnswers`].

use std::thread;

use serde::Serialize;

use super::deployed::{Deployed, Pack};
use crate::cli::http::{HttpError, Reply, joined};

/// What browsers accept. They send `identity` with a range, but some versions and proxies did not.
pub const BROWSER_ENCODINGS: &str = "gzip, deflate, br, zstd";

/// Largest range that is asked for, in bytes.
const RANGE_BYTES: usize = 1_000;

/// What an answer to a range was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Serialize)]
pub struct RangeAnswer {
    pub habit: Habit,
    /// What was found where the range was expected; empty for [`Habit::Answered`].
    pub found: String,
}

/// Answers to the ranges that browsers ask for.
#[derive(Serialize)]
pub struct RangeAnswers {
    /// One range, as browsers ask for it.
    pub single: RangeAnswer,
    /// One range of whoever accepts compressed answers.
    pub accepting_compression: RangeAnswer,
    /// Two ranges in one request.
    pub multipart: RangeAnswer,
}

impl RangeAnswers {
    /// Asks for ranges of a file.
    pub fn of(deployed: &Deployed, pack: &Pack) -> Self {
        let size = pack.stored.len();
        // Neither at the beginning nor at the end, where wrong answers may look right.
        let length = (size / 4).clamp(1, RANGE_BYTES);
        let (first, second) = (size / 4, size / 2);
        let ask = |ranges: &str, encodings: &str| {
            let name = format!("{}?{first}", pack.name);
            deployed.ask(&name, &[("range", &format!("bytes={ranges}")), ("accept-encoding", encodings)])
        };
        let range = |start: usize| format!("{start}-{}", start + length - 1);
        let one = |encodings| {
            answer(ask(&range(first), encodings), |reply| single(reply, &pack.stored, first, first + length))
        };
        let two = || {
            let several = ask(&format!("{},{}", range(first), range(second)), "identity");
            answer(several, |reply| multipart(reply, &pack.stored, [first, second], length))
        };
        // At once: each of them waits long for a host that stalls.
        thread::scope(|scope| {
            let accepting = scope.spawn(|| one(BROWSER_ENCODINGS));
            let multipart = scope.spawn(two);
            RangeAnswers {
                single: one("identity"),
                accepting_compression: joined(accepting),
                multipart: joined(multipart),
            }
        })
    }
}

fn answer(reply: Result<Reply, HttpError>, judge: impl FnOnce(&Reply) -> (Habit, String)) -> RangeAnswer {
    let (habit, found) = match reply {
        Ok(reply) => judge(&reply),
        Err(error) => (Habit::Refused, error.to_string()),
    };
    RangeAnswer { habit, found }
}

/// Judges the answer to bytes `start..end` of a file.
fn single(reply: &Reply, file: &[u8], start: usize, end: usize) -> (Habit, String) {
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
            (Habit::Ignored, format!("status 200 with the whole file of {} bytes", file.len()))
        }
        (200, None) => (Habit::Wrong, format!("status 200 with {} other bytes", reply.body.len())),
        (status, _) => (Habit::Refused, format!("status {status}")),
    }
}

/// Judges the answer to two ranges of `length` bytes.
fn multipart(reply: &Reply, file: &[u8], starts: [usize; 2], length: usize) -> (Habit, String) {
    let kind = reply.header("content-type").unwrap_or_default().to_ascii_lowercase();
    if reply.status != 206 || !kind.starts_with("multipart/byteranges") {
        let (habit, found) = single(reply, file, starts[0], starts[0] + length);
        // One of two ranges is not what was asked for.
        return match habit {
            Habit::Answered => (Habit::Wrong, "only the first of two ranges".to_owned()),
            _ => (habit, found),
        };
    }
    let has = |start: &usize| {
        let wanted = file.get(*start..start + length).unwrap_or_default();
        !wanted.is_empty() && reply.body.windows(wanted.len()).any(|found| found == wanted)
    };
    if starts.iter().all(has) {
        (Habit::Answered, String::new())
    } else {
        (Habit::Wrong, "a multipart answer without the bytes of both ranges".to_owned())
    }
}
