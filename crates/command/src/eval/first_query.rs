//! What a reader's first query costs: the bytes that a lexical query needs from an index of which nothing is loaded.

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SHALLOW;
use super::judged::Judged;
use super::metrics::percentile;
use crate::error::CliError;
use crate::folder::IndexFolder;
use crate::output::progress;
use docfuse::search::Mode;

/// Stored bytes: manifest and the blocks that the engine requested, without code.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct FirstQuery {
    /// The median.
    #[serde(rename = "p50_bytes")]
    pub p50: u64,
    /// Of the largest twentieth, the smallest.
    #[serde(rename = "p95_bytes")]
    pub p95: u64,
    /// The largest.
    #[serde(rename = "most_bytes")]
    pub most: u64,
    /// Text of the query that needs most.
    pub largest: String,
}

/// Opens the index anew for each query.
pub fn measure(folder: &Path, language: Option<&str>, judged: &[Judged]) -> Result<FirstQuery, CliError> {
    let bar = progress("first query", judged.len() as u64);
    let mut sizes = Vec::new();
    let mut largest = (0, "");
    for query in judged {
        let mut index = IndexFolder::open(folder, language)?;
        index.query(&query.request(Mode::Lexical, SHALLOW))?;
        sizes.push(index.bytes_read() as f64);
        largest = largest.max((index.bytes_read(), query.text.as_str()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let (most, largest) = (largest.0, largest.1.to_owned());
    let (p50, p95) = (percentile(&mut sizes, 0.5) as u64, percentile(&mut sizes, 0.95) as u64);
    Ok(FirstQuery { p50, p95, most, largest })
}
