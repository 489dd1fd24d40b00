//! What `docfuse build --verbose` tells of the parts of pages that rules left out: [`lines`].

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::ingest::{Page, PartRule};

/// Texts told for each rule: those on the most pages, and the longest of those on one page, which may be content.
const EXAMPLES: usize = 3;

/// Most characters of a text that are told.
const MAX_CHARACTERS: usize = 80;

/// For each rule, on how many pages it left out how many words, and examples.
pub fn lines(pages: &[Page]) -> Vec<String> {
    let mut rules: BTreeMap<PartRule, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for page in pages {
        for part in &page.left_parts {
            let texts = rules.entry(part.rule).or_default();
            texts.entry(&part.text).or_default().push(&page.url);
        }
    }
    rules.iter().flat_map(|(rule, texts)| rule_lines(*rule, texts)).collect()
}

fn rule_lines(rule: PartRule, texts: &BTreeMap<&str, Vec<&str>>) -> Vec<String> {
    let words: usize = texts.iter().map(|(text, urls)| text.split_whitespace().count() * urls.len()).sum();
    let mut urls: Vec<&str> = texts.values().flatten().copied().collect();
    urls.sort_unstable();
    urls.dedup();
    let counted = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let mut lines = vec![format!(
        "left out of {} by \"{}\": {}",
        counted(urls.len(), "page"),
        rule.word(),
        counted(words, "word")
    )];
    let mut shared: Vec<(&str, usize)> = texts.iter().map(|(text, urls)| (*text, urls.len())).collect();
    shared.retain(|(_, pages)| *pages > 1);
    shared.sort_by_key(|(_, pages)| Reverse(*pages));
    let mut single: Vec<(&str, &str)> =
        texts.iter().filter(|(_, urls)| urls.len() == 1).map(|(text, urls)| (*text, urls[0])).collect();
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
