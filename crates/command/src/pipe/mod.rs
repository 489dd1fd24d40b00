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
mod reply;
mod session;
mod site;

use std::io::BufReader;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::CliError;
use super::output::heard::{self, Heard};
use super::output::say_json;
use lines::Lines;
use message::{PROTOCOL, Request};
use reply::Event;
pub use reply::Said;
use session::Session;

/// The request that is being answered.
static CURRENT: AtomicU64 = AtomicU64::new(0);

/// Sends an event of the current request.
fn send(event: Event<'_>) -> Result<(), CliError> {
    say(&Said::Event { id: CURRENT.load(Ordering::Relaxed), event })
}

fn say(message: &Said<'_>) -> Result<(), CliError> {
    say_json(&serde_json::to_string(message).map_err(CliError::json("a message"))?)
}

/// Runs the command until standard input ends.
///
/// # Errors
/// Standard input or output breaks.
pub fn run() -> Result<(), CliError> {
    heard::listen(Box::new(|heard| {
        // If nobody reads, the answer fails too.
        let _ = send(match heard {
            Heard::Line(text) => Event::Line { text },
            Heard::Note(text) => Event::Note { text },
            Heard::Progress { step, done, total } => Event::Progress { step, done, total },
        });
    }));
    say(&Said::Hello { protocol: PROTOCOL, docfuse: env!("CARGO_PKG_VERSION") })?;
    let mut lines = Lines::new(BufReader::new(std::io::stdin().lock()));
    let mut session = Session::default();
    while let Some(line) = lines.next()? {
        let refused = |id, failure: failure::Failure| Said::Error { id, error: failure.into() };
        say(&match line.and_then(|line| Request::read(&line)) {
            Err((id, failure)) => refused(id, failure),
            Ok(Request { id, method, params }) => {
                CURRENT.store(id, Ordering::Relaxed);
                match session.answer(&method, params) {
                    Ok(result) => Said::Result { id, result },
                    Err(failure) => refused(Some(id), failure),
                }
            }
        })?;
    }
    Ok(())
}
