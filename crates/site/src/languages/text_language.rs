//! Which language a text is in: [`share`], the share of its words that are stop words of a language, or of its letters
//! if they tell it; [`likely`], the language with the most; [`foreign_pages`], for what an author is told.

use std::collections::BTreeMap;
use std::iter;

use super::language_tag::primary;
use super::letters::{by_letters, percent};
use docfuse::index::{Page, Section};
use docfuse::text::{Analyzer, AnalyzerSettings, Language};

/// Bytes of text that are enough to tell its language.
const SAMPLE_BYTES: usize = 4 << 10;

/// Fewer bytes of text say nothing.
const MIN_SAMPLE_BYTES: usize = 200;

/// Least share, in percent, for a text to be in a language. Running text has 25 to 50, lists of names next to none.
pub(super) const MIN_SHARE: usize = 15;

/// Most pages of a language whose texts are compared, spread over all: each is compared with all languages.
const MAX_PAGES: usize = 48;

/// Least share of the pages of an index in another language, in percent, for the author to be told.
const MIN_FOREIGN: usize = 20;

/// Least share of letters in the script of a language, in percent, for a text with Latin words to be in it: names, commands,
/// and licenses that nobody translates.
const MIN_OWN: usize = 2;

/// The languages in Latin letters with a list of stop words.
const LISTED: [&str; 11] = ["en", "de", "fr", "es", "it", "pt", "nl", "ca", "cs", "id", "pl"];

/// Letters of listed languages, one of which a text in them has. Those without a list that are alike have others.
const OWN_LETTERS: [(&str, &str); 2] = [("cs", "ěřů"), ("pl", "ąęłśżźćń")];

/// Pages of an index that are in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignPages {
    /// The language that the pages have.
    pub language: String,
    /// The language of their texts.
    pub likely: &'static str,
    /// How many pages are in that one, of those looked at.
    pub count: usize,
    /// Pages of the index that were looked at.
    pub looked_at: usize,
    /// Some of them.
    pub pages: Vec<String>,
}

/// The beginning of the text of some sections, without code, which has the words of its own language.
pub(crate) fn sample(sections: &[Section]) -> String {
    let mut sample = String::new();
    for section in sections {
        if sample.len() >= SAMPLE_BYTES {
            break;
        }
        let (starts, ends) =
            (section.code.iter().map(|code| code.start), section.code.iter().map(|code| code.end));
        let prose = iter::once(0).chain(ends).zip(starts.chain([section.text.len()]));
        sample.extend(prose.flat_map(|(start, end)| [&section.text[start..end], "\n"]));
    }
    sample.truncate(sample.floor_char_boundary(SAMPLE_BYTES));
    sample
}

/// Percent of a text that shows that it is in the language of a tag; `None` if nothing could.
pub(crate) fn share(text: &str, tag: &str) -> Option<usize> {
    let language = primary(tag);
    if LISTED.contains(&language) { Some(stop_words(text, language)) } else { percent(text, language) }
}

/// Percent of the words of a text that are stop words of a language.
fn stop_words(text: &str, language: &str) -> usize {
    let language = Language::from_tag(language);
    let analyzer = Analyzer::unstemmed(&AnalyzerSettings { language, ..AnalyzerSettings::default() });
    let (mut found, mut all) = (0, 0);
    analyzer.terms(text, |term| {
        all += 1;
        found += usize::from(term.stop);
    });
    found * 100 / all.max(1)
}

/// Whether two tags are of one language.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let analyzed = Language::from_tag(one);
    primary(one) == primary(other) || analyzed != Language::Other && analyzed == Language::from_tag(other)
}

/// The language of a text if it is plainly not that of a tag; `None` if it is too short, or in one that nothing shows.
fn foreign(text: &str, tag: &str) -> Option<&'static str> {
    if let Some(found) = by_letters(text) {
        return Some(found.language).filter(|_| found.excludes(primary(tag)));
    }
    // No page in Latin letters has these.
    if percent(text, primary(tag)).is_some_and(|percent| percent >= MIN_OWN) {
        return None;
    }
    let (most, likely) = LISTED.into_iter().map(|language| (stop_words(text, language), language)).max()?;
    let has_own_letters = || {
        let own = OWN_LETTERS.iter().find(|(language, _)| *language == likely);
        own.is_none_or(|(_, letters)| text.contains(|c: char| letters.contains(c)))
    };
    if most < MIN_SHARE || is_same(tag, likely) || !has_own_letters() {
        return None;
    }
    // Languages that are alike share words: the other one must have many more. One of which nothing shows a text, such as
    // Galician, may have many of Portuguese, and has next to none of English.
    let is_foreign = share(text, tag).map_or(likely == "en", |of_own| most >= of_own * 2);
    is_foreign.then_some(likely)
}

/// For each language of the pages, those that are in another one, if they are a fifth or more.
pub fn foreign_pages(pages: &[Page]) -> Vec<ForeignPages> {
    let mut by_language: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for page in pages {
        by_language.entry(&page.language).or_default().push(page);
    }
    by_language.into_iter().flat_map(|(tag, pages)| foreign_pages_of(tag, &pages)).collect()
}

fn foreign_pages_of(tag: &str, pages: &[&Page]) -> Vec<ForeignPages> {
    let mut looked_at = 0;
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for page in spread(pages) {
        let text = sample(&page.sections);
        if text.len() < MIN_SAMPLE_BYTES {
            continue;
        }
        looked_at += 1;
        if let Some(likely) = foreign(&text, tag) {
            found.entry(likely).or_default().push(&page.url);
        }
    }
    let are_many = |pages: &Vec<&str>| pages.len() * 100 >= looked_at * MIN_FOREIGN;
    let many = found.into_iter().filter(|(_, pages)| are_many(pages));
    many.map(|(likely, pages)| ForeignPages {
        language: tag.to_owned(),
        likely,
        count: pages.len(),
        looked_at,
        pages: pages.iter().take(3).map(|url| (*url).to_owned()).collect(),
    })
    .collect()
}

/// One page of each of [`MAX_PAGES`] stretches, at changing places: translations may stand beside each other.
fn spread<'a>(pages: &'a [&'a Page]) -> impl Iterator<Item = &'a Page> {
    let stretches = pages.len().min(MAX_PAGES);
    (0..stretches).map(move |stretch| {
        let at = |stretch| stretch * pages.len() / stretches;
        let (start, end) = (at(stretch), at(stretch + 1));
        // A prime, so that the places change whatever the length.
        pages[start + stretch * 7919 % (end - start)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    const ENGLISH: &str =
        "This is how you start with it, and what to do if there is something that does not work for you. ";
    const GERMAN: &str =
        "So wird es gemacht, und das ist zu tun, wenn etwas nicht geht: über das Werkzeug lesen und fragen. ";
    const JAPANESE: &str = "これは道具の使い方を説明する頁です。困ったときは助けを求めてください。";
    const FRENCH: &str =
        "Voici comment on commence avec cet outil, et ce qui est à faire quand il ne marche pas pour vous. ";
    const ARABIC: &str = "هذا هو دليل الأداة وما يجب عمله عندما لا يعمل شيء كما ينبغي. ";
    const CZECH: &str =
        "Toto je návod k nástroji a to, co se má dělat, když něco nefunguje tak, jak by mělo. ";
    const SLOVENE: &str =
        "To je navodilo za orodje in kaj je treba storiti, če kaj ne deluje, kot bi moralo, na to. ";
    const POLISH: &str =
        "Tak się zaczyna i to trzeba zrobić, jeżeli coś nie działa tak, jak powinno działać. ";

    fn check(pages: &[(&str, &str)], expected: Option<(&str, &str)>) {
        let found = found(pages);
        let found: Vec<(&str, &str)> = found.iter().map(|it| (it.language.as_str(), it.likely)).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    }

    fn found(pages: &[(&str, &str)]) -> Vec<ForeignPages> {
        let page = |(at, (lang, text)): (usize, &(&str, &str))| {
            let html = format!("<html lang={lang}><main><h1 id=t>T{at}</h1><p>{} N{at}.", text.repeat(3));
            read_page(&format!("{at}.html"), html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(pages.iter().enumerate().map(page).collect());
        foreign_pages(&pages)
    }

    #[test]
    fn pages_in_another_language_are_told() {
        check(&[("en", GERMAN), ("en", &format!("{GERMAN} Mehr.")), ("en", ENGLISH)], Some(("en", "de")));
        check(&[("en", ENGLISH), ("en", GERMAN)], Some(("en", "de")));
        check(&[("en", JAPANESE)], Some(("en", "ja")));
        check(&[("de", ENGLISH)], Some(("de", "en")));
        check(&[("de", GERMAN)], None);
        check(&[("en", POLISH)], Some(("en", "pl")));
        check(&[("en", ARABIC)], Some(("en", "ar")));
        check(&[("ar", ARABIC)], None);
        check(&[("ja", JAPANESE)], None);
        check(&[("zh", JAPANESE)], Some(("zh", "ja")));
        check(&[("ar", ENGLISH)], Some(("ar", "en")));
        check(&[("pl", POLISH)], None);
        // Alike, without a list.
        check(&[("sk", CZECH)], None);
        check(&[("en", CZECH)], Some(("en", "cs")));
        check(&[("en", SLOVENE)], None);
        check(&[("pl", ENGLISH)], Some(("pl", "en")));
        check(
            &[(
                "ca",
                "Aquest és el manual de la distribució i de les eines que es fan servir en el sistema. ",
            )],
            None,
        );
        check(
            &[("en", "fn main() { println!(); } struct Point { x: u8, y: u8 } impl Point { fn new(); }")],
            None,
        );
    }

    #[test]
    fn latin_words_say_little_beside_another_script() {
        let code =
            format!("<pre>{}</pre>", "# This is how you do it, and that is all there is to it.\n".repeat(9));
        for (lang, text, expected) in [
            ("ja", JAPANESE, None),
            ("de", GERMAN, None),
            ("ar", ARABIC, None),
            ("en", GERMAN, Some(("en", "de"))),
            ("de", ENGLISH, Some(("de", "en"))),
            ("ja", "", None),
            ("ja", &format!("{JAPANESE}{}", ENGLISH.repeat(4)), None),
            ("ja", &ENGLISH.repeat(4), Some(("ja", "en"))),
        ] {
            check(&[(lang, &format!("{text}{code}"))], expected);
        }
    }

    /// So many pages of each text, all with the same language, one kind beside the other.
    fn mixed(texts: &[(&str, usize)]) -> Vec<ForeignPages> {
        let rounds = 0..texts.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let pages = rounds.flat_map(|round| texts.iter().filter(move |(_, count)| round < *count));
        found(&pages.map(|(text, _)| ("en", *text)).collect::<Vec<_>>())
    }

    #[test]
    fn each_language_has_its_own_count() {
        let told = |texts: &[(&str, usize)]| -> Vec<(&str, usize, usize)> {
            mixed(texts).iter().map(|it| (it.likely, it.count, it.looked_at)).collect()
        };
        assert_eq!(told(&[(ENGLISH, 3), (FRENCH, 3), (GERMAN, 3)]), [("de", 3, 9), ("fr", 3, 9)]);
        assert_eq!(told(&[(ENGLISH, 4), (FRENCH, 1)]), [("fr", 1, 5)]);
        assert_eq!(told(&[(ENGLISH, 9), (FRENCH, 2)]), []);
        // Of many pages, some are looked at.
        let half = told(&[(ENGLISH, 96), (FRENCH, 96)]);
        assert!(matches!(half[..], [("fr", 16..=32, 48)]), "{half:?}");
    }
}
