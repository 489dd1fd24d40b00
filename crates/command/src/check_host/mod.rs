//! `docfuse check-host`: asks a host for a deployed index as browsers do, and says what readers get and what to change.
//!
//! `deployed` finds the index, `ranges` and `files` look at answers, `first_query` and `encoder` count what a reader's
//! first query and the encoder cost there, and `advice` draws conclusions.

mod advice;
pub mod args;
mod deployed;
pub mod encoder;
mod files;
mod first_query;
mod ranges;
mod text;

use schemars::JsonSchema;
use serde::Serialize;

use super::build::worker_script::worker_script;
use super::error::CliError;
use super::output::say_pretty;
use advice::{Finding, Severity};
use args::CheckHostArgs;
use deployed::Deployed;
use docfuse::index::MANIFEST_NAME;
use encoder::{ENCODER_FILES, FULL_MODULE, encoder_cost};
use files::FileAnswer;
use first_query::{Cost, FirstQuery};
use ranges::RangeAnswers;

/// What `docfuse check-host --json` prints: what a host does with an index.
#[derive(Serialize, JsonSchema)]
pub struct Report {
    /// Address of the index folder.
    index: String,
    /// Where the host sent requests for the manifest to.
    redirects: Vec<String>,
    /// The header `Server`.
    server: Option<String>,
    /// The header `Alt-Svc`, which offers other versions of HTTP. This command speaks HTTP/1.1.
    other_versions: Option<String>,
    /// How the host answers byte ranges.
    ranges: RangeAnswers,
    /// How it sends files.
    files: Vec<FileAnswer>,
    /// Status for the name of a file that does not exist.
    missing_file_status: u16,
    /// Status for a request whether the manifest has changed, if the host gave it a validator.
    unchanged_status: Option<u16>,
    /// The header `Access-Control-Allow-Origin` for a page of another origin.
    allowed_origin: Option<String>,
    /// What a reader's first query costs.
    first_query: FirstQuery,
    /// What the encoder costs, once; `null` for an index without vectors.
    encoder: Option<Cost>,
    /// What to change, worst first.
    findings: Vec<Finding>,
}

/// Runs the command.
///
/// # Errors
/// No index at that address, or findings that keep search from working.
pub fn run(args: &CheckHostArgs) -> Result<(), CliError> {
    let deployed = Deployed::find(&args.url)?;
    let report = check(&deployed, args.query.as_deref())?;
    if args.json {
        say_pretty("the report", &report)?;
    } else {
        text::print(&report)?;
    }
    let fatal = report.findings.iter().filter(|finding| finding.severity == Severity::Fails).count();
    match fatal {
        0 => Ok(()),
        _ => Err(CliError::Limit(format!(
            "search does not work on this host: {fatal} of {} findings must be dealt with",
            report.findings.len()
        ))),
    }
}

fn check(deployed: &Deployed, query: Option<&str>) -> Result<Report, CliError> {
    let manifest = &deployed.manifest;
    let pack = deployed.pack()?;
    let ranges = RangeAnswers::of(deployed, &pack);
    let worker = worker_script(&manifest.language);
    let mut before_query = vec![MANIFEST_NAME, "docfuse.js", "docfuse-ui.js", worker];
    before_query.extend(manifest.stemmer.iter().map(|file| file.name.as_str()));
    let mut names = before_query.clone();
    names.push(FULL_MODULE);
    if manifest.model.is_some() {
        names.extend(ENCODER_FILES);
    }
    names.push(&pack.name);
    let files = names.iter().map(|name| FileAnswer::of(deployed, name)).collect::<Result<Vec<_>, _>>()?;
    let code = files.iter().filter(|file| before_query.contains(&file.name.as_str()));
    let code = code.fold(Cost::default(), |sum, file| sum.and(1, file.sent));
    let first_query = FirstQuery::of(deployed, query, &ranges, code)?;
    let encoder = encoder_cost(manifest, &files);
    let elsewhere = deployed.ask(MANIFEST_NAME, &[("origin", "https://other.example")])?;
    let mut report = Report {
        index: deployed.host.base.clone(),
        redirects: deployed.redirects.clone(),
        server: elsewhere.header("server").map(str::to_owned),
        other_versions: elsewhere.header("alt-svc").map(str::to_owned),
        ranges,
        files,
        missing_file_status: deployed.ask("texts-0000000000000000.hdf", &[])?.status,
        unchanged_status: deployed.revalidated(&elsewhere)?,
        allowed_origin: elsewhere.header("access-control-allow-origin").map(str::to_owned),
        first_query,
        encoder,
        findings: Vec::new(),
    };
    report.findings = advice::findings(&report);
    Ok(report)
}
