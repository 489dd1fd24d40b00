//! The table `[text]` of `docfuse.toml`: stop words by language, and the least length of a term.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use super::given::{Given, Texts};
use super::source::{Source, Wrong};

use docfuse::text::{TextSettings, fold};
use docfuse_site::wording::shortened;
use docfuse_site::{language_tag, primary_language};

/// Most characters that [`TextTable::min_term_length`] may ask for. Longer words are names.
const MAX_LEAST_LENGTH: usize = 10;

/// The table as written.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct TextTable {
    stop_words: Option<Spanned<Words>>,
    stop_words_also: Option<Spanned<Words>>,
    min_term_length: Option<Spanned<Given>>,
}

/// Words of all languages, or of each by its tag.
#[derive(Clone)]
enum Words {
    All(Vec<String>),
    Each(BTreeMap<String, Vec<String>>),
}

/// The checked table.
#[derive(Default)]
pub struct TextConfig {
    replacing: Option<Words>,
    added: Option<Words>,
    min_term_length: u32,
}

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of words, or such lists by language,")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Words, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(items)).map(Words::All)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Words, A::Error> {
                let mut each = BTreeMap::new();
                while let Some((language, words)) = entries.next_entry::<String, Texts>()? {
                    each.insert(language, words.plain());
                }
                Ok(Words::Each(each))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl TextTable {
    pub(crate) fn checked(&self, source: Source<'_>) -> Result<TextConfig, Wrong> {
        let mut min_term_length = 1;
        let lengths = 1..=MAX_LEAST_LENGTH;
        source.whole("text.min_term_length", &self.min_term_length, lengths, &mut min_term_length)?;
        Ok(TextConfig {
            replacing: checked(source, "text.stop_words", self.stop_words.as_ref())?,
            added: checked(source, "text.stop_words_also", self.stop_words_also.as_ref())?,
            min_term_length: min_term_length as u32,
        })
    }
}

fn checked(
    source: Source<'_>,
    key: &'static str,
    written: Option<&Spanned<Words>>,
) -> Result<Option<Words>, Wrong> {
    let Some(written) = written else { return Ok(None) };
    let wrong = |allowed: &str, found: &str| {
        source.wrong(written.span().start, key, allowed, format!("{:?}", shortened(found)))
    };
    let words = written.get_ref();
    if let Words::Each(lists) = words
        && let Some(unknown) = lists.keys().find(|tag| language_tag(tag).is_none())
    {
        return Err(wrong("a language tag such as \"en\"", unknown));
    }
    let is_word = |word: &&String| !fold(word).is_empty() && !word.contains(char::is_whitespace);
    match words.all().find(|word| !is_word(word)) {
        Some(found) => Err(wrong("single words", found)),
        None => Ok(Some(words.clone())),
    }
}

/// Whether the tag `written` has the primary subtag of a language.
pub fn is_same_language(written: &str, language: &str) -> bool {
    language_tag(written).is_some_and(|tag| primary_language(&tag) == primary_language(language))
}

impl Words {
    fn all(&self) -> impl Iterator<Item = &String> {
        let (all, each) = match self {
            Words::All(words) => (Some(words), None),
            Words::Each(lists) => (None, Some(lists)),
        };
        all.into_iter().flatten().chain(each.into_iter().flat_map(BTreeMap::values).flatten())
    }

    /// The words of a language; `None` if there are only those of others.
    fn of(&self, language: &str) -> Option<&[String]> {
        match self {
            Words::All(words) => Some(words),
            Words::Each(lists) => {
                let list = lists.iter().find(|(tag, _)| is_same_language(tag, language));
                list.map(|(_, words)| words.as_slice())
            }
        }
    }
}

impl TextConfig {
    /// The settings for the pages of a language.
    pub fn of(&self, language: &str) -> TextSettings {
        let words =
            |words: &Option<Words>| words.as_ref().and_then(|words| words.of(language)).map(<[_]>::to_vec);
        let replacing = words(&self.replacing);
        let only_own_stop_words = replacing.is_some();
        let all = replacing.into_iter().chain(words(&self.added)).flatten();
        let mut stop_words: Vec<String> = all.map(|word| fold(&word)).collect();
        stop_words.sort_unstable();
        stop_words.dedup();
        TextSettings { stop_words, only_own_stop_words, min_term_length: self.min_term_length }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::parse;

    #[test]
    fn stop_words_are_of_all_languages_or_of_one() {
        for (text, language, words, only_own) in [
            ("", "en", "", false),
            ("stop_words_also = [\"Widget\", \"acme\"]", "de", "acme widget", false),
            ("stop_words = [\"a\"]\nstop_words_also = [\"für\", \"a\"]", "de", "a fur", true),
            ("stop_words = { de = [\"a\"] }", "de-at", "a", true),
            ("stop_words = { de = [\"a\"] }", "en", "", false),
            ("stop_words.de = []\nstop_words_also.en = [\"b\"]", "de", "", true),
            ("stop_words.de = []\nstop_words_also.en = [\"b\"]", "en", "b", false),
        ] {
            let settings = parse(&format!("[text]\n{text}")).unwrap().words.of(language);
            assert_eq!(
                (settings.stop_words.join(" "), settings.only_own_stop_words),
                (words.to_owned(), only_own)
            );
            assert_eq!(settings.min_term_length, 1);
        }
        assert_eq!(parse("[text]\nmin_term_length = 3").unwrap().words.of("en").min_term_length, 3);
    }

    #[test]
    fn errors_name_line_key_and_allowed_values() {
        for (text, expected) in [
            (
                "min_term_length = 0",
                "line 2: text.min_term_length: a whole number from 1 to 10 expected, 0 found",
            ),
            (
                "min_term_length = 11",
                "line 2: text.min_term_length: a whole number from 1 to 10 expected, 11 found",
            ),
            ("stop_words = [\"a b\"]", "line 2: text.stop_words: single words expected, \"a b\" found"),
            (
                "\nstop_words_also = { de = [\"\"] }",
                "line 3: text.stop_words_also: single words expected, \"\" found",
            ),
            (
                "stop_words.german = []",
                "line 2: text.stop_words: a language tag such as \"en\" expected, \"german\" found",
            ),
        ] {
            assert_eq!(parse(&format!("[text]\n{text}")).err().unwrap().to_string(), expected);
        }
        let message = parse("[text]\nstop_words = 1").err().unwrap().to_string();
        let expected =
            "line 2: text.stop_words: a list of words, or such lists by language, expected, 1 found";
        assert_eq!(message, expected);
    }
}
