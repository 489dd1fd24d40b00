//! Arguments of `docfuse query`, and those of a reranker.

use std::path::PathBuf;

use crate::shared_args::{DenseArg, HostArgs, MatchArg, ModeArg, whole};

/// Parses a threshold.
fn threshold(typed: &str) -> Result<f32, String> {
    let number = typed.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "a number from 0 up expected".to_owned())
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
    /// Look at all vectors, not at those near the query, which are what a page reads
    #[arg(long)]
    pub all_vectors: bool,
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
    /// Words that a section must have [default: `search.match` of the index]
    #[arg(long = "match", value_enum, value_name = "WORDS")]
    pub words: Option<MatchArg>,
    /// How many of the query's words a section must contain, as a number or a percentage: 2, 75%
    #[arg(long, value_name = "N|N%", allow_hyphen_values = true, conflicts_with = "words")]
    pub minimum_should_match: Option<String>,
    /// Return only pages with this filter value; repeat a NAME to accept any of its values
    #[arg(long, value_name = "NAME=VALUE")]
    pub filter: Vec<String>,
    /// Return only pages that meet this condition, in JSON: {"any": [{"kind": ["guide"]}, {"none": [{"version": ["1"]}]}]}
    #[arg(long, value_name = "JSON")]
    pub filters: Option<String>,
    /// Order by a key that the pages give, largest first with :desc; without it last. With an empty query, all pages
    #[arg(long, value_name = "KEY[:desc]")]
    pub sort: Option<String>,
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
