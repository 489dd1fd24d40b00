//! Arguments of `docfuse tune`.

use std::path::PathBuf;

use crate::eval::args::JudgedArgs;

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
