//! A program that listens to what the command says: [`listen`] for `docfuse pipe`, in place of a terminal.

use std::io;
use std::sync::OnceLock;

use indicatif::{ProgressDrawTarget, TermLike};

/// What is said.
pub enum Heard<'a> {
    /// A line of the summary.
    Line(&'a str),
    /// A warning or a note.
    Note(&'a str),
    /// How far a step is.
    Progress { step: &'a str, done: u64, total: u64 },
}

type Listener = Box<dyn Fn(Heard<'_>) + Send + Sync>;

static LISTENER: OnceLock<Listener> = OnceLock::new();

/// How a bar is drawn for a listener: [`Ear`] reads it.
pub const TEMPLATE: &str = "{msg}\u{1f}{pos}\u{1f}{len}";

/// Times a second that a step is told of.
const RATE: u8 = 4;

/// From now on, all that is said goes to `listener`.
pub fn listen(listener: Listener) {
    // A process has one.
    let _ = LISTENER.set(listener);
}

/// Tells the listener; whether there is one.
pub fn tell(heard: Heard<'_>) -> bool {
    LISTENER.get().is_some_and(|listener| {
        listener(heard);
        true
    })
}

/// Where bars are drawn if somebody listens.
pub fn target() -> Option<ProgressDrawTarget> {
    LISTENER.get().map(|_| ProgressDrawTarget::term_like_with_hz(Box::new(Ear), RATE))
}

/// A terminal of which only the bars are heard.
#[derive(Debug)]
struct Ear;

impl TermLike for Ear {
    fn width(&self) -> u16 {
        u16::MAX
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        self.write_str(line)
    }

    fn write_str(&self, drawn: &str) -> io::Result<()> {
        let mut parts = drawn.trim_end().split('\u{1f}');
        let step = parts.next().unwrap_or_default();
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        // What is no bar fills the rest of a line.
        if let (Some(done), Some(total)) = (number(), number()) {
            tell(Heard::Progress { step, done, total });
        }
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}
