//! Arguments of the subcommands whose output programs read, `context` and `mcp`, and [`HostArgs`], which `query` has too.

use std::time::Duration;

use super::args::{MatchArg, ModeArg, whole};
use super::deadline::USUAL_TIME;

/// How long a host may take.
#[derive(clap::Args)]
pub struct HostArgs {
    /// Seconds that a host has for its manifest, and then for each call
    #[arg(long, value_name = "SECONDS", default_value_t = USUAL_TIME.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
}

impl HostArgs {
    /// As a time.
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

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
    #[arg(long, value_enum, id = "match")]
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

/// `docfuse mcp`.
#[derive(clap::Args)]
pub struct McpArgs {
    /// Folder of the index, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// Retrievers to use
    #[arg(long, value_enum, default_value = "hybrid")]
    pub mode: ModeArg,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    /// Address of the site, to cite sections by whole addresses [default: for a deployed index, the folder above it]
    #[arg(long, value_name = "URL")]
    pub site: Option<String>,
    #[command(flatten)]
    pub host: HostArgs,
}
