//! `docfuse context`: whole texts of the best sections within a number of tokens.

use schemars::JsonSchema;
use serde::Serialize;

use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::site_address::{SiteAddress, with_addresses};
use super::http::deadline::Deadline;
use super::output::{remark, say_pretty, say_text};
use super::query::filters;
use super::shared_args::{HostArgs, MatchArg, ModeArg, whole};
use docfuse::search::{
    Context, ContextRequest, Correction, Degraded, FEWER_WORDS, Fit, Request, Suggestion, TokenCounting,
};

/// `docfuse context`.
#[derive(clap::Args)]
pub struct ContextArgs {
    /// Folder of the index, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// Query text
    pub text: String,
    /// Most tokens of all texts, with their headings and addresses
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = whole, allow_negative_numbers = true)]
    pub max_tokens: usize,
    /// Number of sections to choose from, best first
    #[arg(long, default_value_t = 20, value_parser = whole, allow_negative_numbers = true)]
    pub limit: usize,
    /// Retrievers to use
    #[arg(long, value_enum, default_value = "hybrid")]
    pub mode: ModeArg,
    /// Words that a section must have [default: `search.match` of the index]
    #[arg(long = "match", value_enum, value_name = "WORDS")]
    pub words: Option<MatchArg>,
    /// Take only pages with this filter value; repeat a NAME to accept any of its values
    #[arg(long, value_name = "NAME=VALUE")]
    pub filter: Vec<String>,
    /// Take this version of sections that are in several [default: the current one]
    #[arg(long, value_name = "VERSION")]
    pub version: Option<String>,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    /// Address of the site, to cite sections by whole addresses [default: for a deployed index, the folder above it]
    #[arg(long, value_name = "URL")]
    pub site: Option<String>,
    #[command(flatten)]
    pub host: HostArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Number of sections named that did not fit.
const EXAMPLES: usize = 3;

/// What `docfuse context --json` prints: whole texts of the best sections.
#[derive(Serialize, JsonSchema)]
pub struct ContextOutput<'a> {
    /// The part of the query's text that was read.
    query: &'a str,
    /// What failed; `null` if nothing did.
    degraded: &'a Option<Vec<Degraded>>,
    /// Words that were replaced because no page contains them.
    corrections: &'a [Correction],
    /// `weak` if nothing comes close to the query; `markdown` then begins with a sentence that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    fit: Option<Fit>,
    /// What to try if nothing was found or the fit is weak.
    suggestions: &'a [Suggestion],
    #[serde(flatten)]
    context: Context,
}

/// Runs the command.
pub fn run(args: &ContextArgs) -> Result<(), CliError> {
    let time = args.host.time();
    let mut index = IndexFolder::find(&args.index, args.language.as_deref(), time)?;
    let site = SiteAddress::of(args.site.as_deref(), index.location())?;
    index.set_deadline(Some(Deadline::of_call(time)));
    let mut answer = index.query(&Request {
        text: args.text.clone(),
        mode: args.mode.into(),
        limit: args.limit,
        minimum_should_match: MatchArg::minimum(args.words),
        filters: filters(&args.filter)?,
        version: args.version.clone().unwrap_or_default(),
        context: Some(ContextRequest { max_tokens: args.max_tokens, site: site.to_string() }),
        ..Request::default()
    })?;
    let mut context = answer.context.take().unwrap_or_default();
    with_addresses(&site, &mut context);
    if args.json {
        answer.keep_failures();
        let found = ContextOutput {
            query: &answer.query,
            degraded: &answer.degraded,
            corrections: &answer.corrections,
            fit: answer.fit,
            suggestions: &answer.suggestions,
            context,
        };
        return say_pretty("the context", &found);
    }
    for problem in answer.degraded.iter().flatten() {
        remark(format_args!("note: {}", problem.message));
    }
    if answer.fewer {
        remark(format_args!("note: {FEWER_WORDS}"));
    }
    for correction in &answer.corrections {
        remark(format_args!("note: \"{}\" taken for \"{}\"", correction.from, correction.to));
    }
    let counted = match context.counted {
        TokenCounting::Encoder => "tokens of the encoder",
        TokenCounting::Estimate => {
            "tokens, by an estimate that counts rather too many: the index has no encoder"
        }
    };
    remark(format_args!("{} sections, {} {counted}", context.sections.len(), context.tokens));
    for section in context.left_out.iter().take(EXAMPLES) {
        remark(format_args!("too long: {} ({} tokens)", section.url, section.tokens));
    }
    if context.left_out.len() > EXAMPLES {
        remark(format_args!("and {} more; --json names all", context.left_out.len() - EXAMPLES));
    }
    match context.markdown.as_str() {
        "" => remark("nothing found"),
        markdown => say_text(markdown)?,
    }
    for suggestion in answer.other_suggestions() {
        remark(format_args!("did you mean: {}", suggestion.text));
    }
    Ok(())
}
