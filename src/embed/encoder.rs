//! [`Encoder`]: a tokenizer and a graph, checked against each other and against their `model.json`.

use std::ops::Range;

use super::session::Session;
use super::tokens::WordPieces;
use super::{EmbedError, MIN_TOKENS, MODEL_FILE, ModelInfo, TOKENIZER_FILE, windows};
use crate::format::sha256_hex;

/// A loaded sentence encoder. Every method takes `&self`; natively it can be shared by threads.
pub struct Encoder {
    tokens: WordPieces,
    session: Session,
    dimensions: usize,
    query_prompt: String,
    passage_prompt: String,
}

impl Encoder {
    /// Loads the two files that `info` describes.
    ///
    /// Both files must have the SHA-256 that `info` says. That check stands before everything else and is what
    /// keeps damaged bytes from the runtime, which was not made for hostile models.
    ///
    /// # Errors
    /// A file is not the one that `info` describes, or what [`Encoder::load_checked`] says.
    pub fn load(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        unaltered(TOKENIZER_FILE, tokenizer, &info.tokenizer_sha256)?;
        Self::load_stored(onnx, tokenizer, info)
    }

    /// [`Encoder::load`] of an index's files: their own hashes were compared by the caller, and the tokenizer, which is
    /// packed, has another than `info` says.
    ///
    /// # Errors
    /// The parts make up another model than `info` describes, or what [`Encoder::load_checked`] says.
    pub fn load_stored(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        unaltered(MODEL_FILE, &onnx, &info.onnx_sha256)?;
        Self::load_checked(onnx, tokenizer, info)
    }

    /// [`Encoder::load`] of files whose hashes the caller has compared, as [`ModelParts`](super::ModelParts) does. The
    /// tokenizer may be packed, as an index has it.
    ///
    /// # Errors
    /// The graph or the tokenizer can't be read, the graph is no sentence encoder or needs an unknown operator, or the
    /// parts do not fit each other.
    pub fn load_checked(onnx: Vec<u8>, tokenizer: &[u8], info: &ModelInfo) -> Result<Self, EmbedError> {
        if info.max_tokens < MIN_TOKENS {
            let expected = format!("{MIN_TOKENS} or more");
            return Err(EmbedError::Info { what: "max_tokens", expected, found: info.max_tokens });
        }
        // In this order, what reading the tokenizer takes for a moment fits where weights lay before they were packed.
        let session = Session::load(onnx, info.dimensions)?;
        let tokens = WordPieces::load(tokenizer, info.max_tokens)?;
        if tokens.vocabulary() > session.rows() {
            return Err(EmbedError::Vocabulary { rows: session.rows(), found: tokens.vocabulary() });
        }
        let (query_prompt, passage_prompt) = (info.query_prompt.clone(), info.passage_prompt.clone());
        Ok(Self { tokens, session, dimensions: info.dimensions, query_prompt, passage_prompt })
    }

    /// Length of the vectors.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// What stands in front of texts that are searched: the beginning of every window's prefix.
    pub fn passage_prompt(&self) -> &str {
        &self.passage_prompt
    }

    /// The vector of a query, behind the encoder's prompt for these. As [`Encoder::embed`] else.
    pub fn embed_query(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        self.embed(&[&self.query_prompt, text].concat())
    }

    /// The vector of a query some of whose words were taken for others, as [`Encoder::embed_query`]. Words are corrected by
    /// what a site's pages say; one that is a single word piece is known to the model, and stays as it was typed.
    pub fn embed_corrected(&self, typed: &str, corrected: &str) -> Result<Vec<f32>, EmbedError> {
        if typed == corrected {
            return self.embed_query(typed);
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
        self.embed_query(&words.join(" "))
    }

    /// The vector of `text`, of length 1. What lies beyond the model's `max_tokens` word pieces (or beyond 64
    /// KiB) is not seen; an empty text has a vector too. Time grows with the number of word pieces, somewhat
    /// faster than linearly.
    pub fn embed(&self, text: &str) -> Result<Vec<f32>, EmbedError> {
        let ids = self.tokens.ids(text)?;
        if let Some(&id) = ids.iter().find(|&&id| id as usize >= self.session.rows()) {
            return Err(EmbedError::Vocabulary { rows: self.session.rows(), found: id as usize });
        }
        // A tokenizer that puts nothing around a text makes none of an empty one.
        if ids.is_empty() {
            return Err(EmbedError::NoDirection { tokens: 0, length: "0".to_owned() });
        }
        let mut vector = self.session.run(&ids)?;
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        if vector.len() != self.dimensions || !length.is_normal() {
            return Err(EmbedError::NoDirection { tokens: ids.len(), length: length.to_string() });
        }
        vector.iter_mut().for_each(|x| *x /= length);
        Ok(vector)
    }

    /// Cuts `text` into windows that fit into the encoder together with `prefix` (as [`Encoder::window_text`]
    /// joins them), and gives their byte ranges, which lie on character borders.
    ///
    /// A text that fits is one range over all of it, an empty one too. Otherwise the windows end at the end of
    /// a line, sentence or word where one is near, overlap by about 32 word pieces and leave out nothing but
    /// white space. Only a single word longer than a window is cut within. Time and memory are linear in the
    /// length of the text.
    pub fn windows(&self, prefix: &str, text: &str) -> Result<Vec<Range<usize>>, EmbedError> {
        windows::windows(&self.tokens, prefix, text)
    }

    /// What to embed for a window: the prefix, a line break, the window. A prefix that needs more than half of
    /// the model's word pieces is cut to the whole words from its beginning that fit into that half.
    pub fn window_text(&self, prefix: &str, window: &str) -> Result<String, EmbedError> {
        let (prefix, _) = windows::fitted_prefix(&self.tokens, prefix)?;
        Ok(if prefix.is_empty() { window.to_owned() } else { format!("{prefix}\n{window}") })
    }
}

/// Compares a file's hash with the expected one.
fn unaltered(file: &'static str, bytes: &[u8], expected: &str) -> Result<(), EmbedError> {
    let found = sha256_hex(bytes);
    if found == expected {
        return Ok(());
    }
    Err(EmbedError::Altered { file, expected: expected.to_owned(), found })
}
