//! [`read_page`]: from the bytes of one page to a [`RawPage`]. [`super::finish_site`] makes it a [`Page`](super::Page).

use super::content::app_shell::is_shell;
use super::content::content_walk::{Walked, walk};
use super::content::main_content::{Content, Survey};
use super::generators::made_by;
use super::html::charset::decode;
use super::html::dom::Attributes;
use super::html::keyword_list::join;
use super::html::parse::parse;
use super::left_out::LeftOut;
use super::metadata::breadcrumb::breadcrumb;
use super::metadata::head::Head;
use super::metadata::index_entries::index_entries;
use super::metadata::page_address::{Canonical, frame_links};
use super::metadata::page_metadata::PageMetadata;
use super::metadata::secondary_pages::{PageTraits, is_secondary};
use super::metadata::source_listing::is_source_listing;
use super::raw_page::RawPage;
use super::settings::config::IngestConfig;
use super::site::error_pages::stem;
use super::site::versions::VERSION;
use docfuse::index::{Section, USUAL_WEIGHT};

/// Most bytes of a page. The largest pages of real sites (C++ API references, changelogs) have 10 MB. Larger ones are
/// generated dumps, whose tree would take gigabytes of memory, and whose text might not fit into a file of the index.
pub const MAX_PAGE_BYTES: usize = 16 << 20;

/// Most visible bytes of a page that scripts make: a line that it is loading.
const SHELL_BYTES: usize = 200;

/// Most visible bytes of a page that only redirects or searches: a sentence with a link or a field.
const STUB_BYTES: usize = 400;

/// Whether a page is for a search: its name says so, and its content is a field with almost no text.
fn is_search_page(url: &str, content: &Content<'_>, bytes: usize) -> bool {
    stem(url) == "search" && bytes <= STUB_BYTES && content.has_field()
}

/// Why a page of this size is left out, if it is too large.
pub fn too_large(bytes: u64) -> Option<LeftOut> {
    (bytes > MAX_PAGE_BYTES as u64).then_some(LeftOut::TooLarge { bytes, limit: MAX_PAGE_BYTES })
}

/// Reads the page `url` (path from the site's root, `/`-separated). Accepts invalid bytes and broken HTML. About
/// 25 MB/s, most of it html5ever. [`finish_site`](crate::finish_site) makes pages of all that were read.
///
/// ```
/// use docfuse_site::{IngestConfig, finish_site, read_page};
///
/// let html = b"<title>Threads</title><h1>Threads</h1><p>Run code at the same time.<h2 id=join>Join</h2><p>Waits.";
/// let raw = read_page("threads.html", html, &IngestConfig::default()).expect("a page with text");
/// let (pages, left_out) = finish_site(vec![raw]);
/// assert_eq!(pages[0].title, "Threads");
/// assert_eq!(pages[0].sections[1].anchor, "join");
/// assert!(left_out.is_empty());
/// ```
///
/// # Errors
/// Why the page is left out.
pub fn read_page(url: &str, bytes: &[u8], config: &IngestConfig) -> Result<RawPage, LeftOut> {
    if let Some(excluded) = config.unread(url) {
        return Err(excluded);
    }
    if let Some(reason) = too_large(bytes.len() as u64) {
        return Err(reason);
    }
    let text = decode(bytes);
    // Decoded text has no NUL; a few are tolerated as damage.
    if text.bytes().take(1024).filter(|&byte| byte == 0).count() > 3 {
        return Err(LeftOut::NotHtml);
    }
    let html = parse(&text)?;
    drop(text);
    let head = Head::of(&html);
    if let Some(excluded) = config.excluded(url) {
        let links = index_entries(&html, url, head.base.as_deref());
        return if links.is_empty() { Err(excluded) } else { Ok(RawPage::of_index(url, excluded, links)) };
    }
    config.uses.look(&html);
    let survey = Survey::of(&html, config.kept);
    if head.no_index {
        return Err(LeftOut::NoIndex);
    }
    if survey.chars <= STUB_BYTES && (head.refresh || head.script_redirect) {
        return Err(LeftOut::Redirect);
    }
    if head.frames {
        return Err(LeftOut::Frames);
    }
    let has_body = survey.has_body();
    let is_made_by_scripts = survey.chars < SHELL_BYTES && head.loads_scripts && !has_body && is_shell(&html);
    let mut content = survey.choose(&html, config);
    let own_language = content.language();
    let mut walked = walk(&content, config, url, head.base.as_deref());
    if walked.outline.is_bare() && content.keep_contents(&html) {
        walked = walk(&content, config, url, head.base.as_deref());
    }
    let Walked { outline, mut links, left_parts } = walked;
    if is_search_page(url, &content, outline.text_bytes()) {
        return Err(LeftOut::SearchPage);
    }
    let traits = PageTraits {
        url,
        titles: [&head.title, outline.first_heading()],
        headings: outline.headings().collect(),
        bytes: outline.text_bytes(),
        links: links.len(),
        link_bytes: links.iter().map(|link| link.text.len()).sum(),
    };
    let secondary = config.secondary_weight();
    let is_secondary = is_secondary(&traits);
    let usual_weight = if is_secondary { secondary } else { USUAL_WEIGHT };
    let is_unweighed = config.page_weight(url).is_none();
    let mut outlined = outline.finish(&head.title, usual_weight);
    if outlined.sections.is_empty() {
        // The title of a page whose text the author leaves out is left out, too.
        let mut elements = html.tree.nodes().filter_map(|node| node.value().as_element());
        let is_left_out = elements.any(|element| Attributes::of(element).is_ignored);
        if is_made_by_scripts || is_left_out || !head.title.contains(char::is_alphanumeric) {
            return Err(if is_made_by_scripts { LeftOut::MadeByScripts } else { LeftOut::Empty });
        }
        outlined.sections.push(Section::new(String::new(), head.title.clone(), String::new()));
        outlined.parents.push(None);
    }
    if !has_body && is_unweighed && is_source_listing(url, &outlined.sections) {
        return Err(LeftOut::SourceListing);
    }
    let mut keywords = head.own_keywords;
    join(&mut keywords, &outlined.sections[0].keywords);
    outlined.sections[0].keywords = keywords;
    links.retain_mut(|link| match outlined.numbers[link.from] {
        Some(section) => {
            link.from = section;
            true
        }
        None => false,
    });
    let mut places = outlined.places;
    places.sort_unstable();
    let stated = config.language_of(url).map(str::to_owned).or(own_language).or(head.language);
    Ok(RawPage {
        url: url.to_owned(),
        canonical: Canonical::of(&html, url, head.base.as_deref()),
        form: None,
        states_language: stated.is_some(),
        language: stated.unwrap_or_else(|| config.language_tag().to_owned()),
        is_fallback: false,
        metadata: PageMetadata::of(url, &html, config),
        description: head.description,
        keywords: head.keywords,
        versions: head.versions,
        has_set_versions: config.reads_filter(VERSION),
        version_folder: 0..0,
        path_words: String::new(),
        excluded: None,
        has_body,
        titles: [head.title, outlined.heading.unwrap_or_default(), head.og_title],
        breadcrumb: breadcrumb(&html),
        generator: made_by(&html),
        is_made_by_scripts,
        is_secondary: is_secondary && is_unweighed && secondary < USUAL_WEIGHT,
        points_elsewhere: false,
        stub_weight: is_unweighed.then_some(secondary),
        sections: outlined.sections,
        parents: outlined.parents,
        links,
        frame_links: frame_links(&html, url, head.base.as_deref()),
        places,
        kept: config.kept,
        left_parts,
    })
}
