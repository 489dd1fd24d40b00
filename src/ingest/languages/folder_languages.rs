//! Languages of pages that state none, from the folders around them: [`by_folders`].
//!
//! A folder is named for a language by a tag (`fr`, `pt-BR`), and its texts must agree: `ts` and `cs` name programming
//! languages, too. Each page has the language of its folder, unless its own text is plainly in that of the settings:
//! generators fill up translations with the original.

use std::collections::{BTreeMap, BTreeSet};

use super::language_tag::{folders, is_known, tag};
use super::text_language::{MIN_SHARE, sample, share};
use crate::ingest::raw_page::RawPage;
use crate::text::Language;

/// What the text of a page says of the language that its folder names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Agrees,
    /// Nothing shows the folder's language, and nothing the other.
    Silent,
    Disagrees,
}

/// Gives pages that state no language that of their folders. O(pages), and for each that states none, of the beginning of
/// its text.
pub(super) fn by_folders(pages: &mut [RawPage]) {
    // Of each folder, by its path: its language, and its pages.
    let mut named: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate().filter(|(_, page)| !page.states_language) {
        if let Some((path, language)) = named_folder(&page.url) {
            named.entry(path.to_owned()).or_insert_with(|| (language, Vec::new())).1.push(number);
        }
    }
    let verdicts = |language: &str, numbers: &[usize]| -> Vec<Verdict> {
        numbers.iter().map(|number| verdict(&pages[*number], language)).collect()
    };
    let judged: Vec<(String, String, Vec<usize>, Vec<Verdict>)> = named
        .into_iter()
        .map(|(path, (language, numbers))| {
            let verdicts = verdicts(&language, &numbers);
            (path, language, numbers, verdicts)
        })
        .collect();
    let sure: BTreeSet<&str> = judged
        .iter()
        .filter(|(_, language, _, verdicts)| is_shown(language) && verdicts.contains(&Verdict::Agrees))
        .map(|(path, ..)| parent(path))
        .collect();
    let mut found: Vec<(usize, String)> = Vec::new();
    for (path, language, numbers, verdicts) in &judged {
        let is_language = verdicts.contains(&Verdict::Agrees)
            // What no text shows, others beside it or the region do.
            && (is_shown(language) || language.contains('-') || sure.contains(parent(path)));
        if is_language {
            let those = numbers.iter().zip(verdicts).filter(|(_, verdict)| **verdict != Verdict::Disagrees);
            found.extend(those.map(|(number, _)| (*number, language.clone())));
        }
    }
    for (number, language) in found {
        pages[number].language = language;
    }
}

/// The outermost folder that is named for a language: its path, and the tag.
fn named_folder(url: &str) -> Option<(&str, String)> {
    let mut end = 0;
    folders(url).find_map(|folder| {
        end += folder.len() + 1;
        let language = tag(folder).filter(|tag| tag.len() == folder.len() && is_known(tag))?;
        Some((url.get(..end - 1)?, language))
    })
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Whether a text shows that it is in a language.
fn is_shown(language: &str) -> bool {
    share("", Language::from_tag(language)).is_some()
}

fn verdict(page: &RawPage, language: &str) -> Verdict {
    // So far, the page has the language of the settings.
    let (own, usual) = (Language::from_tag(language), Language::from_tag(&page.language));
    let text = sample(page.sections.iter().map(|section| section.text.as_str()));
    let of_own = share(&text, own);
    if own == usual {
        return if of_own.is_none_or(|share| share >= MIN_SHARE) { Verdict::Agrees } else { Verdict::Silent };
    }
    let of_usual = share(&text, usual).unwrap_or(0);
    match of_own {
        Some(share) if share >= MIN_SHARE && share > of_usual => Verdict::Agrees,
        _ if of_usual >= MIN_SHARE => Verdict::Disagrees,
        None if !text.trim().is_empty() => Verdict::Agrees,
        _ => Verdict::Silent,
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::*;

    const ENGLISH: &str = "<p>This is how you start with it, and what to do if there is something that does not work for \
                           you: read about the tool and ask for help.";
    const FRENCH: &str = "<p>Voici comment on commence avec cet outil, et ce qui est à faire quand il ne marche pas \
                          pour vous : lire la page et demander de l'aide.";
    const POLISH: &str = "<p>Tak się zaczyna pracę z narzędziem i to trzeba zrobić, jeżeli coś nie działa tak, jak \
                          powinno: przeczytać stronę i poprosić o pomoc.";
    const JAPANESE: &str = "<p>これは道具の使い方を説明する頁です。困ったときは助けを求めてください。";
    const CODE: &str =
        "<pre>class Point extends Shape { width: number; height: number; area(): number }</pre>";

    fn check(pages: &[(&str, &str, &str)]) {
        let read = |(at, (url, text, _)): (usize, &(&str, &str, &str))| {
            let html = format!("<main><h1 id=t>T</h1>{text} N{at}</main>");
            read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (found, _) = finish_site(pages.iter().enumerate().map(read).collect());
        let mut found: Vec<(&str, &str)> =
            found.iter().map(|page| (page.url.as_str(), page.language.as_str())).collect();
        let mut expected: Vec<(&str, &str)> =
            pages.iter().map(|(url, _, language)| (*url, *language)).collect();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn folders_name_the_languages_of_their_texts() {
        check(&[
            ("en-US/a.html", ENGLISH, "en"),
            ("fr-FR/a.html", FRENCH, "fr"),
            // Not translated, with a heading that is.
            ("fr-FR/b.html", ENGLISH, "en"),
            // Nothing shows it.
            ("fr-FR/c.html", "<p>OK", "fr"),
            ("ja-JP/a.html", JAPANESE, "ja"),
            ("pl-PL/a.html", POLISH, "pl"),
        ]);
        check(&[
            ("a.html", ENGLISH, "en"),
            ("docs/1.0/fr/a.html", FRENCH, "fr"),
            ("fr/a.html", FRENCH, "fr"),
        ]);
        // Beside one that its text shows.
        check(&[("fr/a.html", FRENCH, "fr"), ("pl/a.html", POLISH, "pl")]);
    }

    #[test]
    fn other_folders_name_nothing() {
        check(&[
            ("a.html", ENGLISH, "en"),
            ("ts/a.html", CODE, "en"),
            ("cs/a.html", ENGLISH, "en"),
            ("it/a.html", ENGLISH, "en"),
            ("api/a.html", CODE, "en"),
            ("a/b/c/fr/a.html", FRENCH, "en"),
        ]);
    }

    #[test]
    fn what_a_page_states_counts_before_its_folder() {
        let html = format!("<html lang=de><main><h1 id=t>T</h1>{FRENCH}</main>");
        let page = read_page("fr/a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        assert_eq!(finish_site(vec![page]).0[0].language, "de");
    }
}
