//! Arguments of `docfuse merge`.

use std::path::PathBuf;

use crate::build::args::BesideArgs;
use crate::shared_args::ToldArgs;

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
