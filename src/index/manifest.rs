//! The manifest, `docfuse.json`: the only file with a fixed name. It names every other file by its content.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::IndexError;
use crate::embed::ModelInfo;
use crate::format::{Generation, VERSION};
use crate::lexical::Bm25Params;
use crate::limits::{MAX_FILE_BYTES, MAX_SECTIONS, MAX_STORED_BYTES};
use crate::text::ANALYZER_VERSION;

/// Name of the manifest inside the index folder.
pub const MANIFEST_NAME: &str = "docfuse.json";

/// What `format` says in every manifest.
const FORMAT_NAME: &str = "docfuse";

/// One file of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRef {
    /// Name inside the index folder: kind, hash and ending.
    pub name: String,
    /// Bytes once decompressed.
    pub bytes: u32,
    /// Bytes as stored; gzip where that pays, which its first two bytes tell.
    pub stored: u32,
    /// SHA-256 of the decompressed bytes, in hexadecimal.
    pub sha256: String,
}

/// The encoder that embedded the sections, and must embed the queries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRef {
    /// The ONNX file.
    pub model: FileRef,
    /// The tokenizer's JSON file.
    pub tokenizer: FileRef,
    /// What is to be known of both.
    pub info: ModelInfo,
}

/// How queries are ranked, as set when the index was built.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranking {
    /// BM25F.
    pub bm25: Bm25Params,
    /// The constant k of Reciprocal Rank Fusion.
    pub rrf_k: f32,
    /// Weight of the lexical list in fusion.
    pub lexical_weight: f32,
    /// Weight of the dense list in fusion.
    pub dense_weight: f32,
    /// Sections that each side hands to fusion at least.
    pub candidates: u32,
}

impl Default for Ranking {
    fn default() -> Self {
        Ranking {
            bm25: Bm25Params {
                k1: 1.5,
                b: [0.75, 0.75, 0.75, 0.5, 0.5],
                boost: [1.5, 0.5, 2.0, 1.0, 0.7],
                bonus: [0.8, 0.0, 0.8, 0.0, 0.0],
            },
            rrf_k: 60.0,
            lexical_weight: 1.0,
            dense_weight: 1.0,
            candidates: 50,
        }
    }
}

/// One generation of an index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always "docfuse".
    pub format: String,
    /// Version of the file formats.
    pub version: u8,
    /// Version of the analyser.
    pub analyzer: u32,
    /// Which build the files belong to, in hexadecimal.
    #[serde(serialize_with = "write_generation", deserialize_with = "read_generation")]
    pub generation: Generation,
    /// Number of pages.
    pub pages: u32,
    /// Number of sections.
    pub sections: u32,
    /// Number of windows, zero without a dense side.
    pub windows: u32,
    /// Where each page and each fragment starts.
    pub directory: FileRef,
    /// Term dictionary and postings.
    pub lexical: FileRef,
    /// Links between pages.
    pub links: FileRef,
    /// Vectors and HNSW graph, if the index was built with them.
    pub dense: Option<FileRef>,
    /// The encoder, exactly if there is a dense side.
    pub model: Option<ModelRef>,
    /// How queries are ranked.
    pub ranking: Ranking,
}

/// Name of a file by what it holds: kind, the first 64 bits of its hash, and an ending.
pub(super) fn file_name(kind: &str, sha256: &str, ending: &str) -> String {
    format!("{kind}-{}.{ending}", &sha256[..16])
}

impl Manifest {
    /// Fills in what every manifest of this version of docfuse says.
    pub fn format_name() -> String {
        FORMAT_NAME.to_owned()
    }

    /// Checks everything that later code relies on.
    ///
    /// # Errors
    /// [`IndexError::Manifest`] with what was expected and found: another format or version, counts, sizes and
    /// names beyond their limits, ranking parameters that are not numbers.
    pub fn validate(&self) -> Result<(), IndexError> {
        let refuse = |message: String| Err(IndexError::Manifest { message });
        if self.format != FORMAT_NAME {
            return refuse(format!("format \"{FORMAT_NAME}\" expected, \"{}\" found", self.format));
        }
        if self.version != VERSION || self.analyzer != ANALYZER_VERSION {
            return refuse(format!(
                "format version {VERSION}.{ANALYZER_VERSION} expected, {}.{} found; build the index anew with \
                 this version of docfuse",
                self.version, self.analyzer
            ));
        }
        if self.sections > MAX_SECTIONS || self.pages > self.sections {
            return refuse(format!(
                "at most {MAX_SECTIONS} sections and no more pages than sections expected, {} pages with {} \
                 sections found",
                self.pages, self.sections
            ));
        }
        if self.dense.is_some() != self.model.is_some() {
            return refuse("dense file and model expected together, one of them found".to_owned());
        }
        self.files().try_for_each(validate_file)?;
        let ranking = &self.ranking;
        let numbers = [ranking.bm25.k1, ranking.rrf_k, ranking.lexical_weight, ranking.dense_weight];
        let bm25 = &ranking.bm25;
        let all = numbers.iter().chain(&bm25.b).chain(&bm25.boost).chain(&bm25.bonus);
        if !all.into_iter().all(|number| number.is_finite() && *number >= 0.0) {
            return refuse("ranking: numbers from 0 on expected".to_owned());
        }
        Ok(())
    }

    /// All files that the manifest names itself.
    pub fn files(&self) -> impl Iterator<Item = &FileRef> {
        let model = self.model.iter().flat_map(|model| [&model.model, &model.tokenizer]);
        [&self.directory, &self.lexical, &self.links].into_iter().chain(&self.dense).chain(model)
    }
}

fn validate_file(file: &FileRef) -> Result<(), IndexError> {
    // Names become paths and addresses, so nothing in them may lead out of the folder.
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let well_named = file.name.split_once('.').is_some_and(|(stem, ending)| {
        [stem, ending].iter().all(|part| !part.is_empty() && part.bytes().all(plain))
    });
    let hashed = file.sha256.len() == 64 && file.sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !well_named || !hashed {
        let message =
            format!("a file name of a-z, 0-9, - and one dot, with a SHA-256, expected; {file:?} found");
        return Err(IndexError::Manifest { message });
    }
    if u64::from(file.bytes) > MAX_FILE_BYTES || u64::from(file.stored) > MAX_STORED_BYTES {
        let message = format!(
            "{}: at most {MAX_STORED_BYTES} stored bytes and {MAX_FILE_BYTES} bytes expected, {} and {} found",
            file.name, file.stored, file.bytes
        );
        return Err(IndexError::Manifest { message });
    }
    Ok(())
}

fn write_generation<S: Serializer>(generation: &Generation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(generation)
}

fn read_generation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Generation, D::Error> {
    let text = String::deserialize(deserializer)?;
    let wrong = || de::Error::custom("generation: 16 hexadecimal digits expected");
    if text.len() != 16 || !text.is_ascii() {
        return Err(wrong());
    }
    let number = u64::from_str_radix(&text, 16).map_err(|_| wrong())?;
    Ok(Generation(number.to_be_bytes()))
}
