//! Command-line arguments, as `clap` parses them and as `--help` shows them.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use super::export_args::{EmbedArgs, ExportArgs};
use super::part::{PartArg, place};
use super::program_args::{ContextArgs, HostArgs, McpArgs};
use super::serve_args::ServeArgs;

pub use super::mode_args::{DenseArg, EvalMode, ModeArg};
pub use super::told_args::ToldArgs;

/// Hybrid search for static documentation sites
#[derive(Parser)]
#[command(name = "docfuse", version, about, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Subcommand)]
pub enum Command {
    /// Index a built site or a JSONL file of records
    Build(BuildArgs),
    /// Make one index of parts that `docfuse build --part` wrote
    Merge(MergeArgs),
    /// Index a book, as a backend of mdBook
    Mdbook,
    /// Search an index
    Query(QueryArgs),
    /// Print whole texts of the best sections, for a program such as an assistant
    Context(ContextArgs),
    /// Serve an index to assistants over the Model Context Protocol, by standard input and output
    Mcp(McpArgs),
    /// Measure ranking quality on queries with known answers
    Eval(EvalArgs),
    /// Find settings of the ranking by queries with known answers
    Tune(TuneArgs),
    /// Check every file of an index for damage
    Verify(VerifyArgs),
    /// Serve a site on this machine, rebuild its index when it changes, and try and explain queries
    Serve(ServeArgs),
    /// Ask a host that serves an index what readers get from it
    CheckHost(CheckHostArgs),
    /// Write an index as files for a distributed engine
    Export(ExportArgs),
    /// Print the vectors of queries, for an engine that searches an export
    Embed(EmbedArgs),
    /// Prepare an encoder
    #[command(subcommand)]
    Model(ModelCommand),
}

/// `docfuse build`.
#[derive(Default, clap::Args)]
pub struct BuildArgs {
    /// Folder of the built site
    #[arg(conflicts_with = "jsonl")]
    pub site: Option<PathBuf>,
    /// Write the index to this folder [default: SITE/docfuse]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Index records {"id" or "_id", "title"?, "text", "url"?, "anchor"?} instead of a site
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Folder of the encoder [default: $DOCFUSE_MODEL, else the one that is installed]
    #[arg(long, value_name = "DIR", conflicts_with = "no_dense")]
    pub model: Option<PathBuf>,
    /// Settings file [default: docfuse.toml in the current folder, if it exists]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Build a lexical index only, without vectors and encoder
    #[arg(long)]
    pub no_dense: bool,
    /// Follow symbolic links that lead out of the site
    #[arg(long, requires = "site")]
    pub follow_links: bool,
    /// Folder for what later builds reuse: vectors and windows of unchanged text, and build fingerprints
    /// [default: docfuse in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Have this browser render the pages that scripts make, by its --dump-dom: chromium, or a command with options
    #[arg(long, value_name = "CHROMIUM", requires = "site", conflicts_with = "part")]
    pub render: Option<String>,
    #[command(flatten)]
    pub beside: BesideArgs,
    #[command(flatten)]
    pub told: ToldArgs,
    /// Also write llms.txt, and a Markdown file for each page, into the site's folder
    #[arg(long, conflicts_with = "jsonl")]
    pub llms_txt: bool,
    /// Write a part for `docfuse merge` instead of an index; with K/N, of the K-th of N equal shares of the pages
    #[arg(
        long,
        value_name = "K/N",
        num_args = 0..=1,
        default_missing_value = "",
        requires = "out",
        conflicts_with_all = ["jsonl", "offline", "precache_manifest", "inject", "llms_txt"]
    )]
    pub part: Option<PartArg>,
    /// Place of this folder below the site's root, for a part
    #[arg(long, value_name = "PATH", requires = "part", value_parser = place)]
    pub at: Option<String>,
}

/// What an index gets beside it.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct BesideArgs {
    /// Also write scripts by which the search box works in pages opened from a folder (file://)
    #[arg(long)]
    pub offline: bool,
    /// Also write the lists of files that a service worker must keep for search without a network
    #[arg(long)]
    pub precache_manifest: bool,
    /// Put the search box into every page, in place of the theme's own search
    #[arg(long, requires = "site")]
    pub inject: bool,
}

/// `docfuse merge`.
#[derive(clap::Args)]
pub struct MergeArgs {
    /// Folders of the parts
    #[arg(required = true, value_name = "PART")]
    pub parts: Vec<PathBuf>,
    /// Write the index to this folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Folder of the built site, for --inject, --llms-txt and --precache-manifest
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
    /// Follow symbolic links that lead out of the site, for --inject
    #[arg(long, requires = "site")]
    pub follow_links: bool,
    /// Folder of the encoder [default: $DOCFUSE_MODEL, else the one that is installed]
    #[arg(long, value_name = "DIR", conflicts_with = "no_dense")]
    pub model: Option<PathBuf>,
    /// Settings file, which must say the same as that of the parts [default: docfuse.toml in the current folder, else that
    /// of the parts]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Leave the vectors of the parts out
    #[arg(long)]
    pub no_dense: bool,
    /// Folder for vectors and windows that no part has [default: docfuse in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Leave out the pages of parts that are missing
    #[arg(long)]
    pub allow_missing: bool,
    #[command(flatten)]
    pub told: ToldArgs,
    #[command(flatten)]
    pub beside: BesideArgs,
    /// Also write llms.txt, and a Markdown file for each page, into the site's folder
    #[arg(long, requires = "site")]
    pub llms_txt: bool,
}

/// Parses a threshold.
fn threshold(typed: &str) -> Result<f32, String> {
    let number = typed.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number from 0 up expected".to_owned())
}

/// Parses a count.
pub(super) fn whole(typed: &str) -> Result<usize, String> {
    typed.parse().map_err(|_| "a whole number from 0 up expected".to_owned())
}

/// `docfuse query`.
#[derive(clap::Args)]
#[command(override_usage = "docfuse query [OPTIONS] <INDEX>... <TEXT>")]
pub struct QueryArgs {
    /// Folder or address of the index, then the text of the query; several indexes are searched as one
    // One list, so that options may stand anywhere.
    #[arg(required = true, value_names = ["INDEX", "TEXT"], num_args = 1..)]
    pub asked: Vec<String>,
    /// Retrievers to use
    #[arg(long, value_enum, default_value = "hybrid")]
    pub mode: ModeArg,
    /// What gives a query its vector
    #[arg(long, value_enum, default_value = "auto")]
    pub dense: DenseArg,
    /// Number of hits to show
    #[arg(long, default_value_t = 10, value_parser = whole, allow_negative_numbers = true)]
    pub limit: usize,
    /// Number of hits to skip
    #[arg(long, default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    pub offset: usize,
    /// Maximum number of hits from one page; 0: no limit
    #[arg(long, default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    pub max_per_page: usize,
    /// Explain the rank of each hit
    #[arg(long)]
    pub explain: bool,
    /// Treat the last word as a prefix
    #[arg(long)]
    pub prefix: bool,
    /// How many of the query's words a section must contain: "2", "75%", "-1", "2<75%"
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub minimum_should_match: Option<String>,
    /// Return only pages with this filter value; repeat a NAME to accept any of its values
    #[arg(long, value_name = "NAME=VALUE")]
    pub filter: Vec<String>,
    /// Show this version of sections that are in several [default: the current one]
    #[arg(long, value_name = "VERSION")]
    pub version: Option<String>,
    /// Count the pages found for each filter value
    #[arg(long)]
    pub facets: bool,
    /// Count the hits of each page found
    #[arg(long)]
    pub doc_aggregates: bool,
    /// Leave out hits with a lower score; 0: none [default: `search.min_score` of the index]
    #[arg(long, value_name = "SCORE", value_parser = threshold, allow_negative_numbers = true)]
    pub min_score: Option<f32>,
    /// Leave out what the dense retriever finds with a lower cosine similarity; 0: none [default:
    /// `search.similarity_threshold` of the index]
    #[arg(long, value_name = "COSINE", value_parser = threshold, allow_negative_numbers = true)]
    pub similarity_threshold: Option<f32>,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    /// Try a setting of the ranking without a build: fusion.k=20
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub rerank: RerankArgs,
    #[command(flatten)]
    pub host: HostArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A model that reranks the first hits.
#[derive(clap::Args)]
pub struct RerankArgs {
    /// Rerank the first three pages of hits by the cross-encoder in this folder
    #[arg(long, value_name = "DIR")]
    pub reranker: Option<PathBuf>,
    /// Keep the order without the reranker if it needs more time than this for a query [default: no limit]
    #[arg(long, value_name = "MS", requires = "reranker")]
    pub rerank_budget: Option<u64>,
}

/// Values of `--level`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Pages, each at the rank of its best section
    Page,
    /// Sections, named by address and #anchor; records by their _id
    Section,
}

/// Where queries with known answers are.
#[derive(clap::Args)]
pub struct JudgedArgs {
    /// Queries: YAML with the pages or sections expected (queries.yml), or JSONL: {"_id", "text"}
    #[arg(long, value_name = "FILE")]
    pub queries: PathBuf,
    /// Known answers to queries in JSONL, as TSV, after a header line: query, document, grade
    #[arg(long, value_name = "FILE")]
    pub qrels: Option<PathBuf>,
    /// What the known answers in --qrels name
    #[arg(long, value_enum, default_value = "page")]
    pub level: Level,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
}

/// `docfuse eval`.
#[derive(clap::Args)]
pub struct EvalArgs {
    /// Folder of the index
    pub index: PathBuf,
    /// Search another index as one with the first
    #[arg(long, value_name = "DIR")]
    pub with: Vec<String>,
    #[command(flatten)]
    pub judged: JudgedArgs,
    /// Retrievers to measure
    #[arg(long, value_enum, default_value = "all")]
    pub mode: EvalMode,
    /// What gives hybrid queries their vector
    #[arg(long, value_enum, default_value = "auto")]
    pub dense: DenseArg,
    /// Compare with a report that `docfuse eval --json` wrote earlier, query by query
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Fail if a measure is below a value (ndcg@10=0.8), or falls by more than that below the baseline (ndcg@10=-0.01)
    #[arg(long, value_name = "[MODE.]MEASURE=VALUE")]
    pub fail_under: Vec<String>,
    /// Fail if a first lexical query needs more than this from the index: 150KB
    #[arg(long, value_name = "SIZE")]
    pub max_bytes: Option<String>,
    /// Write what each retriever returned, and the fused ranking, to this file in the form of TREC runs
    #[arg(long, value_name = "FILE")]
    pub runs: Option<PathBuf>,
    /// Try a setting of the ranking without a build: fusion.k=20
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub rerank: RerankArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `docfuse tune`.
#[derive(clap::Args)]
pub struct TuneArgs {
    /// Folder of the index
    pub index: PathBuf,
    #[command(flatten)]
    pub judged: JudgedArgs,
    /// Settings file to check and, with --write, to change [default: docfuse.toml in the current folder]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Write the settings found to the settings file, if they are recommended
    #[arg(long)]
    pub write: bool,
}

/// `docfuse verify`.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// Folder of the index
    pub index: PathBuf,
}

/// `docfuse check-host`.
#[derive(clap::Args)]
pub struct CheckHostArgs {
    /// Address of the index folder, or of the site above it
    pub url: String,
    /// Query whose bytes and requests are counted [default: a heading of the site]
    #[arg(long, value_name = "TEXT")]
    pub query: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// `docfuse model`.
#[derive(Subcommand)]
pub enum ModelCommand {
    /// Fetch a known encoder, to a place where this command finds it
    Get(GetArgs),
    /// Quantize a sentence-transformers folder to an ONNX encoder or cross-encoder
    Import(ImportArgs),
}

/// `docfuse model get`.
#[derive(clap::Args)]
pub struct GetArgs {
    /// Name of the model
    #[arg(default_value = super::model::DEFAULT_MODEL)]
    pub name: String,
    /// Address or folder of a copy of its files [default: where it is published]
    #[arg(long, value_name = "URL|DIR")]
    pub from: Option<String>,
    /// Put the encoder into this folder [default: docfuse/models/NAME in the user's data folder]
    #[arg(long, value_name = "MODEL_DIR")]
    pub out: Option<PathBuf>,
}

/// `docfuse model import`.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// A BERT-type sentence-transformers folder, or an ONNX file in one
    pub folder: PathBuf,
    /// Text to put before queries, for encoders trained with one (E5: "query: ") [default: the folder's own prompt]
    #[arg(long, value_name = "TEXT")]
    pub query_prompt: Option<String>,
    /// Text to put before indexed text (E5: "passage: ") [default: the folder's own prompt]
    #[arg(long, value_name = "TEXT")]
    pub passage_prompt: Option<String>,
    /// Keep the first N numbers of each vector, for encoders trained so that these suffice (Matryoshka) [default: all]
    #[arg(long, value_name = "N")]
    pub dimensions: Option<usize>,
    /// Write the encoder to this folder
    #[arg(long, value_name = "MODEL_DIR")]
    pub out: PathBuf,
}
