//! Languages of pages that state none, from the folders around them: [`by_folders`].
//!
//! A folder is named for a language by a tag (`fr`, `pt-BR`), and its texts must agree: `ts` and `cs` name programming
//! languages, too. Each page has the language of its folder, unless its own text is plainly in that of the settings:
//! generators fill up translations with the original.

use std::collections::{BTreeMap, BTreeSet};

use super::language_tag::{folders, is_known, of_country, tag};
use super::text_language::{MIN_SHARE, is_same, sample, share};
use crate::raw_page::RawPage;

/// What the text of a page says of the language that its folder names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Disagrees,
    /// Nothing shows the folder's language, and nothing the other.
    Silent,
    /// Nothing could show it, and nothing shows the other.
    Agrees,
    /// The text shows it.
    Shows,
}

/// A folder that may be named for a language.
struct Named {
    language: String,
    /// Whether the name is that of a country.
    is_country: bool,
    pages: Vec<(usize, Verdict)>,
}

impl Named {
    fn has(&self, verdict: Verdict) -> bool {
        self.pages.iter().any(|(_, of_page)| *of_page == verdict)
    }
}

/// Gives pages that state no language that of their folders. O(pages), and for each that states none, of the beginning of
/// its text.
pub(super) fn by_folders(pages: &mut [RawPage]) {
    // By path and language.
    let mut named: BTreeMap<(String, String), Named> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate().filter(|(_, page)| !page.states_language) {
        let mut text = None;
        for (path, language, is_country) in named_folders(&page.url) {
            let text = text.get_or_insert_with(|| sample(&page.sections));
            let verdict = verdict(text, &page.language, &language);
            let folder = named.entry((path.to_owned(), language.clone()));
            let folder = folder.or_insert_with(|| Named { language, is_country, pages: Vec::new() });
            folder.pages.push((number, verdict));
        }
    }
    let shown = named.iter().filter(|(_, folder)| folder.has(Verdict::Shows));
    let sure: BTreeSet<String> = shown.map(|((path, _), _)| parent(path).to_owned()).collect();
    // What no text shows, others beside it or the region do.
    let is_language = |path: &str, folder: &Named| {
        let others_show = folder.language.contains('-') || sure.contains(parent(path));
        folder.has(Verdict::Shows) || folder.has(Verdict::Agrees) && !folder.is_country && others_show
    };
    // Of several folders, the one that the text shows, else the outermost.
    let mut found: BTreeMap<usize, (Verdict, &str)> = BTreeMap::new();
    for ((path, _), folder) in &named {
        if is_language(path, folder) {
            for (number, verdict) in folder.pages.iter().filter(|(_, verdict)| *verdict != Verdict::Disagrees)
            {
                let best = found.entry(*number).or_insert((*verdict, &folder.language));
                if best.0 < *verdict {
                    *best = (*verdict, &folder.language);
                }
            }
        }
    }
    for (number, (_, language)) in found {
        pages[number].language = language.to_owned();
    }
}

/// The folders that may be named for a language, outermost first: paths and tags, and whether by the code of a country.
fn named_folders(url: &str) -> impl Iterator<Item = (&str, String, bool)> {
    let mut end = 0;
    folders(url).flat_map(move |folder| {
        end += folder.len() + 1;
        let path = url.get(..end - 1);
        let own =
            tag(folder).filter(|tag| tag.len() == folder.len() && is_known(tag)).map(|tag| (tag, false));
        let country = of_country(folder).map(|tag| (tag, true));
        own.into_iter().chain(country).filter_map(move |(tag, is_country)| Some((path?, tag, is_country)))
    })
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Of a text, which so far has the `usual` language of the settings.
fn verdict(text: &str, usual: &str, language: &str) -> Verdict {
    let (of_own, is_usual) = (share(text, language), is_same(language, usual));
    let of_usual = || share(text, usual).unwrap_or(0);
    match of_own {
        Some(share) if share >= MIN_SHARE && (is_usual || share > of_usual()) => Verdict::Shows,
        None if is_usual => Verdict::Agrees,
        _ if !is_usual && of_usual() >= MIN_SHARE => Verdict::Disagrees,
        None if !text.trim().is_empty() => Verdict::Agrees,
        _ => Verdict::Silent,
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    const ENGLISH: &str = "<p>This is how you start with it, and what to do if there is something that does not work for \
                           you: read about the tool and ask for help.";
    const FRENCH: &str = "<p>Voici comment on commence avec cet outil, et ce qui est à faire quand il ne marche pas \
                          pour vous : lire la page et demander de l'aide.";
    const SPANISH: &str = "<p>Este es el manual de la herramienta y lo que se debe hacer cuando no funciona como se \
                           espera: leer la página y pedir ayuda a los otros.";
    const ARABIC: &str = "<p>هذا هو دليل الأداة وما يجب عمله عندما لا يعمل شيء كما ينبغي.";
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
        check(&[("org/project/docs/fr/a.html", FRENCH, "fr"), ("org/project/docs/a.html", ENGLISH, "en")]);
        // Not the outermost folder with a known tag.
        check(&[("cs/docs/fr/a.html", FRENCH, "fr"), ("cs/docs/en/a.html", ENGLISH, "en")]);
        check(&[("pl/a.html", POLISH, "pl"), ("ar/a.html", ARABIC, "ar")]);
        // Beside one that its text shows.
        check(&[("fr/a.html", FRENCH, "fr"), ("pl/a.html", POLISH, "pl")]);
    }

    #[test]
    fn countries_name_languages_where_texts_agree() {
        check(&[
            ("jp/a.html", JAPANESE, "ja"),
            ("jp/b.html", ENGLISH, "en"),
            ("jp/c.html", "<p>OK", "ja"),
            ("kr/a.html", "<p>이것은 도구의 안내서이며 작동하지 않을 때 할 일을 설명합니다.", "ko"),
            ("cn/a.html", "<p>这是工具的手册,说明出现问题时该怎么办。", "zh"),
            ("ar/a.html", SPANISH, "es"),
            ("us/a.html", ENGLISH, "en"),
        ]);
    }

    #[test]
    fn other_folders_name_nothing() {
        check(&[
            ("a.html", ENGLISH, "en"),
            ("ts/a.html", CODE, "en"),
            ("cs/a.html", ENGLISH, "en"),
            ("it/a.html", ENGLISH, "en"),
            ("api/a.html", CODE, "en"),
            ("a/b/c/d/e/f/fr/a.html", FRENCH, "en"),
            ("jp/a.html", ENGLISH, "en"),
            ("cn/a.html", CODE, "en"),
        ]);
    }

    #[test]
    fn what_a_page_states_counts_before_its_folder() {
        let html = format!("<html lang=de><main><h1 id=t>T</h1>{FRENCH}</main>");
        let page = read_page("fr/a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        assert_eq!(finish_site(vec![page]).0[0].language, "de");
    }
}
