//! Lines on standard output and standard error, progress bars, and the unit of byte counts. Whatever is written is
//! [`printable`]. Where a program listens ([`heard`]), lines and progress go to it in place.

pub mod heard;
pub mod printable;

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::error::CliError;
use heard::Heard;

/// Whether only errors are written.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Whether standard output is for JSON alone.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// Whether [`say`] writes nothing from now on: standard output has JSON.
pub fn say_only_json(is_json: bool) {
    IS_JSON.store(is_json, Ordering::Relaxed);
}

/// Whether [`say`] and [`remark`] write nothing from now on.
pub fn silence(is_silent: bool) {
    IS_SILENT.store(is_silent, Ordering::Relaxed);
}

/// Writes a line to standard output. A line break in it, as of a title or a file name, becomes a space.
///
/// # Errors
/// [`CliError::Output`] when standard output cannot be written, as after its reader has exited.
pub fn say(line: impl fmt::Display) -> Result<(), CliError> {
    if IS_SILENT.load(Ordering::Relaxed) || IS_JSON.load(Ordering::Relaxed) {
        return Ok(());
    }
    let line = line.to_string();
    let line = printable::line(&line);
    if heard::tell(Heard::Line(&line)) { Ok(()) } else { write_line(&line) }
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

/// Writes a value as JSON for people and programs. `what` names it in the error.
///
/// # Errors
/// As for [`say`]; or it cannot be written as JSON.
pub fn say_pretty(what: &'static str, value: &impl Serialize) -> Result<(), CliError> {
    let json = serde_json::to_string_pretty(value).map_err(CliError::json(what))?;
    say_json(&json)
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
    let line = line.to_string();
    let line = printable::line(&line);
    if !heard::tell(Heard::Note(&line)) {
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    }
}

/// A progress bar on standard error for a step of `total` units; hidden if standard error is not a terminal.
pub fn progress(step: &'static str, total: u64) -> ProgressBar {
    bar(step, total, "{msg:<12} {bar:32} {pos}/{len} {per_sec}, {eta} left")
}

fn bar(step: &'static str, total: u64, template: &str) -> ProgressBar {
    let target = heard::target();
    let template = if target.is_some() { heard::TEMPLATE } else { template };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::with_draw_target(Some(total), target.unwrap_or_else(ProgressDrawTarget::stderr));
    bar.with_style(style).with_message(step)
}

/// As [`progress`], for units of different cost: shows the percentage, not the count. The caller sets the bar's prefix,
/// which shows the rate.
pub fn progress_by_share(step: &'static str, total: u64) -> ProgressBar {
    bar(step, total, "{msg:<12} {bar:32} {percent} %{prefix}, {eta} left")
}

/// As [`progress`], for bytes.
pub fn progress_by_bytes(step: &'static str, total: u64) -> ProgressBar {
    bar(
        step,
        total,
        "{msg:<12} {bar:32} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec}, {eta} left",
    )
}

/// A number of things by their name in the singular: `1 page`, `2 pages`.
pub fn counted(count: impl Into<u64>, name: &str) -> String {
    let count = count.into();
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// Formats a number of bytes as B, KB, MB or GB (1 KB = 1000 B).
pub fn bytes(count: u64) -> String {
    // What rounds to a thousand of a unit is one of the next.
    match count {
        0..1_000 => format!("{count} B"),
        1_000..999_950 => format!("{:.1} KB", count as f64 / 1e3),
        999_950..999_995_000 => format!("{:.2} MB", count as f64 / 1e6),
        _ => format!("{:.2} GB", count as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_units() {
        for (count, expected) in [
            (0, "0 B"),
            (999, "999 B"),
            (1_000, "1.0 KB"),
            (999_949, "999.9 KB"),
            (999_950, "1.00 MB"),
            (200_086_820, "200.09 MB"),
            (999_994_999, "999.99 MB"),
            (999_995_000, "1.00 GB"),
            (2_500_000_000, "2.50 GB"),
        ] {
            assert_eq!(bytes(count), expected);
        }
        for (count, expected) in [(0_u32, "0 pages"), (1, "1 page"), (2, "2 pages")] {
            assert_eq!(counted(count, "page"), expected);
        }
    }
}
