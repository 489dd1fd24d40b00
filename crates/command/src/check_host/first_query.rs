//! What a reader's first query costs on a host: [`FirstQuery`].
//!
//! The engine answers a lexical query. Its blocks come out of whole files here; counted is what the client would request
//! by ranges, and what whole files cost.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::deployed::Deployed;
use super::ranges::{Habit, RangeAnswers};
use crate::error::CliError;
use docfuse::ids::SectionId;
use docfuse::index::{BlockRequest, Slot, Store, open_block};
use docfuse::limits::MAX_EXTRA_BYTES;
use docfuse::search::{Engine, Mode, Outcome, Request};

/// Round trips after which an engine that answers nothing is broken.
const MAX_ROUND_TRIPS: usize = 32;

/// Requests and bytes of a reader who has nothing of the site yet.
#[derive(Clone, Copy, Default, Serialize, JsonSchema)]
pub struct Cost {
    /// Their number.
    pub requests: u64,
    /// Of their bodies.
    pub bytes: u64,
}

/// A first lexical query. Costs include the manifest and the scripts as this host sends them.
#[derive(Serialize, JsonSchema)]
pub struct FirstQuery {
    /// The query.
    pub text: String,
    /// How many it has.
    pub hits: usize,
    /// On this host.
    pub here: Cost,
    /// If the host answered byte ranges.
    pub with_ranges: Cost,
    /// If it did not.
    pub with_whole_files: Cost,
}

impl FirstQuery {
    /// Asks a query, by default a heading in the middle of the site. `code`: what the page loads before it asks.
    ///
    /// # Errors
    /// Files that the host does not serve.
    pub fn of(
        deployed: &Deployed,
        text: Option<&str>,
        ranges: &RangeAnswers,
        code: Cost,
    ) -> Result<Self, CliError> {
        let mut reader = Reader { deployed, ranged: Cost::default(), whole: BTreeMap::new() };
        let text = match text {
            Some(text) => text.to_owned(),
            None => reader.heading()?,
        };
        let hits = reader.ask(&text)?;
        let with_ranges = code.and(reader.ranged.requests, reader.ranged.bytes);
        let sizes = reader.whole.values().map(|stored| stored.len() as u64);
        let with_whole_files = sizes.fold(code, |sum, bytes| sum.and(1, bytes));
        let answered = ranges.single.habit == Habit::Answered;
        let here = if answered { with_ranges } else { with_whole_files };
        Ok(FirstQuery { text, hits, here, with_ranges, with_whole_files })
    }
}

impl Cost {
    pub fn and(self, requests: u64, bytes: u64) -> Self {
        Cost { requests: self.requests + requests, bytes: self.bytes + bytes }
    }
}

/// A browser that has loaded nothing.
struct Reader<'a> {
    deployed: &'a Deployed,
    ranged: Cost,
    /// Whole files, by name.
    whole: BTreeMap<String, Vec<u8>>,
}

impl Reader<'_> {
    /// The heading, or else the page's title, of a section in the middle of the index.
    fn heading(&self) -> Result<String, CliError> {
        let mut store = Store::new(self.deployed.directory()?);
        let section = SectionId(store.directory().section_count() / 2);
        let mut files = BTreeMap::new();
        // Its leaf, then the text itself.
        for _ in 0..2 {
            let blocks = store.missing_texts([section].into_iter());
            for request in store.requests(&blocks) {
                let raw = block(self.deployed, &request, &mut files)?;
                // A damaged block leaves the section without a heading.
                let _ = store.supply(request.id, raw);
            }
        }
        let found = match store.text(section) {
            Some((Slot::Ready(fragment), place)) => fragment.sections.get(place).and_then(|section| {
                let title = || fragment.pages.get(section.page).map(|page| page.title.clone());
                Some(section.heading.clone()).filter(|heading| !heading.is_empty()).or_else(title)
            }),
            _ => None,
        };
        Ok(found.unwrap_or_default())
    }

    /// Answers a query; returns the number of hits.
    fn ask(&mut self, text: &str) -> Result<usize, CliError> {
        let mut engine = Engine::new(self.deployed.directory()?);
        let request = Request { text: text.to_owned(), mode: Mode::Lexical, limit: 10, ..Request::default() };
        let first = engine.preload(Mode::Lexical);
        self.bring(&mut engine, &first)?;
        for _ in 0..MAX_ROUND_TRIPS {
            match engine.query(&request, None)? {
                Outcome::Need(need) => self.bring(&mut engine, &need)?,
                Outcome::Answer(answer) => return Ok(answer.hits.len()),
                Outcome::Embed(_) | Outcome::Rerank(_) | Outcome::Count(_) => break,
            }
        }
        Err(CliError::Host(format!(
            "\"{text}\": an answer expected, none found; deploy the whole index folder again"
        )))
    }

    fn bring(&mut self, engine: &mut Engine, need: &[BlockRequest]) -> Result<(), CliError> {
        self.count(need);
        for request in need {
            let raw = block(self.deployed, request, &mut self.whole)?;
            // A damaged block counts as failed, and the query goes on.
            let _ = engine.supply(request.id, raw);
        }
        Ok(())
    }

    /// Counts what the client would request for blocks that it needs at once.
    fn count(&mut self, need: &[BlockRequest]) {
        let mut by_file: BTreeMap<(&str, u32), BTreeSet<(u32, u32)>> = BTreeMap::new();
        for BlockRequest { range, .. } in need {
            by_file.entry((&range.file, range.size)).or_default().insert((range.start, range.end));
        }
        for ((_, size), ranges) in by_file {
            let mut joined: Vec<(u32, u32)> = Vec::new();
            for (start, end) in ranges {
                match joined.last_mut() {
                    Some(last) if last.1 == start => last.1 = end,
                    _ => joined.push((start, end)),
                }
            }
            for (start, end) in joined {
                let length = end.saturating_sub(start);
                let rest = size.saturating_sub(length);
                let bytes = if rest <= MAX_EXTRA_BYTES { size } else { length };
                self.ranged = self.ranged.and(1, bytes.into());
            }
        }
    }
}

/// The decompressed content of a block, out of its whole file, which is kept in `files`.
fn block(
    deployed: &Deployed,
    request: &BlockRequest,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<Vec<u8>, CliError> {
    let range = &request.range;
    if !files.contains_key(&range.file) {
        files.insert(range.file.clone(), deployed.host.stored(&range.file)?);
    }
    let stored = files.get(&range.file).and_then(|file| file.get(range.start as usize..range.end as usize));
    let stored = stored.ok_or_else(|| {
        CliError::Host(format!(
            "{}{}: {} bytes expected, fewer found; deploy the whole index folder",
            deployed.host.base, range.file, range.size
        ))
    })?;
    open_block(range, stored).map_err(CliError::index(deployed.host.base.as_ref()))
}
