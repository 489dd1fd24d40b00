//! Arguments of `docfuse model`.

use std::path::PathBuf;

use clap::Subcommand;

/// The encoder used by default.
pub const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

/// The encoder for languages that the default one was not trained for.
pub const MULTILINGUAL: &str = "multilingual";

/// `docfuse model`.
#[derive(Subcommand)]
pub enum ModelCommand {
    /// Fetch a known encoder, to a place where this command finds it
    Get(GetArgs),
    /// Quantize a sentence-transformers folder to an ONNX encoder or cross-encoder
    Import(ImportArgs),
}

/// `docfuse model get`.
#[derive(clap::Args)]
pub struct GetArgs {
    /// Name of the model
    #[arg(default_value = DEFAULT_MODEL)]
    pub name: String,
    /// Address or folder of a copy of its files [default: where it is published]
    #[arg(long, value_name = "URL|DIR")]
    pub from: Option<String>,
    /// Put the encoder into this folder [default: docfuse/models/NAME in the user's data folder]
    #[arg(long, value_name = "MODEL_DIR")]
    pub out: Option<PathBuf>,
}

/// `docfuse model import`.
#[derive(clap::Args)]
pub struct ImportArgs {
    /// A BERT-type sentence-transformers folder, or an ONNX file in one
    pub folder: PathBuf,
    /// Text to put before queries, for encoders trained with one (E5: "query: ") [default: the folder's own prompt]
    #[arg(long, value_name = "TEXT")]
    pub query_prompt: Option<String>,
    /// Text to put before indexed text (E5: "passage: ") [default: the folder's own prompt]
    #[arg(long, value_name = "TEXT")]
    pub passage_prompt: Option<String>,
    /// Keep the first N numbers of each vector, for encoders trained so that these suffice (Matryoshka) [default: all]
    #[arg(long, value_name = "N")]
    pub dimensions: Option<usize>,
    /// Also run the ONNX graph that another tool exported, and print how near its vectors are to the encoder's; needs a
    /// command built with the feature import-check
    #[arg(long)]
    pub check: bool,
    /// Write the encoder to this folder
    #[arg(long, value_name = "MODEL_DIR")]
    pub out: PathBuf,
}
