//! What `docfuse build --verbose` tells of the parts of pages that rules left out: [`lines`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use docfuse::index::Page;

/// Texts told for each rule: those on the most pages, and the longest of those on one page, which may be content.
const EXAMPLES: usize = 3;

/// Most characters of a text that are told.
const MAX_CHARACTERS: usize = 80;

/// For each rule, on how many pages it left out how many words, and examples.
pub fn lines(pages: &[Page]) -> Vec<String> {
    let mut rules: BTreeMap<&str, (usize, Texts<'_>)> = BTreeMap::new();
    for page in pages {
        for part in &page.left_parts {
            let (words, texts) = rules.entry(part.rule).or_default();
            *words += part.text.split_whitespace().count();
            texts.entry(&part.text).or_default().insert(&page.url);
        }
    }
    rules.iter().flat_map(|(rule, (words, texts))| rule_lines(rule, *words, texts)).collect()
}

/// Texts that a rule left out, with the pages that have them.
type Texts<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

fn rule_lines(rule: &str, words: usize, texts: &Texts<'_>) -> Vec<String> {
    let urls: BTreeSet<&str> = texts.values().flatten().copied().collect();
    let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let mut lines = vec![format!(
        "left out of {} by \"{}\": {}",
        counted(urls.len(), "page"),
        rule,
        counted(words, "word")
    )];
    let mut shared: Vec<(&str, usize)> = texts.iter().map(|(text, urls)| (*text, urls.len())).collect();
    shared.retain(|(_, pages)| *pages > 1);
    shared.sort_by_key(|(_, pages)| Reverse(*pages));
    let alone = texts.iter().filter(|(_, urls)| urls.len() == 1);
    let mut single: Vec<(&str, &str)> =
        alone.filter_map(|(text, urls)| Some((*text, *urls.first()?))).collect();
    single.sort_by_key(|(text, _)| Reverse(text.len()));
    let shared = shared.into_iter().take(EXAMPLES);
    lines.extend(shared.map(|(text, pages)| format!("  {}: {}", counted(pages, "page"), shown(text))));
    let single = single.into_iter().take(EXAMPLES);
    lines.extend(single.map(|(text, url)| format!("  {url}: {}", shown(text))));
    lines
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{} …", text[..end].trim_end()),
        None => text.to_owned(),
    }
}
