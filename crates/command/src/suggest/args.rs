//! Arguments of `docfuse suggest`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::shared_args::whole;

/// What is suggested.
#[derive(Subcommand)]
pub enum SuggestCommand {
    /// Pairs of words for [synonyms] of the settings
    Synonyms(SynonymsArgs),
}

/// `docfuse suggest synonyms`.
#[derive(clap::Args)]
pub struct SynonymsArgs {
    /// Folder of the built site
    pub site: PathBuf,
    /// Folder of its index [default: SITE/docfuse]
    #[arg(long, value_name = "DIR")]
    pub index: Option<PathBuf>,
    /// Settings file [default: docfuse.toml in the current folder, if it exists]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Number of pairs
    #[arg(long, default_value_t = 50, value_parser = whole, allow_negative_numbers = true)]
    pub limit: usize,
    /// Queries with known answers, as for `docfuse eval`: each pair is tried on those that have one of its words
    #[arg(long, value_name = "FILE")]
    pub queries: Option<PathBuf>,
    /// Known answers to queries in JSONL, as for `docfuse eval`
    #[arg(long, value_name = "FILE", requires = "queries")]
    pub qrels: Option<PathBuf>,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    /// Follow symbolic links that lead out of the site
    #[arg(long)]
    pub follow_links: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
