//! What can be typed behind `docfuse`.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::dense::Ann;
use crate::search::Mode;

/// Hybrid search for static documentation sites.
#[derive(Parser)]
#[command(name = "docfuse", version, about, arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// The verbs.
#[derive(Subcommand)]
pub enum Command {
    /// Index a built site, or a JSONL file of records
    Build(BuildArgs),
    /// Search an index
    Query(QueryArgs),
    /// Measure an index against queries with known answers
    Eval(EvalArgs),
    /// Check every file of an index
    Verify(VerifyArgs),
    /// Serve a folder over HTTP on this machine
    Serve(ServeArgs),
    /// Make the encoder's files
    #[command(subcommand)]
    Model(ModelCommand),
}

/// `docfuse build`.
#[derive(clap::Args)]
pub struct BuildArgs {
    /// Folder of the built site
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    pub site: Option<PathBuf>,
    /// Where the index goes [default: SITE/docfuse]
    #[arg(long, required_unless_present = "site")]
    pub out: Option<PathBuf>,
    /// Index records {"id" or "_id", "title"?, "text", "url"?} instead of a site
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Folder of the encoder [default: $DOCFUSE_MODEL, then models/all-MiniLM-L6-v2 beside this command]
    #[arg(long, value_name = "DIR", conflicts_with = "no_dense")]
    pub model: Option<PathBuf>,
    /// Settings [default: docfuse.toml in the current folder, if there is one]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Words only: no vectors, no encoder
    #[arg(long)]
    pub no_dense: bool,
    /// Where is kept what a later build need not do again: vectors and windows of unchanged texts, graphs of unchanged
    /// vectors, and what was written for an unchanged site [default: docfuse in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// How the nearest vectors are found [default: that of the settings, else auto]
    #[arg(long, value_enum, conflicts_with = "no_dense")]
    pub ann: Option<AnnArg>,
}

/// How the nearest vectors are found, as typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnnArg {
    /// By a graph where looking at all vectors would be felt
    Auto,
    /// By a graph
    Hnsw,
    /// By looking at all vectors
    Exact,
}

impl From<AnnArg> for Ann {
    fn from(ann: AnnArg) -> Ann {
        match ann {
            AnnArg::Auto => Ann::Auto,
            AnnArg::Hnsw => Ann::Hnsw,
            AnnArg::Exact => Ann::Exact,
        }
    }
}

/// Which retrievers answer, as typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    Hybrid,
    Lexical,
    Dense,
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Mode {
        match mode {
            ModeArg::Hybrid => Mode::Hybrid,
            ModeArg::Lexical => Mode::Lexical,
            ModeArg::Dense => Mode::Dense,
        }
    }
}

/// `docfuse query`.
#[derive(clap::Args)]
pub struct QueryArgs {
    /// Folder of the index
    pub index: PathBuf,
    /// What to look for
    pub text: String,
    /// Which retrievers answer
    #[arg(long, value_enum, default_value = "hybrid")]
    pub mode: ModeArg,
    /// Hits wanted
    #[arg(long, default_value_t = 10)]
    pub limit: usize,
    /// Hits to pass over
    #[arg(long, default_value_t = 0)]
    pub offset: usize,
    /// Hits of one page at most, 0 for no bound
    #[arg(long, default_value_t = 0)]
    pub max_per_page: usize,
    /// Say why each hit stands where it stands
    #[arg(long)]
    pub explain: bool,
    /// Take the last word for one still being typed
    #[arg(long)]
    pub prefix: bool,
    /// Words that a section must have: "2", "75%", "-1", "2<75%"
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub minimum_should_match: Option<String>,
    /// Only pages with this value; several values of one name: any of them
    #[arg(long, value_name = "NAME=VALUE")]
    pub filter: Vec<String>,
    /// Count the pages found by the values of all filters
    #[arg(long)]
    pub facets: bool,
    /// Pages of this language, of a site with several
    #[arg(long)]
    pub language: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// Which modes are measured.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EvalMode {
    All,
    Hybrid,
    Lexical,
    Dense,
}

/// What counts as one answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// A page counts by its best section
    Page,
    /// Every section counts, by its address with #anchor
    Section,
}

/// `docfuse eval`.
#[derive(clap::Args)]
pub struct EvalArgs {
    /// Folder of the index
    pub index: PathBuf,
    /// Queries: a line {"_id", "text"} each
    #[arg(long, value_name = "FILE")]
    pub queries: PathBuf,
    /// Known answers: query, document and grade, separated by tabs, under a header
    #[arg(long, value_name = "FILE")]
    pub qrels: PathBuf,
    /// Which retrievers answer
    #[arg(long, value_enum, default_value = "all")]
    pub mode: EvalMode,
    /// Pages of this language, of a site with several
    #[arg(long)]
    pub language: Option<String>,
    /// What counts as one answer
    #[arg(long, value_enum, default_value = "page")]
    pub level: Level,
    /// Answer in JSON
    #[arg(long)]
    pub json: bool,
}

/// `docfuse verify`.
#[derive(clap::Args)]
pub struct VerifyArgs {
    /// Folder of the index
    pub index: PathBuf,
}

/// `docfuse serve`.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// Folder to serve
    pub site: PathBuf,
    /// Port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
}

/// `docfuse model`.
#[derive(Subcommand)]
pub enum ModelCommand {
    /// Quantize a sentence-transformers folder to an ONNX encoder
    Import(ImportArgs),
}

/// `docfuse model import`.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// A BERT-type sentence-transformers folder, or an ONNX file in one
    pub folder: PathBuf,
    /// What stands in front of queries, for encoders that were trained so (E5: "query: ") [default: what the folder says]
    #[arg(long, value_name = "TEXT")]
    pub query_prompt: Option<String>,
    /// What stands in front of the texts that are searched (E5: "passage: ") [default: what the folder says]
    #[arg(long, value_name = "TEXT")]
    pub passage_prompt: Option<String>,
    /// Where the encoder goes
    #[arg(long, value_name = "MODEL_DIR")]
    pub out: PathBuf,
}
