//! The manifest, `docfuse.json`, which has a fixed name. It contains the directory. The names of all files that it leads
//! to contain a hash of content.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::compress::{gzip_columns, open_gzip};
use super::rules::Rule;
use super::{Directory, IndexError};
use crate::format::{FormatError, VERSION, sha256_hex};
use crate::limits::{MAX_DIRECTORY_BYTES, MAX_FILE_BYTES, MAX_MODEL_BYTES, MAX_STORED_BYTES};
use crate::model::ModelInfo;
use crate::text::ANALYZER_VERSION;

/// Name of the manifest inside the index folder.
pub const MANIFEST_NAME: &str = "docfuse.json";

/// Value of `format` in every manifest.
pub const FORMAT_NAME: &str = "docfuse";

/// One file of an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRef {
    /// Name inside the index folder: kind, hash and extension.
    pub name: String,
    /// Bytes of the content.
    pub bytes: u32,
    /// Bytes as stored. The first two stored bytes tell whether the file is gzipped.
    pub stored: u32,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// The encoder that embedded the sections and must also embed the queries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModelRef {
    /// The ONNX file of queries, split into consecutive files.
    pub parts: Vec<FileRef>,
    /// Its word table, unless the ONNX file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<WordRowsRef>,
    /// The tokenizer, packed if its vocabulary can be written as a list.
    pub tokenizer: FileRef,
    /// Whether that has unigram pieces, which another module for browsers reads.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unigram: bool,
    /// Metadata of both.
    pub info: ModelInfo,
}

/// The word table of an encoder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WordRowsRef {
    /// The rows that a page loads with the encoder.
    pub first: FileRef,
    /// All rows, as blocks of equal length, split into consecutive files.
    pub files: Vec<FileRef>,
    /// Bytes of a row's record.
    pub bytes: u32,
}

impl ModelRef {
    /// Length of the ONNX file and of the rows.
    pub fn bytes(&self) -> u64 {
        self.files().map(|file| u64::from(file.bytes)).sum()
    }

    /// All files of the encoder.
    pub fn files(&self) -> impl Iterator<Item = &FileRef> {
        let rows = self.rows.iter().flat_map(|rows| [&rows.first].into_iter().chain(&rows.files));
        self.parts.iter().chain(rows).chain([&self.tokenizer])
    }
}

/// The directory as encoded in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedDirectory {
    /// Bytes once decompressed.
    pub bytes: u32,
    /// The directory as stored, in base64 (RFC 4648, section 4).
    pub content: String,
}

/// One generation of an index: `docfuse.json`, or that of one language.
///
/// The first file that a reader loads, and its name stays; it names all that a search reads by hashes of their contents, so
/// the files of two generations never mix. The bytes come from a host: [`Manifest::directory`] refuses what
/// it does not know or what does not fit together, and [`check_file`] a file with another length or hash.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always "docfuse".
    pub format: String,
    /// Version of the file formats.
    pub version: u8,
    /// Version of the analyzer.
    pub analyzer: u32,
    /// Generation that the files belong to, in hexadecimal.
    pub generation: String,
    /// Language of the pages: primary subtag, with script and region where the site has several variants.
    pub language: String,
    /// Number of pages.
    pub pages: u32,
    /// Number of sections.
    pub sections: u32,
    /// Number of windows; zero without a dense index.
    pub windows: u32,
    /// The directory, which a reader needs before it can request blocks.
    pub directory: PackedDirectory,
    /// The file that lists all other files except those that the manifest names, as a JSON array of [`FileRef`]s. Only `docfuse verify`
    /// reads it. Inside the manifest, the list would be half of what every reader has to load first.
    pub hashes: FileRef,
    /// The files listed there.
    #[serde(skip)]
    pub files: Vec<FileRef>,
    /// The encoder of queries; `None` without vectors, and where readers get none: then an empty object.
    #[serde(deserialize_with = "encoder")]
    pub model: Option<ModelRef>,
    /// The stemmer of the language, a WebAssembly module by which pages stem queries; none of English, of languages without
    /// one, and in indexes that no page searches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stemmer: Option<FileRef>,
    /// What the site offers beyond a query's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Offers>,
    /// `all` if queries that do not say it need all their words.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Manifests of the site's other languages, in the same folder, by language.
    #[serde(default)]
    pub languages: BTreeMap<String, String>,
}

/// Name of a file: kind, the first 64 bits of its hash, and ending.
pub(super) fn file_name(kind: &str, sha256: &str, ending: &str) -> String {
    format!("{kind}-{}{ending}", &sha256[..16])
}

/// What a site offers beyond a query's text. The page learns from it which scripts to load.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Offers {
    /// Keys to sort pages by, each with the order that readers expect first: `date:desc`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sort: Vec<String>,
    /// What is shown above the hits of certain queries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
}

impl Offers {
    /// These; `None` if there is nothing among them.
    pub(super) fn some(self) -> Option<Self> {
        (self != Offers::default()).then_some(self)
    }
}

/// Reads the encoder; an empty object is none.
fn encoder<'de, D: Deserializer<'de>>(from: D) -> Result<Option<ModelRef>, D::Error> {
    let value = Option::<Value>::deserialize(from)?;
    let named = value.filter(|value| value.as_object().is_none_or(|members| !members.is_empty()));
    named.map(ModelRef::deserialize).transpose().map_err(D::Error::custom)
}

impl Manifest {
    /// A manifest around a directory.
    pub(super) fn new(
        directory: &Directory,
        hashes: FileRef,
        files: Vec<FileRef>,
        model: Option<ModelRef>,
        windows: u32,
    ) -> Self {
        let raw = directory.write();
        Manifest {
            format: FORMAT_NAME.to_owned(),
            version: VERSION,
            analyzer: ANALYZER_VERSION,
            generation: directory.generation_name(),
            language: directory.language.clone(),
            pages: directory.page_count(),
            sections: directory.section_count(),
            windows,
            directory: PackedDirectory {
                bytes: raw.len() as u32,
                content: STANDARD.encode(gzip_columns(&raw)),
            },
            hashes,
            files,
            model,
            stemmer: None,
            offers: None,
            words: None,
            languages: BTreeMap::new(),
        }
    }

    /// The manifest as JSON. Pages learn from an empty object in the encoder's place that there are vectors.
    ///
    /// # Errors
    /// None that its members can cause.
    pub fn to_json(&self) -> serde_json::Result<Vec<u8>> {
        if self.model.is_some() || self.windows == 0 {
            return serde_json::to_vec(self);
        }
        let mut members = serde_json::to_value(self)?;
        members["model"] = Value::Object(Map::new());
        serde_json::to_vec(&members)
    }

    /// What is shown above the hits of certain queries.
    pub fn rules(&self) -> &[Rule] {
        self.offers.as_ref().map_or(&[], |offers| &offers.rules)
    }

    /// The directory inside.
    ///
    /// # Errors
    /// A different format or version, files beyond their limits, a damaged directory, or counts that differ from it.
    pub fn directory(&self) -> Result<Directory, IndexError> {
        self.validate()?;
        let damaged = |message: String| IndexError::Manifest { message };
        let stored = STANDARD
            .decode(&self.directory.content)
            .map_err(|error| damaged(format!("directory: base64 expected, {error}")))?;
        let raw = open_gzip(&stored, self.directory.bytes)
            .map_err(|error| damaged(format!("directory: gzip expected, {error}")))?;
        if raw.len() != self.directory.bytes as usize {
            let (expected, found) = (self.directory.bytes, raw.len());
            return Err(damaged(format!("directory: {expected} bytes expected, {found} found")));
        }
        let read = Directory::read(&raw).map_err(|error: FormatError| damaged(error.to_string()))?;
        if read.page_count() != self.pages
            || read.section_count() != self.sections
            || read.generation_name() != self.generation
        {
            return Err(damaged(format!(
                "{} pages, {} sections and generation {} expected, {}, {} and {} found in the directory",
                self.pages,
                self.sections,
                self.generation,
                read.page_count(),
                read.section_count(),
                read.generation_name()
            )));
        }
        Ok(read)
    }

    /// Reads the content of the file `hashes` into `files`.
    ///
    /// # Errors
    /// Content that differs from the manifest, is not a list, or names files beyond their limits.
    pub fn read_hashes(&mut self, bytes: &[u8]) -> Result<(), IndexError> {
        check_file(&self.hashes, bytes)?;
        let damaged = |error: serde_json::Error| IndexError::Manifest { message: error.to_string() };
        self.files = serde_json::from_slice(bytes).map_err(damaged)?;
        self.validate()
    }

    /// Whether two indexes embed queries by the same model, or neither does. The files of first rows may differ: native
    /// readers load all rows.
    pub fn has_encoder_of(&self, other: &Manifest) -> bool {
        self.model.as_ref().map(|model| &model.info) == other.model.as_ref().map(|model| &model.info)
    }

    /// Of the site's languages, the one that fits a language tag best: the tag, else as much of its beginning as the
    /// site has, else a variant of the same language, this manifest's first.
    pub fn fitting_language(&self, tag: &str) -> Option<&str> {
        let tag = tag.replace('_', "-").to_ascii_lowercase();
        let known = || std::iter::once(&self.language).chain(self.languages.keys()).map(String::as_str);
        let mut wanted = tag.as_str();
        loop {
            if let Some(found) = known().find(|language| *language == wanted) {
                return Some(found);
            }
            match wanted.rsplit_once('-') {
                Some((shorter, _)) => wanted = shorter,
                None => return known().find(|language| language.split('-').next() == Some(wanted)),
            }
        }
    }

    fn validate(&self) -> Result<(), IndexError> {
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
        for name in self.languages.values() {
            if !is_plain_name(name) {
                return refuse(format!(
                    "a manifest's name of a-z, 0-9, hyphens and dots expected, {name:?} found"
                ));
            }
        }
        // Exports name folders by them.
        if let Some(tag) =
            self.languages.keys().chain([&self.language]).find(|tag| !tag.bytes().all(is_plain_byte))
        {
            return refuse(format!("a language tag of a-z, 0-9 and hyphens expected, {tag:?} found"));
        }
        self.all_files().try_for_each(validate_file)?;
        let bytes = self.directory.bytes;
        if bytes > MAX_DIRECTORY_BYTES {
            return refuse(format!(
                "a directory of at most {MAX_DIRECTORY_BYTES} bytes expected, {bytes} found"
            ));
        }
        let bytes = self.model.as_ref().map_or(0, ModelRef::bytes);
        if bytes > MAX_MODEL_BYTES {
            return refuse(format!("an encoder of at most {MAX_MODEL_BYTES} bytes expected, {bytes} found"));
        }
        Ok(())
    }

    /// All known files: `files`, the list itself, the stemmer, and the model's.
    pub fn all_files(&self) -> impl Iterator<Item = &FileRef> {
        let model = self.model.iter().flat_map(ModelRef::files);
        self.files.iter().chain([&self.hashes]).chain(&self.stemmer).chain(model)
    }
}

/// Names become paths and URLs, so they must not lead out of the folder.
fn is_plain_name(name: &str) -> bool {
    let mut parts = name.split('.');
    name.contains('.') && parts.all(|part| !part.is_empty() && part.bytes().all(is_plain_byte))
}

fn is_plain_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

fn validate_file(file: &FileRef) -> Result<(), IndexError> {
    let hashed = file.sha256.len() == 64 && file.sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_plain_name(&file.name) || !hashed {
        let message =
            format!("a file name of a-z, 0-9, hyphens and a dot, with a SHA-256, expected; {file:?} found");
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

/// Checks that bytes are the content of a file.
///
/// # Errors
/// [`IndexError::Differs`].
pub fn check_file(file: &FileRef, bytes: &[u8]) -> Result<(), IndexError> {
    if bytes.len() as u64 != u64::from(file.bytes) {
        let (expected, found) = (file.bytes, bytes.len());
        return Err(differs(file, &format!("{expected} bytes expected, {found} found")));
    }
    let found = sha256_hex(bytes);
    if !found.eq_ignore_ascii_case(&file.sha256) {
        return Err(differs(file, &format!("SHA-256 {} expected, {found} found", file.sha256)));
    }
    Ok(())
}

fn differs(file: &FileRef, message: &str) -> IndexError {
    let help = "the file is damaged or of another build, deploy the whole index folder again";
    IndexError::Differs { file: file.name.clone(), message: format!("{message}; {help}") }
}
