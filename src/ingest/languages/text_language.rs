//! Which language a text is in: [`share`], the share of its words that are stop words of a language, or of its characters
//! if the language separates none; [`likely`], the language with the most; [`foreign_pages`], for what an author is told.

use crate::ingest::page::Page;
use crate::text::{Analyzer, AnalyzerSettings, Language, is_unspaced};

/// Bytes of text that are enough to tell its language.
const SAMPLE_BYTES: usize = 4 << 10;

/// Fewer bytes of text say nothing.
const MIN_SAMPLE_BYTES: usize = 200;

/// Least share, in percent, for a text to be in a language. Running text has 25 to 50, lists of names next to none.
pub(super) const MIN_SHARE: usize = 15;

/// Most pages of a language whose texts are compared, evenly spread: each is compared with all languages.
const MAX_PAGES: usize = 48;

/// The languages with a list of stop words.
const LISTED: [Language; 8] = [
    Language::English,
    Language::German,
    Language::French,
    Language::Spanish,
    Language::Italian,
    Language::Portuguese,
    Language::Dutch,
    Language::Russian,
];

/// Pages of an index that are in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignPages {
    /// The language that the pages have.
    pub language: String,
    /// The language of most of their texts.
    pub likely: &'static str,
    /// Some of them.
    pub pages: Vec<String>,
}

/// The beginning of some texts.
pub(in crate::ingest) fn sample<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut sample = String::new();
    for text in texts {
        if sample.len() >= SAMPLE_BYTES {
            break;
        }
        sample.extend([text, "\n"]);
    }
    sample.truncate(sample.floor_char_boundary(SAMPLE_BYTES));
    sample
}

/// Percent of a text that shows that it is in a language; `None` if nothing could.
pub(in crate::ingest) fn share(text: &str, language: Language) -> Option<usize> {
    let (mut found, mut all) = (0, 0);
    match language {
        Language::Chinese | Language::Japanese | Language::Korean | Language::Thai => {
            for c in text.chars().filter(|c| c.is_alphabetic()) {
                all += 1;
                found += usize::from(is_unspaced(c) || is_hangul(c));
            }
        }
        _ if !LISTED.contains(&language) => return None,
        _ => {
            let analyzer = Analyzer::new(&AnalyzerSettings { language, ..AnalyzerSettings::default() });
            analyzer.terms(text, |term| {
                all += 1;
                found += usize::from(term.stop);
            });
        }
    }
    Some(found * 100 / all.max(1))
}

fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// The language that a text is most likely in; `None` if it is too short, or in one that nothing shows.
fn likely(text: &str) -> Option<Language> {
    let others = LISTED.into_iter().chain([unspaced(text)]);
    let shares = others.filter_map(|language| Some((share(text, language)?, language)));
    let most = shares.max_by_key(|(share, _)| *share).filter(|(share, _)| *share >= MIN_SHARE);
    most.map(|(_, language)| language)
}

/// The language, of those without spaces, whose letters a text has.
fn unspaced(text: &str) -> Language {
    let has = |of: fn(char) -> bool| text.chars().filter(|c| of(*c)).count() * 10 >= text.chars().count();
    if has(is_hangul) {
        Language::Korean
    } else if has(|c| ('ぁ'..='ヿ').contains(&c)) {
        Language::Japanese
    } else if has(|c| ('ก'..='๛').contains(&c)) {
        Language::Thai
    } else {
        Language::Chinese
    }
}

/// For each language of the pages, those that are in another one, if they are most.
pub fn foreign_pages(pages: &[Page]) -> Vec<ForeignPages> {
    let mut languages: Vec<&str> = pages.iter().map(|page| page.language.as_str()).collect();
    languages.sort_unstable();
    languages.dedup();
    languages.into_iter().filter_map(|language| foreign_pages_of(language, pages)).collect()
}

fn foreign_pages_of(tag: &str, pages: &[Page]) -> Option<ForeignPages> {
    let of_language: Vec<&Page> = pages.iter().filter(|page| page.language == tag).collect();
    let own = Language::from_tag(tag);
    let (mut looked_at, mut foreign) = (0, Vec::new());
    for page in of_language.iter().step_by(of_language.len().div_ceil(MAX_PAGES)) {
        let text = sample(page.sections.iter().map(|section| section.text.as_str()));
        if text.len() < MIN_SAMPLE_BYTES {
            continue;
        }
        looked_at += 1;
        let Some(likely) = likely(&text) else { continue };
        // Languages that are alike share words: the other one must have many more. Catalan, of which nothing shows a text,
        // has many of Spanish, and next to none of English.
        let is_foreign = likely != own
            && match share(&text, own) {
                Some(of_own) => share(&text, likely) >= Some(of_own * 2),
                None => !LISTED.contains(&likely) || likely == Language::English,
            };
        if is_foreign {
            foreign.push((likely, page.url.clone()));
        }
    }
    let of = |likely: Language| foreign.iter().filter(move |(other, _)| *other == likely);
    let most = foreign.iter().map(|(likely, _)| *likely).max_by_key(|likely| of(*likely).count())?;
    let pages = of(most).take(3).map(|(_, url)| url.clone()).collect();
    (foreign.len() * 2 > looked_at).then(|| ForeignPages {
        language: tag.to_owned(),
        likely: most.tag(),
        pages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ingest::*;

    const ENGLISH: &str =
        "This is how you start with it, and what to do if there is something that does not work for you. ";
    const GERMAN: &str =
        "So wird es gemacht, und das ist zu tun, wenn etwas nicht geht: über das Werkzeug lesen und fragen. ";
    const JAPANESE: &str = "これは道具の使い方を説明する頁です。困ったときは助けを求めてください。";
    const POLISH: &str =
        "Tak się zaczyna i to trzeba zrobić, jeżeli coś nie działa tak, jak powinno działać. ";

    fn check(pages: &[(&str, &str)], expected: Option<(&str, &str)>) {
        let page = |(at, (lang, text)): (usize, &(&str, &str))| {
            let html = format!("<html lang={lang}><main><h1 id=t>T{at}</h1><p>{}", text.repeat(3));
            read_page(&format!("{at}.html"), html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(pages.iter().enumerate().map(page).collect());
        let found = foreign_pages(&pages);
        let found: Vec<(&str, &str)> = found.iter().map(|it| (it.language.as_str(), it.likely)).collect();
        assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn most_pages_in_another_language_are_told() {
        check(&[("en", GERMAN), ("en", &format!("{GERMAN} Mehr.")), ("en", ENGLISH)], Some(("en", "de")));
        check(&[("en", ENGLISH), ("en", GERMAN)], None);
        check(&[("en", JAPANESE)], Some(("en", "ja")));
        check(&[("de", ENGLISH)], Some(("de", "en")));
        check(&[("de", GERMAN)], None);
        // Nothing shows that a text is Polish.
        check(&[("en", POLISH)], None);
        check(&[("pl", POLISH)], None);
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
}
