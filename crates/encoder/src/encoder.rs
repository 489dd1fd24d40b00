//! [`Encoder`]: a tokenizer and a graph, checked against each other and against their `model.json`.

use std::ops::Range;

use super::session::Session;
use super::word_rows::RowSource;
use super::{
    EmbedError, MIN_TOKENS, MODEL_FILE, ModelInfo, ModelKind, QUERY_FILE, TOKENIZER_FILE, Tokens, windows,
};
use docfuse::format::sha256_hex;
use docfuse::model::WindowSettings;

/// A loaded sentence encoder. Every method takes `&self`; native threads can share one.
pub struct Encoder {
    tokens: Tokens,
    session: Session,
    dimensions: usize,
    query_prompt: String,
    passage_prompt: String,
}

impl Encoder {
    /// Loads the encoder of documents from the two files that `info` describes.
    ///
    /// Both files must have the SHA-256 of `info`. This check comes first: it keeps damaged bytes from the runtime,
    /// which is not made for hostile models.
    ///
    /// # Errors
    /// A file is not the one that `info` describes, or the errors of [`Encoder::load_checked`].
    pub fn load(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        unaltered(TOKENIZER_FILE, tokenizer, &info.tokenizer_sha256)?;
        unaltered(MODEL_FILE, &onnx, &info.onnx_sha256)?;
        Self::load_checked(onnx, RowSource::Inside, tokenizer, info)
    }

    /// The encoder of queries from the files of an index. The caller has compared their hashes, and the packed
    /// tokenizer has another hash than `info` says.
    ///
    /// # Errors
    /// The parts form another model than `info` describes, or the errors of [`Encoder::load_checked`].
    pub fn load_stored(
        onnx: Vec<u8>,
        rows: RowSource,
        tokenizer: &[u8],
        info: &ModelInfo,
    ) -> Result<Self, EmbedError> {
        match &info.query_sha256 {
            Some(expected) => unaltered(QUERY_FILE, &onnx, expected)?,
            None => unaltered(MODEL_FILE, &onnx, &info.onnx_sha256)?,
        }
        Self::load_checked(onnx, rows, tokenizer, info)
    }

    /// [`Encoder::load`] for files whose hashes the caller has compared, as [`ModelParts`](super::ModelParts) does.
    ///
    /// # Errors
    /// The graph or the tokenizer cannot be read, the graph is no sentence encoder or needs an unknown operator, or the
    /// parts do not fit each other.
    pub fn load_checked(
        onnx: Vec<u8>,
        rows: RowSource,
        tokenizer: &[u8],
        info: &ModelInfo,
    ) -> Result<Self, EmbedError> {
        let (tokens, session) = load_parts(onnx, rows, tokenizer, info, ModelKind::Encoder)?;
        let (query_prompt, passage_prompt) = (info.query_prompt.clone(), info.passage_prompt.clone());
        Ok(Self { tokens, session, dimensions: info.dimensions, query_prompt, passage_prompt })
    }

    /// Components of a vector.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The prompt before texts that are searched, which starts every window's prefix.
    pub fn passage_prompt(&self) -> &str {
        &self.passage_prompt
    }

    /// The vector of a query, after the encoder's prompt for queries. Otherwise like [`Encoder::embed`].
    pub fn embed_query(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        self.embed(&[&self.query_prompt, text].concat())
    }

    /// [`Encoder::embed_query`] for a query with corrected words. Corrections come from the words of the site; a typed
    /// word that is a single word piece is known to the model and stays as typed.
    pub fn embed_corrected(&self, typed: &str, corrected: &str) -> Result<Vec<f32>, EmbedError> {
        self.embed_query(&self.corrected(typed, corrected)?)
    }

    /// The ids of the word pieces of a query, after the prompt for queries and with special pieces.
    pub fn query_pieces(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        self.tokens.ids(&[&self.query_prompt, text].concat())
    }

    /// The records of all rows of the word table, in order, of an encoder of documents.
    pub fn word_records(&self) -> &[u8] {
        self.session.word_records()
    }

    /// Bytes of the record of a row of the word table.
    pub fn row_bytes(&self) -> usize {
        self.session.row_bytes()
    }

    /// The ids of the rows that [`Encoder::embed_corrected`] needs for this query and that are not there, rising. Empty
    /// for an encoder that holds all rows.
    pub fn missing_rows(&self, typed: &str, corrected: &str) -> Result<Vec<u32>, EmbedError> {
        let text = [&self.query_prompt, self.corrected(typed, corrected)?.as_str()].concat();
        Ok(self.session.missing_rows(&self.tokens.ids(&text)?))
    }

    /// Adds the record of a row.
    ///
    /// # Errors
    /// No row has this id, or the record has another length.
    pub fn supply_row(&mut self, id: u32, record: &[u8]) -> Result<(), EmbedError> {
        self.session.supply_row(id, record)
    }

    fn corrected(&self, typed: &str, corrected: &str) -> Result<String, EmbedError> {
        if typed == corrected {
            return Ok(typed.to_owned());
        }
        let [as_typed, mut words] =
            [typed, corrected].map(|text| text.split_whitespace().collect::<Vec<_>>());
        if as_typed.len() == words.len() {
            for (word, typed) in words.iter_mut().zip(as_typed) {
                if *word != typed && self.tokens.knows(typed.trim_matches(|c: char| !c.is_alphanumeric()))? {
                    *word = typed;
                }
            }
        }
        Ok(words.join(" "))
    }

    /// The unit vector of `text`. Ignores what exceeds the model's `max_tokens` word pieces, or 64 KiB. An empty text
    /// has a vector too. Time grows slightly faster than linearly with the number of word pieces.
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let ids = self.tokens.ids(text)?;
        // A tokenizer without special pieces makes none of an empty text.
        if ids.is_empty() {
            return Err(EmbedError::NoDirection { tokens: 0, length: "0".to_owned() });
        }
        let mut vector = self.session.run(&ids, &[])?;
        vector.truncate(self.dimensions);
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if vector.len() != self.dimensions || !length.is_normal() {
            return Err(EmbedError::NoDirection { tokens: ids.len(), length: length.to_string() });
        }
        vector.iter_mut().for_each(|x| *x /= length);
        Ok(vector)
    }

    /// The number of tokens of each text: of word pieces, without those that the encoder puts around a text. Time: linear
    /// in the texts, some megabytes a second.
    pub fn count_tokens<T: AsRef<str>>(&self, texts: &[T]) -> Result<Vec<u32>, EmbedError> {
        texts.iter().map(|text| Ok(self.tokens.count(text.as_ref())? as u32)).collect()
    }

    /// Splits `text` into windows that fit into the encoder, and into the length of `settings`, together with `prefix`
    /// (as [`Encoder::window_text`] joins them). Returns their byte ranges, which lie on character boundaries.
    ///
    /// A text that fits, also an empty one, is one range. Otherwise windows end at the end of a line, sentence or word
    /// if one is near, overlap by about as much as `settings` say, and omit only white space. Only a single word longer
    /// than a window is split. Time and memory: linear in the length of the text.
    pub fn windows(
        &self,
        settings: WindowSettings,
        prefix: &str,
        text: &str,
    ) -> Result<Vec<Range<usize>>, EmbedError> {
        windows::windows(&self.tokens, settings, prefix, text)
    }

    /// The text to embed for a window: prefix, line break, window. A prefix that needs more than half of a window's
    /// word pieces is cut to the whole words at its beginning that fit into that half.
    pub fn window_text(
        &self,
        settings: WindowSettings,
        prefix: &str,
        window: &str,
    ) -> Result<String, EmbedError> {
        let (prefix, _) = windows::fitted_prefix(&self.tokens, settings, prefix)?;
        Ok(if prefix.is_empty() { window.to_owned() } else { format!("{prefix}\n{window}") })
    }
}

/// The tokenizer and the graph of a model, checked against each other and against `info`.
pub(super) fn load_parts(
    onnx: Vec<u8>,
    rows: RowSource,
    tokenizer: &[u8],
    info: &ModelInfo,
    kind: ModelKind,
) -> Result<(Tokens, Session), EmbedError> {
    if info.kind != kind {
        return Err(EmbedError::Kind { expected: kind.name(), found: info.kind.name() });
    }
    if info.max_tokens < MIN_TOKENS {
        let expected = format!("{MIN_TOKENS} or more");
        return Err(EmbedError::Info { what: "max_tokens", expected, found: info.max_tokens });
    }
    // In this order, the temporary memory of the tokenizer fits where weights were before they were packed.
    let session = Session::load(onnx, rows, kind, info.dimensions)?;
    let tokens = Tokens::load(tokenizer, info.max_tokens)?;
    if tokens.vocabulary() > session.rows() {
        return Err(EmbedError::Vocabulary { rows: session.rows(), found: tokens.vocabulary() });
    }
    Ok((tokens, session))
}

/// Compares a file's hash with the expected one.
pub(super) fn unaltered(file: &'static str, bytes: &[u8], expected: &str) -> Result<(), EmbedError> {
    let found = sha256_hex(bytes);
    if found == expected {
        return Ok(());
    }
    Err(EmbedError::Altered { file, expected: expected.to_owned(), found })
}
