//! `docfuse pipe`: builds, queries and measures an index for a program, by JSON messages on standard input and output.
//!
//! docs/program.md has the protocol. `lines` reads messages of bounded length, `message` is what they are, `params` what
//! requests ask for, and `session` answers them, one after the other. What the command says meanwhile, such as progress,
//! is an event of the request.

mod failure;
mod lines;
mod message;
mod params;
mod records;
mod session;
mod site;
mod wording;

use std::io::BufReader;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;

use super::error::CliError;
use super::output::heard::{self, Heard};
use super::output::say_json;
use failure::Failure;
use lines::Lines;
use message::{PROTOCOL, Request};
use session::Session;

/// The request that is being answered.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// Sends an event of the current request.
fn event(name: &str, mut content: serde_json::Value) -> Result<(), CliError> {
    content["id"] = CURRENT.load(Ordering::Relaxed).into();
    content["event"] = name.into();
    say_json(&content.to_string())
}

/// Runs the command until standard input ends.
///
/// # Errors
/// Standard input or output breaks.
pub fn run() -> Result<(), CliError> {
    heard::listen(Box::new(|heard| {
        // If nobody reads, the answer fails too.
        let _ = match heard {
            Heard::Line(text) => event("line", json!({ "text": text })),
            Heard::Note(text) => event("note", json!({ "text": text })),
            Heard::Progress { step, done, total } => {
                event("progress", json!({ "step": step, "done": done, "total": total }))
            }
        };
    }));
    say_json(&json!({ "protocol": PROTOCOL, "docfuse": env!("CARGO_PKG_VERSION") }).to_string())?;
    let mut lines = Lines::new(BufReader::new(std::io::stdin().lock()));
    let mut session = Session::default();
    while let Some(line) = lines.next()? {
        let (id, outcome) = match line.and_then(|line| Request::read(&line)) {
            Err((id, failure)) => (serde_json::Value::from(id), Err(failure)),
            Ok(Request { id, method, params }) => {
                CURRENT.store(id, Ordering::Relaxed);
                (id.into(), session.answer(&method, params))
            }
        };
        let reply: serde_json::Value = match outcome {
            Ok(result) => json!({ "id": id, "result": result }),
            Err(Failure { code, message }) => {
                json!({ "id": id, "error": { "code": code, "message": message } })
            }
        };
        say_json(&reply.to_string())?;
    }
    Ok(())
}
