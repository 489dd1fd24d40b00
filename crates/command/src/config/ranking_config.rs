//! The tables of `docfuse.toml` that set the ranking. Their keys are those of [`ranking_settings`].

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use docfuse::index::{Ranking, Setting};
use docfuse::search::ranking_settings;

/// Reads the ranking from the text of a settings file.
///
/// # Errors
/// Not TOML, an unknown key, or a value that is not allowed: the message gives the line, the key, what is allowed and
/// what was found.
pub fn ranking(text: &str) -> Result<Ranking, String> {
    let file = DeTable::parse(text).map_err(|error| error.to_string())?;
    let mut reader = Reader { text, ranking: Ranking::default() };
    for (name, value) in file.get_ref() {
        let name: &str = name.get_ref();
        if let DeValue::Table(table) = value.get_ref()
            && below(name).next().is_some()
        {
            reader.table(name, table)?;
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
    let read = ranking(typed).map_err(|error| wrong(error.strip_prefix("line 1: ").unwrap_or(&error)))?;
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
    text: &'a str,
    ranking: Ranking,
}

impl Reader<'_> {
    fn table(&mut self, path: &str, table: &DeTable<'_>) -> Result<(), String> {
        for (name, value) in table {
            let key = format!("{path}.{}", name.get_ref());
            if let Some(setting) = ranking_settings().find(|setting| setting.key == key) {
                self.ranking.numbers.push((key, self.number(setting, value)?));
            } else if let DeValue::Table(table) = value.get_ref()
                && below(&key).next().is_some()
            {
                self.table(&key, table)?;
            } else {
                return Err(self.unknown(path, name));
            }
        }
        Ok(())
    }

    fn number(&self, setting: &Setting, value: &Spanned<DeValue<'_>>) -> Result<f32, String> {
        if has_names(setting) {
            let named =
                value.get_ref().as_str().and_then(|name| MATCHES.iter().position(|other| *other == name));
            return named.map(|at| at as f32).ok_or_else(|| {
                let (line, found) = (self.line(value.span().start), &self.text[value.span()]);
                format!("line {line}: {MATCH}: \"best\" or \"all\" expected, {found} found")
            });
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
            let (line, kind) =
                (self.line(value.span().start), if setting.whole { "a whole number" } else { "a number" });
            let found = &self.text[value.span()];
            format!("line {line}: {}: {kind} from {least} to {most} expected, {found} found", setting.key)
        })
    }

    fn unknown(&self, path: &str, name: &Spanned<DeString<'_>>) -> String {
        let mut keys: Vec<String> = Vec::new();
        for setting in below(path) {
            let first = rest(setting, path).and_then(|rest| rest.split('.').next()).unwrap_or_default();
            let first = format!("\"{first}\"");
            if !keys.contains(&first) {
                keys.push(first);
            }
        }
        let line = self.line(name.span().start);
        format!("line {line}: {path}: {} expected, {} found", keys.join(" or "), name.get_ref())
    }

    fn line(&self, start: usize) -> usize {
        self.text[..start].matches('\n').count() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::{ranking, setting};

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
            ("fusion.key=1", "fusion: \"k\" or"),
            ("bm25.k1=1", "one setting of the ranking expected, such as fusion.k=20, 0 found"),
            ("fusion.k=1\nfusion.candidates=1", "2 found"),
            ("fusion.k", "--set fusion.k: "),
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
                "line 2: fusion.weights: \"lexical\" or \"lexicon\" or \"dense\" or \"links\" expected, words found",
            ),
            (
                "[intent.question]\nwords = 2",
                "line 2: intent.question: \"lexical\" or \"lexicon\" or \"dense\" or \"links\" expected, words found",
            ),
            (
                "[fusion]\nweights = 2",
                "line 2: fusion: \"k\" or \"weights\" or \"candidates\" expected, weights found",
            ),
        ] {
            assert_eq!(ranking(text).unwrap_err(), expected, "{text}");
        }
    }
}
