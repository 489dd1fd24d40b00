//! The tables of `docfuse.toml` that set the ranking. Their keys are those of [`ranking_settings`].

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::source::{Source, Wrong};
use docfuse::index::{Ranking, Setting};
use docfuse::search::ranking_settings;
use docfuse_site::wording::{Form, one_of, shortened};

/// Reads the ranking from the text of a settings file.
///
/// # Errors
/// Not TOML, an unknown key, or a value that is not allowed: the message gives the line, the key, what is allowed and
/// what was found.
pub(super) fn ranking(source: Source<'_>) -> Result<Ranking, Wrong> {
    let file = DeTable::parse(source.text).map_err(|error| source.no_toml(&error))?;
    let mut reader = Reader { source, ranking: Ranking::default() };
    for (name, value) in file.get_ref() {
        let name: &str = name.get_ref();
        match value.get_ref() {
            _ if below(name).next().is_none() => {}
            DeValue::Table(table) => reader.table(name, table)?,
            _ => return Err(reader.wrong(value, name, source.table())),
        }
    }
    Ok(reader.ranking)
}

/// Reads one setting of a command line, `KEY=VALUE` as in a settings file.
///
/// # Errors
/// As for [`ranking`], without a line.
pub fn setting(typed: &str) -> Result<(String, f32), String> {
    let wrong = |message: &str| format!("--set {typed}: {message}");
    let source = Source { text: typed, form: Form::Toml };
    let read = ranking(source).map_err(|error| wrong(&error.message))?;
    let [number] = <[_; 1]>::try_from(read.numbers).map_err(|found| {
        wrong(&format!("one setting of the ranking expected, such as fusion.k=20, {} found", found.len()))
    })?;
    Ok(number)
}

/// Settings in the table `path`, or in tables inside it.
fn below(path: &str) -> impl Iterator<Item = &'static Setting> {
    ranking_settings().filter(move |setting| rest(setting, path).is_some())
}

/// The key of a setting from a table on.
fn rest<'a>(setting: &'a Setting, path: &str) -> Option<&'a str> {
    setting.key.strip_prefix(path)?.strip_prefix('.')
}

/// The only setting whose values have names, and these, in the order of their numbers.
const MATCH: &str = "search.match";
const MATCHES: [&str; 2] = ["best", "all"];

/// Whether queries that do not say it need all their words.
pub fn needs_all(ranking: &Ranking) -> bool {
    ranking.numbers.iter().any(|(key, number)| key == MATCH && *number > 0.0)
}

/// Whether the values of a setting have names.
pub fn has_names(setting: &Setting) -> bool {
    setting.key == MATCH
}

struct Reader<'a> {
    source: Source<'a>,
    ranking: Ranking,
}

impl Reader<'_> {
    fn table(&mut self, path: &str, table: &DeTable<'_>) -> Result<(), Wrong> {
        for (name, value) in table {
            let key = format!("{path}.{}", name.get_ref());
            if let Some(setting) = ranking_settings().find(|setting| setting.key == key) {
                self.ranking.numbers.push((key, self.number(setting, value)?));
            } else if below(&key).next().is_none() {
                return Err(self.unknown(path, name));
            } else if let DeValue::Table(table) = value.get_ref() {
                self.table(&key, table)?;
            } else {
                return Err(self.wrong(value, &key, self.source.table()));
            }
        }
        Ok(())
    }

    fn number(&self, setting: &Setting, value: &Spanned<DeValue<'_>>) -> Result<f32, Wrong> {
        if has_names(setting) {
            let named =
                value.get_ref().as_str().and_then(|name| MATCHES.iter().position(|other| *other == name));
            let wrong = || self.wrong(value, MATCH, "\"best\" or \"all\"");
            return named.map(|at| at as f32).ok_or_else(wrong);
        }
        let number = match value.get_ref() {
            DeValue::Integer(whole) => {
                i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(|it| it as f32)
            }
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        let (least, most) = setting.range;
        let allowed =
            |number: &f32| (least..=most).contains(number) && (!setting.whole || number.fract() == 0.0);
        number.filter(allowed).ok_or_else(|| {
            let kind = if setting.whole { "a whole number" } else { "a number" };
            self.wrong(value, setting.key, &format!("{kind} from {least} to {most}"))
        })
    }

    fn unknown(&self, path: &str, name: &Spanned<DeString<'_>>) -> Wrong {
        let mut names: Vec<&str> = Vec::new();
        for setting in below(path) {
            let first = rest(setting, path).and_then(|rest| rest.split('.').next()).unwrap_or_default();
            if !names.contains(&first) {
                names.push(first);
            }
        }
        self.source.wrong(name.span().start, path, &one_of(&names), shortened(name.get_ref()))
    }

    fn wrong(&self, value: &Spanned<DeValue<'_>>, key: &str, allowed: &str) -> Wrong {
        let found = match value.get_ref() {
            DeValue::Table(_) => "several settings".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            _ => shortened(self.source.text.get(value.span()).unwrap_or_default()),
        };
        self.source.wrong(value.span().start, key, allowed, found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, Ranking, Source, setting};

    fn ranking(text: &str) -> Result<Ranking, String> {
        super::ranking(Source { text, form: Form::Toml }).map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_are_read_by_key() {
        let nested = ranking("[intent.question]\ndense = 1.5").unwrap();
        assert_eq!(nested.numbers, [("intent.question.dense".to_owned(), 1.5)]);
        let read =
            ranking("[bm25]\nk1 = 1\n[fusion]\nk = 10\nweights.dense = 0.5\ncandidates = 0x20").unwrap();
        let mut numbers = read.numbers;
        numbers.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [("fusion.candidates", 32.0), ("fusion.k", 10.0), ("fusion.weights.dense", 0.5)];
        assert_eq!(numbers, expected.map(|(key, number)| (key.to_owned(), number)));
        assert!(ranking("").unwrap().numbers.is_empty());
    }

    #[test]
    fn one_setting_is_read_from_a_command_line() {
        let read = setting("fusion.weights.dense=0.5").unwrap();
        assert_eq!(read, ("fusion.weights.dense".to_owned(), 0.5));
        for (typed, part) in [
            ("fusion.k=0", "--set fusion.k=0: fusion.k: a number from 1 to 1000 expected, 0 found"),
            ("fusion.key=1", "fusion: one of k, known, weights, candidates expected, key found"),
            ("bm25.k1=1", "one setting of the ranking expected, such as fusion.k=20, 0 found"),
            ("fusion.k=1\nfusion.candidates=1", "2 found"),
            ("fusion.k", "--set fusion.k: a setting such as"),
        ] {
            let message = setting(typed).unwrap_err();
            assert!(message.contains(part), "{message} lacks {part}");
        }
    }

    #[test]
    fn words_that_must_match_are_named() {
        for (name, number) in [("best", 0.0), ("all", 1.0)] {
            let read = ranking(&format!("[search]\nmatch = {name:?}")).unwrap();
            assert_eq!(read.numbers, [("search.match".to_owned(), number)]);
        }
        for wrong in ["1", "\"some\""] {
            let message = ranking(&format!("[search]\nmatch = {wrong}")).unwrap_err();
            assert_eq!(message, format!("line 2: search.match: \"best\" or \"all\" expected, {wrong} found"));
        }
    }

    #[test]
    fn errors_name_line_key_and_allowed_values() {
        for (text, expected) in [
            (
                "[fusion]\ncandidates = 0",
                "line 2: fusion.candidates: a whole number from 1 to 1000 expected, 0 found",
            ),
            (
                "[fusion]\ncandidates = 1.5",
                "line 2: fusion.candidates: a whole number from 1 to 1000 expected, 1.5 found",
            ),
            ("[fusion]\n\nk = \"a\"", "line 3: fusion.k: a number from 1 to 1000 expected, \"a\" found"),
            ("[fusion]\nk = nan", "line 2: fusion.k: a number from 1 to 1000 expected, nan found"),
            (
                "[fusion]\nweights.dense = -1",
                "line 2: fusion.weights.dense: a number from 0 to 100 expected, -1 found",
            ),
            (
                "[fusion.weights]\nwords = 2",
                "line 2: fusion.weights: one of lexical, lexicon, dense, links expected, words found",
            ),
            (
                "[intent.question]\nwords = 2",
                "line 2: intent.question: one of lexical, lexicon, dense, links expected, words found",
            ),
            ("[fusion]\nweights = 2", "line 2: fusion.weights: a table expected, 2 found"),
            ("fusion = [1]", "line 1: fusion: a table expected, a list found"),
        ] {
            assert_eq!(ranking(text).unwrap_err(), expected, "{text}");
        }
    }
}
