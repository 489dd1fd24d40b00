//! Arguments of `docfuse build`.

use std::path::{Path, PathBuf};

use crate::config::ShippedEncoder;
use crate::crawl::CrawlArgs;
use crate::part::{PartArg, place};
use crate::shared_args::ToldArgs;

/// `docfuse build`.
#[derive(Default, clap::Args)]
pub struct BuildArgs {
    /// Folder of the built site, or address of a deployed one
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
    /// Which encoder readers get; with none, their queries have vectors by the lexicon alone [default: the settings', same]
    #[arg(long, value_name = "WHICH", conflicts_with_all = ["no_dense", "part"])]
    pub encoder: Option<ShippedEncoder>,
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
    pub crawl: CrawlArgs,
    #[command(flatten)]
    pub told: ToldArgs,
    /// Print what was built as JSON
    #[arg(long, conflicts_with_all = ["verbose", "quiet", "part"])]
    pub json: bool,
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

/// The folder of a site's index, unless another is named.
pub fn index_of(site: &Path) -> PathBuf {
    site.join("docfuse")
}
