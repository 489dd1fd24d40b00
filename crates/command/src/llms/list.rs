//! [`list`]: llms.txt, the list of a site's pages for language models (llmstxt.org).

use std::collections::BTreeMap;

use super::address_of;
use super::markdown::{escaped, link_text, target, title};
use docfuse::index::{Page, USUAL_WEIGHT};

/// Most bytes of the summary where the site describes itself by a paragraph.
const SUMMARY_BYTES: usize = 400;

/// What a paragraph has and a name has not: the ends of words, or of sentences in scripts without spaces.
const SEPARATORS: [char; 2] = [' ', '。'];

/// The section of the format for what may be left out.
const OPTIONAL: &str = "Optional";

/// The section of pages in no folder, where other pages are in folders.
const TOP: &str = "Pages";

/// The list of pages: title and summary of the site, then the page at its root and others in no folder, then a section
/// for each folder at its top. Release notes, changelogs and the like are optional.
pub fn list(pages: &[&Page]) -> String {
    let front = front_page(pages);
    let mut lines = vec![format!("# {}", escaped(front.map_or("Documentation", title)))];
    if let Some(summary) = front.map(summary).filter(|summary| !summary.is_empty()) {
        lines.push(format!("> {}", escaped(&summary)));
    }
    let mut sections: Vec<(&str, Vec<String>)> = vec![(TOP, Vec::new())];
    let mut optional = Vec::new();
    let names: BTreeMap<&str, &str> =
        pages.iter().filter_map(|page| Some((index_of(page)?, title(page)))).collect();
    let others = pages.iter().copied().filter(|page| front.is_none_or(|front| front.url != page.url));
    for page in front.into_iter().chain(others) {
        let Some(item) = item(page) else { continue };
        if is_secondary(page) {
            optional.push(item);
            continue;
        }
        let folder = folder(page);
        let name = if folder.is_empty() { TOP } else { names.get(folder).copied().unwrap_or(folder) };
        match sections.iter_mut().find(|(known, _)| *known == name) {
            Some((_, items)) => items.push(item),
            None => sections.push((name, vec![item])),
        }
    }
    if !optional.is_empty() {
        sections.push((OPTIONAL, optional));
    }
    for (name, items) in sections.into_iter().filter(|(_, items)| !items.is_empty()) {
        lines.push(format!("## {}", escaped(name)));
        lines.push(items.join("\n"));
    }
    lines.join("\n\n") + "\n"
}

fn item(page: &Page) -> Option<String> {
    let address = address_of(&page.url)?;
    let note =
        if page.description.is_empty() { String::new() } else { format!(": {}", escaped(&page.description)) };
    Some(format!("- [{}]({}){note}", link_text(title(page)), target(&address)))
}

/// The page at the site's root, else the first one.
fn front_page<'a>(pages: &[&'a Page]) -> Option<&'a Page> {
    let is_root = |page: &&Page| matches!(page.url.as_str(), "" | "./" | "index.html" | "index.htm");
    pages.iter().copied().find(is_root).or(pages.first().copied())
}

/// What the page says of itself, else its first paragraph.
fn summary(page: &Page) -> String {
    if !page.description.is_empty() {
        return page.description.clone();
    }
    let texts = page.sections.iter().flat_map(|section| section.text.lines());
    let paragraph = texts.map(str::trim).find(|line| line.contains(SEPARATORS)).unwrap_or_default();
    let end = paragraph.floor_char_boundary(SUMMARY_BYTES);
    if end == paragraph.len() {
        return paragraph.to_owned();
    }
    let end = paragraph[..end].rfind(SEPARATORS).unwrap_or(end);
    format!("{}…", paragraph[..end].trim_end())
}

/// The first folder of a page's address; empty for a page in none.
fn folder(page: &Page) -> &str {
    let url = page.url.strip_prefix("./").unwrap_or(&page.url);
    url.split_once('/').map_or("", |(folder, _)| folder)
}

/// The folder at the top of the site whose index a page is.
fn index_of(page: &Page) -> Option<&str> {
    let (folder, rest) = page.url.split_once('/')?;
    (matches!(rest, "" | "index.html" | "index.htm") && folder != ".").then_some(folder)
}

/// Whether all of a page weighs less than usual text.
fn is_secondary(page: &Page) -> bool {
    page.sections.iter().all(|section| section.weight < USUAL_WEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::Section;

    fn page(url: &str, title: &str, heading: &str, text: &str) -> Page {
        Page::new(url, title, vec![Section::new("", heading, text)])
    }

    fn listed(pages: &[Page]) -> String {
        list(&pages.iter().collect::<Vec<_>>())
    }

    #[test]
    fn pages_are_listed_by_their_folders() {
        let mut pages = vec![
            page("index.html", "The Manual", "The Manual", "Start\nA manual about sharing."),
            page("guide/index.html", "The guide", "", "text"),
            page("guide/a(b).html", "A [b]", "", "text"),
            page("api/x.html", "X", "", "text"),
            page("changes.html", "Changes", "", "text"),
        ];
        pages[2].description = "About a <b>".to_owned();
        pages[4].sections[0].weight = 0.5;
        assert_eq!(
            listed(&pages),
            "# The Manual\n\n> A manual about sharing.\n\n## Pages\n\n- [The Manual](index.html.md)\n\n\
             ## The guide\n\n- [The guide](guide/index.html.md)\n- [A \\[b\\]](guide/a%28b%29.html.md): About a \\<b>\n\n\
             ## api\n\n- [X](api/x.html.md)\n\n## Optional\n\n- [Changes](changes.html.md)\n"
        );
        pages[0].description = "All about sharing".to_owned();
        assert!(listed(&pages).starts_with("# The Manual\n\n> All about sharing\n"));
        pages[0].title = "<b> & co".to_owned();
        assert!(listed(&pages).starts_with("# \\<b> & co\n"), "{}", listed(&pages));
        assert_eq!(list(&[]), "# Documentation\n");
    }

    #[test]
    fn summaries_are_paragraphs_in_scripts_without_spaces_too() {
        let text = "目录\n所有权决定谁释放一个值。借用不改变它。";
        assert_eq!(summary(&page("a.html", "A", "", text)), "所有权决定谁释放一个值。借用不改变它。");
    }

    #[test]
    fn long_summaries_are_cut_between_words() {
        let pages = [page("a.html", "A", "", &"word ".repeat(200))];
        let summary = summary(&pages[0]);
        assert!(summary.ends_with("word…") && summary.len() <= SUMMARY_BYTES + 3, "{summary}");
    }
}
