//! An index in memory, and its engine.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use docfuse::index::{IndexSettings, Page, build, open_block};
use docfuse::search::{Answer, Engine, Mode, Outcome, Request};

/// An index of words for each language of a site.
pub struct Indexes(BTreeMap<String, Index>);

struct Index {
    files: HashMap<String, Vec<u8>>,
    engine: Engine,
}

impl Indexes {
    pub fn of(pages: &[Page]) -> Self {
        let mut by_language: BTreeMap<String, Vec<Page>> = BTreeMap::new();
        for page in pages {
            by_language.entry(page.language.clone()).or_default().push(page.clone());
        }
        Indexes(
            by_language
                .into_iter()
                .map(|(language, pages)| (language.clone(), Index::of(&pages, language)))
                .collect(),
        )
    }

    /// The answer for readers of a language; `None` if no page is in it.
    pub fn ask(&mut self, language: &str, text: &str, limit: usize) -> Option<Answer> {
        self.piece(language, text, 0..limit)
    }

    /// The same, of the hits at these places.
    pub fn piece(&mut self, language: &str, text: &str, places: Range<usize>) -> Option<Answer> {
        Some(self.0.get_mut(language)?.ask(text, places))
    }
}

impl Index {
    fn of(pages: &[Page], language: String) -> Self {
        let settings = IndexSettings { language, ..IndexSettings::default() };
        let index = build(pages, None, &settings, &|_, _, _| {}).unwrap();
        let engine = Engine::new(index.manifest.directory().unwrap());
        let files = index.files.into_iter().map(|file| (file.file.name, file.content)).collect();
        Index { files, engine }
    }

    fn ask(&mut self, text: &str, places: Range<usize>) -> Answer {
        let (text, offset) = (text.to_owned(), places.start);
        let request =
            Request { text, mode: Mode::Lexical, limit: places.len(), offset, ..Request::default() };
        loop {
            match self.engine.query(&request, None).unwrap() {
                Outcome::Answer(answer) => return answer,
                Outcome::Need(blocks) => {
                    for block in blocks {
                        let range = &block.range;
                        let stored = &self.files[&range.file][range.start as usize..range.end as usize];
                        self.engine.supply(block.id, open_block(range, stored).unwrap()).unwrap();
                    }
                }
                Outcome::Embed(_) | Outcome::Rerank(_) | Outcome::Count(_) => {
                    panic!("an answer by words expected")
                }
            }
        }
    }
}
