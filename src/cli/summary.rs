//! What a build tells at its end: what is in the index, what was left out and why, bytes and seconds.

use std::collections::BTreeMap;

use super::error::CliError;
use super::output::{bytes, say};
use crate::index::IndexFiles;
use crate::ingest::LeftOut;

/// Addresses named for each reason; the rest is only counted.
const EXAMPLES: usize = 3;

/// Says what a build did.
pub fn show(
    files: &IndexFiles,
    left_out: &[(String, LeftOut)],
    steps: &[(&'static str, f64)],
    embedded: Option<usize>,
) -> Result<(), CliError> {
    let manifest = &files.manifest;
    let windows = match embedded {
        Some(fresh) => format!(", {} windows ({fresh} embedded anew)", manifest.windows),
        None => ", no vectors".to_owned(),
    };
    say(format_args!("{} pages, {} sections{windows}", manifest.pages, manifest.sections))?;

    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (url, reason) in left_out {
        reasons.entry(reason.to_string()).or_default().push(url);
    }
    for (reason, urls) in reasons {
        let more = if urls.len() > EXAMPLES { ", …" } else { "" };
        let examples = urls[..urls.len().min(EXAMPLES)].join(", ");
        say(format_args!("left out, {reason}: {} ({examples}{more})", urls.len()))?;
    }

    let mut kinds: BTreeMap<&str, (usize, u64, u64)> = BTreeMap::new();
    for file in &files.files {
        let (count, raw, stored) = kinds.entry(file.kind).or_default();
        *count += 1;
        *raw += u64::from(file.file.bytes);
        *stored += u64::from(file.file.stored);
    }
    for (kind, (count, raw, stored)) in kinds {
        let count = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        say(format_args!("{kind:<10} {count:>9}  {:>10} raw  {:>10} stored", bytes(raw), bytes(stored)))?;
    }
    let steps: Vec<String> = steps.iter().map(|(step, seconds)| format!("{step} {seconds:.2} s")).collect();
    say(steps.join(", "))
}
