//! [`pairs`]: words that may mean the same, each with why: links and headings that differ by them, and use alike.

use std::collections::{BTreeMap, BTreeSet};

use super::words::Words;
use docfuse::index::{Page, Section};

/// Words that stand together in more of the rarer one's sections than this are about one subject, not one word.
const MOST_TOGETHER: f64 = 0.5;

/// Sections that the rarer word must have, or that must have the pair exchanged: what stands once may be a typing error.
const LEAST_SECTIONS: usize = 2;

/// Letters of a common beginning, of the shorter word, from which two words are forms or spellings of one.
const SAME_BEGINNING: f64 = 0.6;

/// Two stems in alphabetical order.
type Stems = (String, String);

/// Two words, and what speaks for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// The more frequent one.
    pub word: String,
    pub other: String,
    /// Sections whose heading has one where links to them have the other.
    pub sections: usize,
    /// Whether each is among the related words of the other.
    pub is_related: bool,
    /// Share of the rarer one's sections with both.
    pub together: f64,
    stems: Stems,
}

/// The pairs, those with most evidence first. `related` gives the related words of a word, as they are written.
///
/// # Errors
/// Those of `related`.
pub fn pairs<E>(
    words: &Words<'_>,
    pages: &[&Page],
    most_asked: usize,
    mut related: impl FnMut(&str) -> Result<Vec<String>, E>,
) -> Result<Vec<Pair>, E> {
    let mut found: BTreeMap<Stems, (usize, bool)> = BTreeMap::new();
    // Signatures have other parameters than links, which mean something else.
    let is_prose = |section: &&Section| section.symbol_kind.is_empty();
    for section in pages.iter().flat_map(|page| &page.sections).filter(is_prose) {
        let heading = words.stems(&section.heading);
        let of_links = section.anchor_texts.iter().filter_map(|text| exchanged(&heading, &words.stems(text)));
        for stems in of_links.collect::<BTreeSet<Stems>>() {
            found.entry(stems).or_default().0 += 1;
        }
    }
    let mut asked: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for stem in words.of_headings().into_iter().take(most_asked) {
        let Some(word) = words.get(stem) else { continue };
        let near = related(word.form())?.iter().flat_map(|text| words.stems(text)).collect();
        asked.insert(stem, near);
    }
    for (stem, near) in &asked {
        for other in
            near.iter().filter(|other| asked.get(other.as_str()).is_some_and(|it| it.contains(*stem)))
        {
            if let Some(stems) = ordered(stem, other) {
                found.entry(stems).or_default().1 = true;
            }
        }
    }
    let mut pairs: Vec<Pair> = found.into_iter().filter_map(|(stems, why)| pair(words, stems, why)).collect();
    pairs.sort_by(|a, b| {
        let by = |pair: &Pair| (pair.sections + usize::from(pair.is_related), pair.sections);
        by(b).cmp(&by(a)).then(a.together.total_cmp(&b.together)).then(a.stems.cmp(&b.stems))
    });
    Ok(pairs)
}

/// The one word of each text that the other lacks, if the rest is the same.
fn exchanged(heading: &BTreeSet<String>, link: &BTreeSet<String>) -> Option<Stems> {
    let mut of_heading = heading.difference(link);
    let mut of_link = link.difference(heading);
    let (Some(a), None, Some(b), None) =
        (of_heading.next(), of_heading.next(), of_link.next(), of_link.next())
    else {
        return None;
    };
    ordered(a, b)
}

fn ordered(a: &str, b: &str) -> Option<Stems> {
    match a.cmp(b) {
        std::cmp::Ordering::Less => Some((a.to_owned(), b.to_owned())),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some((b.to_owned(), a.to_owned())),
    }
}

fn pair(words: &Words<'_>, stems: Stems, (sections, is_related): (usize, bool)) -> Option<Pair> {
    let (a, b) = (words.get(&stems.0)?, words.get(&stems.1)?);
    let together = words.together(&stems.0, &stems.1);
    let is_rare = a.sections.len().min(b.sections.len()).max(sections) < LEAST_SECTIONS;
    if is_rare || together > MOST_TOGETHER || begin_alike(a.form(), b.form()) {
        return None;
    }
    let (word, other) = if a.sections.len() >= b.sections.len() { (a, b) } else { (b, a) };
    let (word, other) = (word.form().to_owned(), other.form().to_owned());
    Some(Pair { word, other, sections, is_related, together, stems })
}

/// Whether two words are forms of one, as `install` and `installer`.
fn begin_alike(a: &str, b: &str) -> bool {
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let shorter = a.chars().count().min(b.chars().count());
    common as f64 >= SAME_BEGINNING * shorter as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_differ_by_one_word_exchange_it() {
        let set = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        for (heading, link, expected) in [
            ("configur file", "set file", Some(("configur", "set"))),
            ("set", "configur", Some(("configur", "set"))),
            ("configur file", "file", None),
            ("configur file", "set path", None),
            ("file", "file", None),
            ("", "set", None),
        ] {
            let expected = expected.map(|(a, b): (&str, &str)| (a.to_owned(), b.to_owned()));
            assert_eq!(exchanged(&set(heading), &set(link)), expected, "{heading}: {link}");
        }
    }

    #[test]
    fn forms_of_one_word_are_none() {
        for (a, b, expected) in [
            ("install", "installer", true),
            ("colour", "color", true),
            ("settings", "configuration", false),
            ("context", "content", true),
            ("delete", "remove", false),
        ] {
            assert_eq!(begin_alike(a, b), expected, "{a} {b}");
        }
    }
}
