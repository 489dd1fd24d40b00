//! [`Written`]: the text of an answer with checked citations, as it comes; nothing if it is a refusal. As `written` in
//! `www/src/ask/ask.ts`.

use super::citations::{CitationFilter, is_blank};
use super::prompt::REFUSAL;

/// Length of an answer in units of UTF-16; a model that writes more goes round in circles.
const MAX_ANSWER: usize = 20_000;

/// An answer that is being written.
pub struct Written {
    filter: CitationFilter,
    length: usize,
    /// The beginning, until it is no refusal.
    head: Option<String>,
    /// Whether the model says that the sections do not say it.
    pub is_refused: bool,
    /// All that was let through.
    pub text: String,
}

impl Written {
    /// `sections`: how many were given.
    pub fn new(sections: usize) -> Self {
        let filter = CitationFilter::new(sections);
        Written { filter, length: 0, head: Some(String::new()), is_refused: false, text: String::new() }
    }

    /// What is let through with this piece.
    pub fn push(&mut self, piece: &str) -> String {
        self.length += piece.encode_utf16().count();
        let mut text = self.filter.push(piece);
        if let Some(head) = self.head.take() {
            text = format!("{head}{text}").trim_start_matches(is_blank).to_owned();
            if text.starts_with(REFUSAL) {
                self.is_refused = true;
                return String::new();
            }
            if REFUSAL.starts_with(&text) {
                self.head = Some(text);
                return String::new();
            }
        }
        self.text += &text;
        text
    }

    /// Whether no further piece would change anything, or only make it too long.
    pub fn is_over(&self) -> bool {
        self.is_refused || self.length > MAX_ANSWER
    }

    /// The rest; to be called at the end.
    pub fn end(&mut self) -> String {
        if self.is_refused {
            return String::new();
        }
        let rest = self.head.take().unwrap_or_default() + &self.filter.end();
        self.text += &rest;
        rest
    }
}
