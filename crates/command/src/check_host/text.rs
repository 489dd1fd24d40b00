//! The report as text.

use super::Report;
use super::advice::Severity;
use super::files::FileAnswer;
use super::first_query::Cost;
use super::ranges::{Habit, RangeAnswer};
use crate::error::CliError;
use crate::output::{bytes, counted, say};

/// Prints the report.
pub fn print(report: &Report) -> Result<(), CliError> {
    say(&report.index)?;
    let known = [("server", &report.server), ("offers", &report.other_versions)];
    for (name, value) in known {
        if let Some(value) = value {
            say(format_args!("{name}: {value}"))?;
        }
    }
    say("")?;
    let ranges = &report.ranges;
    range("byte ranges", &ranges.single)?;
    range("if compression is accepted", &ranges.accepting_compression)?;
    say(format_args!("{:<30} status {}", "missing files", report.missing_file_status))?;
    say("")?;
    report.files.iter().try_for_each(file)?;
    say("")?;
    let query = &report.first_query;
    say(format_args!("a first query (\"{}\", {}):", query.text, counted(query.hits as u64, "hit")))?;
    cost("on this host", query.here)?;
    cost("with byte ranges", query.with_ranges)?;
    cost("with whole files", query.with_whole_files)?;
    if let Some(encoder) = report.encoder {
        say("search by meaning, once:")?;
        cost("the encoder", encoder)?;
    }
    say("")?;
    if report.findings.is_empty() {
        return say("nothing to change");
    }
    report.findings.iter().try_for_each(|finding| {
        let mark = match finding.severity {
            Severity::Fails => "fails",
            Severity::Costs => "costs",
            Severity::Note => "note ",
        };
        say(format_args!("{mark}  {}", finding.text))
    })
}

fn range(name: &str, answer: &RangeAnswer) -> Result<(), CliError> {
    let habit = match answer.habit {
        Habit::Answered => "answered",
        Habit::Ignored => "ignored: ",
        Habit::OfCompressedCopy => "of a compressed copy: ",
        Habit::Wrong => "wrong: ",
        Habit::Refused => "refused: ",
    };
    say(format_args!("{name:<30} {habit}{}", answer.found))
}

fn file(file: &FileAnswer) -> Result<(), CliError> {
    let encoding = file.content_encoding.as_deref().unwrap_or("not compressed");
    say(format_args!(
        "{:<30} {}  {:>10}  {encoding}, {}, {}",
        file.name,
        file.status,
        bytes(file.sent),
        if file.content_type.is_empty() { "no type" } else { &file.content_type },
        if file.cache_control.is_empty() { "no Cache-Control" } else { &file.cache_control }
    ))
}

fn cost(name: &str, cost: Cost) -> Result<(), CliError> {
    say(format_args!("  {name:<28} {}, {}", counted(cost.requests, "request"), bytes(cost.bytes)))
}
