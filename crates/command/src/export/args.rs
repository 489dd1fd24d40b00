//! Arguments of `docfuse export`.

use std::path::PathBuf;

use clap::ValueEnum;

/// Values of ENGINE.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TargetEngine {
    /// JSON Lines, and a Python program that loads and asks
    Milvus,
    /// Mapping, files for _bulk, search pipeline and search template
    Opensearch,
}

impl TargetEngine {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            TargetEngine::Milvus => "milvus",
            TargetEngine::Opensearch => "opensearch",
        }
    }
}

/// `docfuse export`.
#[derive(clap::Args)]
pub struct ExportArgs {
    /// Engine that the files are for
    #[arg(value_enum)]
    pub engine: TargetEngine,
    /// Folder of the index
    pub index: PathBuf,
    /// Write the files to this folder, which is new, empty or an earlier export
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Export the pages of this language alone [default: a folder for each language, if there are several]
    #[arg(long)]
    pub language: Option<String>,
}
