//! What to change: [`findings`].

use schemars::JsonSchema;
use serde::Serialize;

use super::Report;
use super::files::FileAnswer;
use super::ranges::{Habit, RangeAnswer};
use crate::output::bytes;
use docfuse::format::ENDING;

/// Uncompressed files below this length gain nothing worth a word, in bytes.
const SMALL: u64 = 2_000;

/// Seconds that count as long for files whose address has a hash of their content: a week.
const LONG: u64 = 604_800;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Search does not work.
    Fails,
    /// Readers wait longer or load more than they need to.
    Costs,
    /// Good to know.
    Note,
}

/// One finding, and what to do about it.
#[derive(Serialize, JsonSchema)]
pub struct Finding {
    /// How much it matters.
    pub severity: Severity,
    /// What was found, and what to do.
    pub text: String,
}

/// What the answers mean for readers, worst first.
pub fn findings(report: &Report) -> Vec<Finding> {
    let mut found = Vec::new();
    files(report, &mut found);
    ranges(report, &mut found);
    caching(report, &mut found);
    addresses(report, &mut found);
    found.sort_by_key(|finding| finding.severity as u8);
    found
}

fn add(found: &mut Vec<Finding>, severity: Severity, text: String) {
    found.push(Finding { severity, text });
}

/// Whether the content is compressed before any host sees it: files of blocks, and modules.
fn is_packed(file: &FileAnswer) -> bool {
    file.name.ends_with(ENDING)
}

fn files(report: &Report, found: &mut Vec<Finding>) {
    for file in &report.files {
        let FileAnswer { name, status, sent, .. } = file;
        if *status != 200 {
            let text = format!("{name}: status 200 expected, {status} found; deploy the whole index folder");
            add(found, Severity::Fails, text);
            continue;
        }
        let media_type = file.media_type();
        if name.ends_with(".js")
            && !media_type.ends_with("/javascript")
            && !media_type.ends_with("ecmascript")
        {
            let text = format!(
                "{name}: browsers run no module of the type \"{media_type}\"; send Content-Type: text/javascript"
            );
            add(found, Severity::Fails, text);
        }
        if is_packed(file) {
            if let Some(encoding) = &file.content_encoding {
                let text = format!(
                    "{name}: the host compresses it ({encoding}), although its content is compressed already, and \
                     may then ignore ranges; switch compression off for {ENDING}"
                );
                add(found, Severity::Costs, text);
            }
        } else if let Some(gzip) = file.with_gzip
            && *sent > SMALL
            && gzip < sent / 5 * 4
        {
            let text = format!(
                "{name}: sent with {}, gzip would make {}; let the host compress {media_type}",
                bytes(*sent),
                bytes(gzip)
            );
            add(found, Severity::Costs, text);
        }
    }
}

fn ranges(report: &Report, found: &mut Vec<Finding>) {
    let query = &report.first_query;
    let RangeAnswer { habit, found: what } = &report.ranges.single;
    if *habit != Habit::Answered {
        let text = format!(
            "byte ranges do not work ({what}): a first query loads whole files, {} in place of {}",
            bytes(query.with_whole_files.bytes),
            bytes(query.with_ranges.bytes)
        );
        add(found, Severity::Costs, text);
    } else if report.ranges.accepting_compression.habit != Habit::Answered {
        let text = format!(
            "byte ranges work only without compression ({}): switch compression off for {ENDING}, in case a proxy \
             asks otherwise than browsers do",
            report.ranges.accepting_compression.found,
        );
        add(found, Severity::Note, text);
    }
}

/// Whether browsers ask for the file by this name alone: manifests, the scripts that pages name, and lists for service
/// workers. All other files have a hash of their content in the name, or behind it (`?v=…`).
fn has_fixed_address(name: &str) -> bool {
    let is_manifest = name.starts_with("docfuse.") && name.ends_with(".json");
    is_manifest
        || name == "docfuse.js"
        || name == "docfuse-classic.js"
        || name.starts_with("docfuse-precache.")
}

fn caching(report: &Report, found: &mut Vec<Finding>) {
    for file in &report.files {
        let name = &file.name;
        if file.status != 200 {
            continue;
        }
        let asked = file.has_directive("no-cache") || file.has_directive("no-store");
        if !has_fixed_address(name) {
            if asked || file.max_age().is_none_or(|age| age < LONG) {
                let text = format!(
                    "{name}: its address has a hash of its content, but Cache-Control is \"{}\"; send public, \
                     max-age=31536000, immutable",
                    file.cache_control,
                );
                add(found, Severity::Costs, text);
            }
        } else {
            // The client asks for the manifest with `no-cache` itself.
            if name == "docfuse.js" && !asked && file.max_age().is_none_or(|age| age > 0) {
                let text = format!(
                    "{name}: Cache-Control is \"{}\"; send no-cache, so that readers get the script that belongs to \
                     the index",
                    file.cache_control
                );
                add(found, Severity::Costs, text);
            }
            if file.validator.is_none() {
                let text = format!("{name}: no ETag and no Last-Modified, so each visit loads it anew");
                add(found, Severity::Costs, text);
            }
        }
    }
    if report.unchanged_status.is_some_and(|status| status != 304) {
        let text = "docfuse.json: the host does not answer 304 for what has not changed".to_owned();
        add(found, Severity::Costs, text);
    }
}

fn addresses(report: &Report, found: &mut Vec<Finding>) {
    if let Some(last) = report.redirects.last() {
        let text = format!("requests are redirected to {last}; name that address to save a round trip each");
        add(found, Severity::Costs, text);
    }
    match report.missing_file_status {
        404 | 410 | 403 => {}
        200..300 => add(
            found,
            Severity::Note,
            "the host sends a page in place of a missing file; search recovers, but send 404".to_owned(),
        ),
        status => add(
            found,
            Severity::Costs,
            format!("missing files: status 404 expected, {status} found; search asks for them twice"),
        ),
    }
    if report.allowed_origin.is_none() {
        let text =
            "no Access-Control-Allow-Origin: only pages of the same origin can search this index".to_owned();
        add(found, Severity::Note, text);
    }
}
