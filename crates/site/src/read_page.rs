//! [`read_page`]: from the bytes of one page to a [`RawPage`]. [`super::finish_site`] makes it a [`Page`](super::Page).

use super::content::app_shell::is_shell;
use super::content::content_walk::{Walked, walk};
use super::content::main_content::{Content, Survey};
use super::content::outline::Outlined;
use super::generators::made_by;
use super::html::charset::decode;
use super::html::dom::Attributes;
use super::html::parse::parse;
use super::left_out::LeftOut;
use super::metadata::breadcrumb::breadcrumb;
use super::metadata::head::Head;
use super::metadata::index_entries::index_entries;
use super::metadata::page_address::{Canonical, frame_links};
use super::metadata::page_metadata::PageMetadata;
use super::metadata::secondary_pages::{PageTraits, is_prose, is_secondary};
use super::metadata::source_listing::is_source_listing;
use super::raw_page::{LinkDraft, RawPage};
use super::settings::config::IngestConfig;
use super::site::error_pages::stem;
use super::site::versions::VERSION;
use docfuse::index::{LeftPart, USUAL_WEIGHT};
use scraper::Html;

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
    let html = tree(bytes)?;
    let source = Source { url, html: &html, head: Head::of(&html), config };
    if let Some(excluded) = config.excluded(url) {
        return source.entries(excluded);
    }
    config.uses.look(&html);
    let content = source.content()?;
    Ok(source.page(content))
}

/// The tree of a page's HTML.
pub(crate) fn tree(bytes: &[u8]) -> Result<Html, LeftOut> {
    if let Some(reason) = too_large(bytes.len() as u64) {
        return Err(reason);
    }
    let text = decode(bytes);
    // Decoded text has no NUL; a few are tolerated as damage.
    if text.bytes().take(1024).filter(|&byte| byte == 0).count() > 3 {
        return Err(LeftOut::NotHtml);
    }
    parse(&text)
}

/// A page as its file has it.
struct Source<'a> {
    url: &'a str,
    html: &'a Html,
    head: Head,
    config: &'a IngestConfig,
}

/// What the content of a page gives.
struct ReadContent {
    /// With at least one section.
    outlined: Outlined,
    /// `from` is the number of a draft.
    links: Vec<LinkDraft>,
    left_parts: Option<Vec<LeftPart>>,
    /// The language of the content alone.
    language: Option<String>,
    name_lists: usize,
    has_body: bool,
    is_made_by_scripts: bool,
    is_secondary: bool,
}

impl<'a> Source<'a> {
    fn base(&self) -> Option<&str> {
        self.head.base.as_deref()
    }

    /// Whether the settings leave the page's weight to rules.
    fn is_unweighed(&self) -> bool {
        self.config.page_weight(self.url).is_none()
    }

    /// The entries of a general index, which stays out itself.
    fn entries(&self, excluded: LeftOut) -> Result<RawPage, LeftOut> {
        let links = index_entries(self.html, self.url, self.base());
        if links.is_empty() { Err(excluded) } else { Ok(RawPage::of_index(self.url, excluded, links)) }
    }

    /// Refuses a page that its head leaves out, if it has so many visible bytes.
    fn refuse_by_head(&self, bytes: usize) -> Result<(), LeftOut> {
        let head = &self.head;
        if head.no_index {
            return Err(LeftOut::NoIndex);
        }
        if bytes <= STUB_BYTES && (head.refresh || head.script_redirect) {
            return Err(LeftOut::Redirect);
        }
        if head.frames { Err(LeftOut::Frames) } else { Ok(()) }
    }

    /// Reads the content, or says why the page is left out.
    fn content(&self) -> Result<ReadContent, LeftOut> {
        let survey = Survey::of(self.html, self.config.kept);
        self.refuse_by_head(survey.chars)?;
        let has_body = survey.has_body();
        let is_made_by_scripts =
            survey.chars < SHELL_BYTES && self.head.loads_scripts && !has_body && is_shell(self.html);
        let mut content = survey.choose(self.html, self.config);
        let language = content.language();
        let walked = self.walk(&mut content);
        if is_search_page(self.url, &content, walked.outline.text_bytes()) {
            return Err(LeftOut::SearchPage);
        }
        let is_secondary = self.is_secondary(&walked);
        let Walked { outline, links, left_parts, .. } = walked;
        let usual_weight = if is_secondary { self.config.secondary_weight() } else { USUAL_WEIGHT };
        let name_lists = outline.name_lists;
        let mut outlined = outline.finish(&self.head.title, usual_weight);
        if outlined.sections.is_empty() {
            self.refuse_untitled(is_made_by_scripts)?;
            outlined.head_with(&self.head.title);
        }
        if !has_body && self.is_unweighed() && is_source_listing(self.url, &outlined.sections) {
            return Err(LeftOut::SourceListing);
        }
        Ok(ReadContent {
            outlined,
            links,
            left_parts,
            language,
            name_lists,
            has_body,
            is_made_by_scripts,
            is_secondary,
        })
    }

    /// Walks the content; once more with its tables of contents, if it has nothing else.
    fn walk(&self, content: &mut Content<'a>) -> Walked<'a> {
        let walked = walk(content, self.config, self.url, self.base());
        if walked.outline.is_bare() && content.keep_contents(self.html) {
            return walk(content, self.config, self.url, self.base());
        }
        walked
    }

    fn is_secondary(&self, Walked { outline, links, leading_blocks, .. }: &Walked<'_>) -> bool {
        is_secondary(&PageTraits {
            url: self.url,
            titles: [&self.head.title, outline.first_heading()],
            headings: outline.headings().collect(),
            bytes: outline.text_bytes(),
            links: links.len(),
            leading: *leading_blocks,
            blocks: outline.blocks().count(),
            prose: outline.blocks().filter(|block| is_prose(block)).count(),
            link_bytes: links.iter().map(|link| link.text.len()).sum(),
        })
    }

    /// Refuses a page without text, unless its title says something. The title of a page whose text the author leaves out
    /// is left out, too.
    fn refuse_untitled(&self, is_made_by_scripts: bool) -> Result<(), LeftOut> {
        if is_made_by_scripts {
            return Err(LeftOut::MadeByScripts);
        }
        let mut elements = self.html.tree.nodes().filter_map(|node| node.value().as_element());
        let is_left_out = elements.any(|element| Attributes::of(element).is_ignored);
        let says_something = self.head.title.contains(char::is_alphanumeric);
        if is_left_out || !says_something { Err(LeftOut::Empty) } else { Ok(()) }
    }

    /// The page, of its head and its content.
    fn page(self, content: ReadContent) -> RawPage {
        let is_unweighed = self.is_unweighed();
        let Source { url, html, head, config } = self;
        let base = head.base.as_deref();
        let secondary = config.secondary_weight();
        let mut outlined = content.outlined;
        outlined.put_keywords_first(head.own_keywords);
        let links = outlined.links_of_sections(content.links);
        outlined.places.sort_unstable();
        let stated = config.language_of(url).map(str::to_owned).or(content.language).or(head.language);
        RawPage {
            url: url.to_owned(),
            canonical: Canonical::of(html, url, base),
            states_language: stated.is_some(),
            language: stated.unwrap_or_else(|| config.language_tag().to_owned()),
            metadata: PageMetadata::of(url, html, config),
            description: head.description,
            keywords: head.keywords,
            versions: head.versions,
            has_set_versions: config.reads_filter(VERSION),
            has_body: content.has_body,
            frame_links: frame_links(html, url, base),
            titles: [head.title, outlined.heading.unwrap_or_default(), head.og_title],
            breadcrumb: breadcrumb(html),
            generator: made_by(html),
            is_made_by_scripts: content.is_made_by_scripts,
            is_secondary: content.is_secondary && is_unweighed && secondary < USUAL_WEIGHT,
            name_lists: content.name_lists,
            stub_weight: is_unweighed.then_some(secondary),
            sections: outlined.sections,
            parents: outlined.parents,
            links,
            places: outlined.places,
            kept: config.kept,
            left_parts: content.left_parts,
            // All else is known with all pages of the site.
            ..RawPage::default()
        }
    }
}
