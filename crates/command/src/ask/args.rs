//! Arguments of `docfuse ask`, and those of `docfuse eval` that measure answers.

use std::path::PathBuf;

use crate::shared_args::{HostArgs, whole};

/// The environment variable with the key. Arguments are seen by others on the machine, and kept by shells.
pub const KEY: &str = "DOCFUSE_ANSWERER_KEY";

/// What an answerer is asked for, beside its address.
#[derive(clap::Args)]
pub struct AnswererArgs {
    /// Name of the model, if the answerer has several
    #[arg(long, value_name = "NAME")]
    pub answerer_model: Option<String>,
    /// Tokens that the model takes, of question, sections and answer together
    #[arg(long, value_name = "N", default_value_t = 4_096, value_parser = whole, allow_negative_numbers = true)]
    pub quota: usize,
    /// Seconds that the answerer has for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub answer_timeout: u64,
}

/// `docfuse ask`.
#[derive(clap::Args)]
pub struct AskArgs {
    /// Folder of the index, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// The question
    pub question: String,
    /// Address of chat completions, which speak OpenAI's protocol; a key comes from DOCFUSE_ANSWERER_KEY
    #[arg(long, value_name = "URL")]
    pub answerer: String,
    #[command(flatten)]
    pub model: AnswererArgs,
    /// Take only pages with this filter value; repeat a NAME to accept any of its values
    #[arg(long, value_name = "NAME=VALUE")]
    pub filter: Vec<String>,
    /// Take this version of sections that are in several [default: the current one]
    #[arg(long, value_name = "VERSION")]
    pub version: Option<String>,
    /// Maximum number of sections from one page; 0: no limit
    #[arg(long, default_value_t = 0, value_parser = whole, allow_negative_numbers = true)]
    pub max_per_page: usize,
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

/// What `docfuse eval` measures of answers.
#[derive(clap::Args)]
pub struct AnswersArgs {
    /// Measure answers by a model in place of rankings
    #[arg(long, requires = "answerer", conflicts_with_all = ["baseline", "fail_under", "max_bytes", "runs", "mode", "reranker"])]
    pub answers: bool,
    /// Address of chat completions, as for `docfuse ask`
    #[arg(long, value_name = "URL", requires = "answers")]
    pub answerer: Option<String>,
    #[command(flatten)]
    pub model: AnswererArgs,
    /// Questions that the site cannot answer, one a line
    #[arg(long, value_name = "FILE", requires = "answers")]
    pub unanswerable: Option<PathBuf>,
}
