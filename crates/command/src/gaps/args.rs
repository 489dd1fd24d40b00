//! Arguments of `docfuse gaps`.

use std::path::PathBuf;

use crate::shared_args::{HostArgs, whole};

/// `docfuse gaps`.
#[derive(clap::Args)]
pub struct GapsArgs {
    /// Log of searches: the lines of JSON that `docfuse/analytics` sends
    pub log: PathBuf,
    /// Folder of the index, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// Leave out queries with fewer searches
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole)]
    pub least: usize,
    /// Also write the report as a page of HTML to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    #[command(flatten)]
    pub host: HostArgs,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
