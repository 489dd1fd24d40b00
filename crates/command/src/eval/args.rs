//! Arguments of `docfuse eval`, and where queries with known answers are.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::query::args::RerankArgs;
use crate::shared_args::{DenseArg, EvalMode};

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

/// Values of `--level`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Pages, each at the rank of its best section
    Page,
    /// Sections, named by address and #anchor; records by their _id
    Section,
}
