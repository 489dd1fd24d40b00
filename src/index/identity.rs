//! The identity of an index: a hash of all that it is made of. Each value is taken apart by name, so that a new field cannot be
//! forgotten.

use sha2::{Digest, Sha256};

use super::index_file::first_eight;
use super::input::{DenseInput, IndexSettings};
use super::page::{Also, Edition, Link, Name, Page, Section};
use super::ranking::Ranking;
use super::rules::Rule;
use crate::dense::DenseParams;
use crate::format::{Generation, VERSION};
use crate::lexical::Bm25Params;
use crate::model::WindowSettings;
use crate::text::{ANALYZER_VERSION, TextSettings};

/// Hashes all input of an index. Each value has a fixed length or is prefixed with its length, so that no two inputs hash
/// alike.
pub(super) fn generation(
    pages: &[Page],
    dense_input: Option<&DenseInput<'_>>,
    settings: &IndexSettings,
) -> Generation {
    let mut hash = Identity(Sha256::new());
    hash.number(VERSION.into());
    hash.number(ANALYZER_VERSION.into());
    hash.settings(settings);
    if let Some(input) = dense_input {
        hash.text(&input.info.onnx_sha256);
        hash.text(input.info.query_sha256.as_deref().unwrap_or_default());
        hash.text(&input.info.tokenizer_sha256);
        hash.text(&input.info.passage_prompt);
        hash.number(input.dimensions as u64);
    }
    hash.list(pages, Identity::page);
    Generation(first_eight(&hash.0.finalize().into()))
}

struct Identity(Sha256);

impl Identity {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn float(&mut self, number: f32) {
        self.0.update(number.to_bits().to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text);
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|it| each(self, it));
    }

    fn texts(&mut self, texts: &[String]) {
        self.list(texts, |hash, text| hash.text(text));
    }

    fn pairs(&mut self, pairs: &[(String, String)]) {
        self.list(pairs, |hash, (name, value)| {
            hash.text(name);
            hash.text(value);
        });
    }

    fn optional(&mut self, text: Option<&str>) {
        self.number(text.is_some().into());
        self.text(text.unwrap_or_default());
    }

    fn settings(&mut self, settings: &IndexSettings) {
        let IndexSettings { language, dictionary, text, synonyms, bm25, ranking, windows, dense, .. } =
            settings;
        let IndexSettings { lexicon, needs_all, rules, leaves_from, .. } = settings;
        self.text(language);
        self.texts(dictionary);
        let TextSettings { stop_words, only_own_stop_words, min_term_length } = text;
        self.texts(stop_words);
        self.number((*only_own_stop_words).into());
        self.number((*min_term_length).into());
        self.list(synonyms, |hash, synonym| {
            hash.text(&synonym.word);
            hash.texts(&synonym.others);
        });
        let Bm25Params { k1, b, boost, bonus, lengths } = bm25;
        self.float(*k1);
        [b, boost, bonus, lengths].into_iter().flatten().for_each(|number| self.float(*number));
        let Ranking { numbers } = ranking;
        self.list(numbers, |hash, (key, number)| {
            hash.text(key);
            hash.float(*number);
        });
        let WindowSettings { length, overlap } = windows;
        self.number(*length as u64);
        self.number(*overlap as u64);
        let DenseParams { bits } = dense;
        self.number(*bits as u64);
        self.number((*lexicon).into());
        self.number((*needs_all).into());
        self.list(rules, Self::rule);
        self.number(leaves_from.map_or(u64::MAX, u64::from));
    }

    fn rule(&mut self, rule: &Rule) {
        let Rule { queries, by, similarity, vectors, url, title, note } = rule;
        self.texts(queries);
        self.number(*by as u64);
        self.float(similarity.unwrap_or(f32::INFINITY));
        self.texts(vectors);
        [url, title, note].into_iter().for_each(|text| self.optional(text.as_deref()));
    }

    /// What its author is told of it ([`Page::left_parts`]) is no part of an index.
    fn page(&mut self, page: &Page) {
        let Page { url, title, description, language, filters, meta, version, path_words, .. } = page;
        let Page { is_secondary, sections, links, left_parts: _, .. } = page;
        [url, title, description, language, version, path_words].into_iter().for_each(|text| self.text(text));
        self.pairs(filters);
        self.pairs(meta);
        self.number((*is_secondary).into());
        self.list(sections, Self::section);
        self.list(links, |hash, Link { from, page, anchor, text }| {
            hash.number(*from as u64);
            [page, anchor, text].into_iter().for_each(|text| hash.text(text));
        });
    }

    fn section(&mut self, section: &Section) {
        let Section { id, anchor, heading, path, text, source, code, word_parts, keywords, .. } = section;
        let Section { page_keywords, weight, symbol_kind, is_deprecated, names, anchor_texts, .. } = section;
        let Section { linking_pages, also, edition, other_editions, .. } = section;
        let texts = [id, anchor, heading, text, word_parts, keywords, page_keywords];
        texts.into_iter().for_each(|text| self.text(text));
        self.texts(path);
        self.number(*source as u64);
        self.list(code, |hash, range| {
            hash.number(range.start as u64);
            hash.number(range.end as u64);
        });
        self.float(*weight);
        self.text(symbol_kind);
        self.number((*is_deprecated).into());
        self.list(names, |hash, Name { text, kind }| {
            hash.text(text);
            hash.number(*kind as u64);
        });
        self.texts(anchor_texts);
        self.number((*linking_pages).into());
        self.list(also, Self::also);
        self.number(edition.is_some().into());
        if let Some(Edition { group, rank }) = edition {
            self.number((*group).into());
            self.number((*rank).into());
        }
        self.list(other_editions, Self::also);
    }

    fn also(&mut self, Also { url, title, version }: &Also) {
        [url, title, version].into_iter().for_each(|text| self.text(text));
    }
}
