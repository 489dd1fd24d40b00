//! Lines for people and programs, and bars for those who wait.

use std::fmt;
use std::io::Write;

use indicatif::{ProgressBar, ProgressStyle};

use super::error::CliError;

/// Writes a line to standard output.
///
/// # Errors
/// [`CliError::Output`] when nobody reads any more.
pub fn say(line: impl fmt::Display) -> Result<(), CliError> {
    writeln!(std::io::stdout().lock(), "{line}").map_err(|source| CliError::Output { source })
}

/// Writes an error to standard error.
pub fn complain(error: &dyn std::error::Error) {
    // There is nowhere left to report to if standard error is closed.
    let _ = writeln!(std::io::stderr().lock(), "docfuse: {error}");
}

/// Writes a remark to standard error, where it does not mix with an answer.
pub fn remark(line: impl fmt::Display) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// A bar on standard error for a step of `total` pieces; hidden where standard error is not a terminal.
pub fn progress(step: &'static str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:<12} {bar:32} {pos}/{len} {per_sec}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style).with_message(step)
}

/// The same for pieces of different weight, where the share says more than the count; what was done in a second is the
/// bar's prefix, which the caller sets.
pub fn progress_by_share(step: &'static str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:<12} {bar:32} {percent} %{prefix}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress(step, total).with_style(style)
}

/// Bytes in the unit that reads best (1 KB = 1000 bytes).
pub fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} KB", count as f64 / 1e3),
        _ => format!("{:.2} MB", count as f64 / 1e6),
    }
}
