//! Lines on standard output and standard error, progress bars, and the unit of byte counts. Whatever is written is
//! [`printable`].

pub mod printable;

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};

use super::error::CliError;

/// Whether only errors are written.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// From now on, [`say`] and [`remark`] write nothing.
pub fn silence() {
    IS_SILENT.store(true, Ordering::Relaxed);
}

/// Writes a line to standard output. A line break in it, as of a title or a file name, becomes a space.
///
/// # Errors
/// [`CliError::Output`] when standard output cannot be written, as after its reader has exited.
pub fn say(line: impl fmt::Display) -> Result<(), CliError> {
    if IS_SILENT.load(Ordering::Relaxed) {
        return Ok(());
    }
    write_line(&printable::line(&line.to_string()))
}

/// Writes a text of several lines to standard output.
///
/// # Errors
/// As for [`say`].
pub fn say_text(text: &str) -> Result<(), CliError> {
    write_line(&printable::text(text))
}

/// Writes JSON to standard output. It means the same, and no character of it does anything to a terminal.
///
/// # Errors
/// As for [`say`].
pub fn say_json(json: &str) -> Result<(), CliError> {
    write_line(&printable::json(json))
}

fn write_line(line: &str) -> Result<(), CliError> {
    writeln!(std::io::stdout().lock(), "{line}").map_err(|source| CliError::Output { source })
}

/// Writes an error to standard error.
pub fn complain(error: &dyn std::error::Error) {
    // If standard error is closed, there is nowhere to report that.
    let _ = writeln!(std::io::stderr().lock(), "docfuse: {}", printable::text(&error.to_string()));
}

/// Writes a line to standard error, which keeps it out of the answer on standard output. As for [`say`], it stays one.
pub fn remark(line: impl fmt::Display) {
    if IS_SILENT.load(Ordering::Relaxed) {
        return;
    }
    let _ = writeln!(std::io::stderr().lock(), "{}", printable::line(&line.to_string()));
}

/// A progress bar on standard error for a step of `total` units; hidden if standard error is not a terminal.
pub fn progress(step: &'static str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:<12} {bar:32} {pos}/{len} {per_sec}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style).with_message(step)
}

/// As [`progress`], for units of different cost: shows the percentage, not the count. The caller sets the bar's prefix,
/// which shows the rate.
pub fn progress_by_share(step: &'static str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:<12} {bar:32} {percent} %{prefix}, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress(step, total).with_style(style)
}

/// As [`progress`], for bytes.
pub fn progress_by_bytes(step: &'static str, total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{msg:<12} {bar:32} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}, {eta} left",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar());
    progress(step, total).with_style(style)
}

/// Formats a number of bytes as B, KB or MB (1 KB = 1000 B).
pub fn bytes(count: u64) -> String {
    match count {
        0..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} KB", count as f64 / 1e3),
        _ => format!("{:.2} MB", count as f64 / 1e6),
    }
}
