//! [`Records`]: the records that a program has added, to be replaced and removed.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value};

use docfuse::index::Page;
use docfuse_site::jsonl::{JsonlErrorKind, JsonlReader};

type Record = Map<String, Value>;

/// Records in the order in which they came, each with an id of its own. Pages are made of them with each build, since
/// what a page has of one of its records could not be taken back.
pub struct Records {
    language: String,
    records: BTreeMap<usize, Record>,
    /// The number of each record, by its id.
    numbers: HashMap<String, usize>,
    next: usize,
}

impl Records {
    /// None yet; those to come are in `language` (a language tag in lower case) if they say no other.
    pub fn new(language: &str) -> Self {
        Records { language: language.to_owned(), records: BTreeMap::new(), numbers: HashMap::new(), next: 0 }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// What is wrong with it; a record of its id.
    pub fn add(&mut self, record: Record) -> Result<(), JsonlErrorKind> {
        let (id, record) = self.checked(record)?;
        if self.numbers.contains_key(&id) {
            return Err(JsonlErrorKind::Twice(id));
        }
        self.insert(self.next, id, record);
        Ok(())
    }

    /// Puts a record into the place of the one with its id, or behind all others. Returns whether there was one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn replace(&mut self, record: Record) -> Result<bool, JsonlErrorKind> {
        let (id, record) = self.checked(record)?;
        let known = self.numbers.get(&id).copied();
        self.insert(known.unwrap_or(self.next), id, record);
        Ok(known.is_some())
    }

    /// Removes the record with this id. Returns whether there was one.
    pub fn remove(&mut self, id: &str) -> bool {
        let number = self.numbers.remove(id);
        number.is_some_and(|number| self.records.remove(&number).is_some())
    }

    /// Removes the records of a page; returns how many. O(records).
    pub fn remove_page(&mut self, url: &str) -> usize {
        let before = self.records.len();
        self.records.retain(|_, record| match text(record, "url") {
            "" => id(record) != url,
            address => address != url,
        });
        self.numbers.retain(|_, number| self.records.contains_key(number));
        before - self.records.len()
    }

    /// The pages of all records. O(records).
    ///
    /// # Errors
    /// None but what [`Self::add`] would have told.
    pub fn pages(&self) -> Result<Vec<Page>, JsonlErrorKind> {
        let mut reader = JsonlReader::new(&self.language);
        self.records.values().try_for_each(|record| reader.add(record.clone()))?;
        Ok(reader.finish())
    }

    fn insert(&mut self, number: usize, id: String, record: Record) {
        self.next = self.next.max(number + 1);
        self.numbers.insert(id, number);
        self.records.insert(number, record);
    }

    /// A record that pages can be made of, with its id, which is its address if it says none.
    fn checked(&self, mut record: Record) -> Result<(String, Record), JsonlErrorKind> {
        let address = match text(&record, "anchor") {
            "" => text(&record, "url").to_owned(),
            anchor => format!("{}#{anchor}", text(&record, "url")),
        };
        if !record.contains_key("id") && !record.contains_key("_id") && !address.is_empty() {
            record.insert("id".to_owned(), address.into());
        }
        JsonlReader::new(&self.language).add(record.clone())?;
        Ok((id(&record), record))
    }
}

/// The id of a record; a number as a text.
fn id(record: &Record) -> String {
    let id = record.get("id").or_else(|| record.get("_id"));
    id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned)).unwrap_or_default()
}

fn text<'a>(record: &'a Record, name: &str) -> &'a str {
    record.get(name).and_then(Value::as_str).unwrap_or_default()
}
