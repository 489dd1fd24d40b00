//! What an index is made of besides pages: the author's settings, and vectors with their encoder.

use super::directory::Synonym;
use super::encoder::EncoderInput;
use super::ranking::Ranking;
use super::rules::Rule;
use crate::dense::{ClusterMemory, DenseParams};
use crate::ids::SectionId;
use crate::lexical::Bm25Params;
use crate::model::{ModelInfo, WindowSettings};
use crate::text::TextSettings;

/// Index settings that an author can change.
///
/// The command makes them of `docfuse.toml`, and checks them there: a build takes them as they are. The
/// default is that of the command, but for `language`, which the pages have, and `lexicon`.
///
/// ```
/// use docfuse::index::{IndexSettings, Synonym};
///
/// let synonym = Synonym { word: "arc".to_owned(), others: vec!["atomic".to_owned()] };
/// let mut settings = IndexSettings { language: "en".to_owned(), synonyms: vec![synonym], ..IndexSettings::default() };
/// settings.ranking.set("fusion.k", 20.0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IndexSettings {
    /// Language of the pages: primary subtag, with script and region where the site has several variants.
    pub language: String,
    /// The site's dictionary: words that the analyzer keeps whole.
    pub dictionary: Vec<String>,
    /// Stop words, and the least length of a term.
    pub text: TextSettings,
    /// Synonyms.
    pub synonyms: Vec<Synonym>,
    /// BM25 parameters.
    pub bm25: Bm25Params,
    /// Settings of the ranking.
    pub ranking: Ranking,
    /// How sections were cut into windows.
    pub windows: WindowSettings,
    /// How vectors are stored and searched.
    pub dense: DenseParams,
    /// Whether an index with vectors has a lexicon.
    pub lexicon: bool,
    /// Whether queries that do not say it need all their words, as the ranking says, too.
    pub needs_all: bool,
    /// What is shown above the hits of certain queries.
    pub rules: Vec<Rule>,
    /// Blocks of texts and terms from which on leaves of the directory are blocks of their own; for tests.
    pub leaves_from: Option<u32>,
}

/// Input of the dense index.
pub struct DenseInput<'a> {
    /// The section of each window, in ascending order.
    pub sections: &'a [SectionId],
    /// Concatenated unit vectors of all windows.
    pub vectors: &'a [f32],
    /// Numbers of each of them: those of the encoder, or fewer if readers get none.
    pub dimensions: usize,
    /// The encoder of queries, if readers get one.
    pub encoder: Option<EncoderInput<'a>>,
    /// Metadata of the encoder that made the vectors.
    pub info: &'a ModelInfo,
    /// Clusters of earlier builds.
    pub clusters: &'a ClusterMemory,
}
