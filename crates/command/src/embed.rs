//! `docfuse embed`: the vectors of queries, for engines that search what `docfuse export` wrote.

use std::io::BufRead;

use schemars::JsonSchema;
use serde::Serialize;

use super::error::CliError;
use super::folder::IndexFolder;
use super::http::deadline::USUAL_TIME;
use super::output::say_json;

/// `docfuse embed`.
#[derive(clap::Args)]
pub struct EmbedArgs {
    /// Folder of the index whose encoder to use, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// Query texts [default: the lines of standard input]
    pub text: Vec<String>,
    /// Language of the pages, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
}

/// A line that `docfuse embed` prints: the vector of a query.
#[derive(Serialize, JsonSchema)]
pub struct Embedded<'a> {
    /// The query.
    text: &'a str,
    /// Names the encoder: vectors of two encoders cannot be compared.
    encoder: &'a str,
    /// As the vectors of an export are.
    vector: Vec<f32>,
}

/// Runs the command.
pub fn run(args: &EmbedArgs) -> Result<(), CliError> {
    let index = IndexFolder::find(&args.index, args.language.as_deref(), USUAL_TIME)?;
    let encoder = index.read_encoder()?;
    let hash = index.manifest().model.as_ref().map(|model| model.info.query_hash()).unwrap_or_default();
    let embed = |text: &str| {
        let vector = encoder.embed_query(text).map_err(|error| CliError::Model {
            path: index.location().to_owned(),
            message: format!("the encoder failed on \"{text}\": {error}"),
        })?;
        let line = serde_json::to_string(&Embedded { text, encoder: hash, vector })
            .map_err(CliError::json("a vector"))?;
        say_json(&line)
    };
    if !args.text.is_empty() {
        return args.text.iter().try_for_each(|text| embed(text));
    }
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| {
            CliError::Argument(format!("standard input: lines in UTF-8 expected: {error}"))
        })?;
        embed(&line)?;
    }
    Ok(())
}
