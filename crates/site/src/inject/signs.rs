//! [`signs`]: what the tags of a page say about the place of its box, in one pass over the page.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

use lol_html::errors::RewritingError;
use lol_html::html_content::Element;
use lol_html::{ElementContentHandlers, HtmlRewriter, MemorySettings, Selector, Settings};

use super::search_place::SearchPlace;
use crate::content::boilerplate::names_contents;
use crate::generators;
use crate::metadata::page_metadata::MAX_VALUES;
use crate::site::versions::stated;

/// Bytes that the scanner may keep of a page, far more than the longest tag of real pages.
const MAX_KEPT_BYTES: usize = 1 << 24;

/// What a tag says about the place of the box.
#[derive(Clone, Copy)]
pub(super) enum Sign {
    /// A theme's search, by its number in [`PLACES`].
    Theme(usize),
    Body,
    /// A header, navigation or search of a part of the page.
    OfPart,
    /// A search that says by its role or type that it is one.
    Search,
    Form,
    /// A field in the form that was noted last.
    SearchField,
    /// Likewise, if its name says that it is one.
    FieldOfForm,
    /// A field of no form, likewise.
    Field,
    Header,
    Navigation,
    /// A page that omits `<body>` has one of these tags.
    Content,
    NoPage,
    AuthorsBox,
    Script,
    ImportMap,
    /// An element that counts for nothing where scripts run.
    Inert,
    Base,
    Language,
    Version,
    Title,
    MarkdownLink,
}

/// The first tag with each sign.
#[derive(Default)]
pub(super) struct Signs {
    pub(super) theme: Option<(usize, Tag)>,
    pub(super) body: Option<Tag>,
    pub(super) of_part: Option<usize>,
    pub(super) search: Option<Tag>,
    /// A search of which only a name says it.
    pub(super) named_search: Option<Tag>,
    pub(super) form: Option<Tag>,
    pub(super) header: Option<Tag>,
    pub(super) navigation: Option<Tag>,
    pub(super) has_content: bool,
    pub(super) is_no_page: bool,
    pub(super) authors_box: Option<Tag>,
    pub(super) has_script: bool,
    pub(super) has_import_map: bool,
    pub(super) states_language: bool,
    /// The versions that the page states.
    pub(super) versions: Vec<String>,
    pub(super) inert: Option<usize>,
    /// A title outside of the body, which may be one of a picture.
    pub(super) title: Option<Tag>,
    pub(super) has_markdown_link: bool,
    /// `<base href>` and its value.
    pub(super) base: Option<(Tag, String)>,
}

/// The bytes of a tag.
#[derive(Clone, Copy)]
pub(super) struct Tag {
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) static PLACES: LazyLock<Vec<SearchPlace>> =
    LazyLock::new(|| generators::search_places().collect());

/// Of an element with several signs, the handlers run in this order.
pub(super) static SELECTORS: LazyLock<Vec<(Selector, Sign)>> = LazyLock::new(|| {
    let of_themes = PLACES.iter().enumerate().map(|(number, place)| (place.at, Sign::Theme(number)));
    let others = [
        ("body", Sign::Body),
        ("main header, article header, section header, aside header, dialog header", Sign::OfPart),
        ("main nav, article nav, section nav, aside nav, dialog nav", Sign::OfPart),
        ("main form, article form, dialog form, template form", Sign::OfPart),
        ("main input, article input, dialog input, template input", Sign::OfPart),
        ("main [role=search], article [role=search], dialog [role=search]", Sign::OfPart),
        ("form", Sign::Form),
        ("form input[type=search]", Sign::SearchField),
        ("[role=search], form[action*=search i], input[type=search]", Sign::Search),
        ("form input", Sign::FieldOfForm),
        ("input", Sign::Field),
        ("header", Sign::Header),
        ("nav", Sign::Navigation),
        ("main, h1", Sign::Content),
        ("frameset, meta[http-equiv='refresh' i]", Sign::NoPage),
        ("docfuse-search, docfuse-input", Sign::AuthorsBox),
        ("script[src]", Sign::Script),
        ("script[type='importmap' i]", Sign::ImportMap),
        ("template base, noscript base", Sign::Inert),
        ("base[href]", Sign::Base),
        ("html[lang], body[lang]", Sign::Language),
        ("meta[name]", Sign::Version),
        ("title", Sign::Title),
        ("link[type='text/markdown' i]", Sign::MarkdownLink),
    ];
    // A test finds selectors that cannot be parsed.
    of_themes.chain(others).filter_map(|(selector, sign)| Some((selector.parse().ok()?, sign))).collect()
});

/// `script` is the file name of the script of the box.
pub(super) fn signs(html: &[u8], script: &str) -> Result<Signs, RewritingError> {
    let signs = RefCell::new(Signs::default());
    let memory = MemorySettings::new().with_max_allowed_memory_usage(MAX_KEPT_BYTES);
    let mut settings = Settings::new().with_memory_settings(memory);
    for (selector, sign) in SELECTORS.iter() {
        let note = |element: &mut Element<'_, '_>| {
            signs.borrow_mut().note(*sign, element, script);
            Ok(())
        };
        let handlers = ElementContentHandlers::default().element(note);
        settings = settings.append_element_content_handler((Cow::Borrowed(selector), handlers));
    }
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| ());
    rewriter.write(html)?;
    rewriter.end()?;
    Ok(signs.into_inner())
}

impl Signs {
    fn note(&mut self, sign: Sign, element: &Element<'_, '_>, script: &str) {
        let bytes = element.source_location().bytes();
        let tag = Tag { start: bytes.start, end: bytes.end };
        let is_of_page = self.of_part != Some(tag.start);
        match sign {
            // The first theme in the list, and its first element.
            Sign::Theme(number) if self.theme.is_none_or(|(known, _)| number < known) => {
                self.theme = Some((number, tag));
            }
            Sign::Theme(_) => {}
            Sign::Body => self.body = self.body.or(Some(tag)),
            Sign::OfPart => self.of_part = Some(tag.start),
            Sign::Form => self.form = Some(tag),
            Sign::SearchField if is_of_page => self.search = self.search.or(self.form),
            Sign::Search if is_of_page => self.search = self.search.or(Some(tag)),
            Sign::Header if is_of_page => self.header = self.header.or(Some(tag)),
            Sign::Navigation if is_of_page && !is_contents(element) => {
                self.navigation = self.navigation.or(Some(tag));
            }
            Sign::FieldOfForm if is_of_page && names_search(element) => {
                self.named_search = self.named_search.or(self.form);
            }
            Sign::Field if is_of_page && names_search(element) => {
                self.named_search = self.named_search.or(Some(tag));
            }
            Sign::SearchField | Sign::Search | Sign::Header | Sign::Navigation => {}
            Sign::FieldOfForm | Sign::Field => {}
            Sign::Content => self.has_content = true,
            Sign::NoPage => self.is_no_page = true,
            Sign::AuthorsBox => self.authors_box = self.authors_box.or(Some(tag)),
            Sign::Script => {
                let address = element.get_attribute("src").unwrap_or_default();
                let path = address.split(['?', '#']).next().unwrap_or_default();
                self.has_script |= path.rsplit('/').next() == Some(script);
            }
            Sign::ImportMap => self.has_import_map = true,
            Sign::Language => self.states_language = true,
            Sign::Version => {
                let name = element.get_attribute("name").unwrap_or_default();
                let content = element.get_attribute("content").filter(|_| generators::states_version(&name));
                for version in stated(content.as_deref().unwrap_or_default()) {
                    if self.versions.len() < MAX_VALUES && self.versions.iter().all(|known| known != version)
                    {
                        self.versions.push(version.to_owned());
                    }
                }
            }
            Sign::Title if self.body.is_none() => self.title = self.title.or(Some(tag)),
            Sign::Title => {}
            Sign::MarkdownLink => self.has_markdown_link = true,
            Sign::Inert => self.inert = Some(tag.start),
            Sign::Base if self.base.is_none() && self.inert != Some(tag.start) => {
                self.base = element.get_attribute("href").map(|href| (tag, href));
            }
            Sign::Base => {}
        }
    }
}

/// Whether an `<input>` is a search by its names: for a text, and `q`, or with the word in a name or in what it shows.
fn names_search(input: &Element<'_, '_>) -> bool {
    let is_text = input.get_attribute("type").is_none_or(|kind| kind.eq_ignore_ascii_case("text"));
    let says = |name: &str| {
        input.get_attribute(name).is_some_and(|value| value.to_ascii_lowercase().contains("search"))
    };
    is_text
        && (input.get_attribute("name").as_deref() == Some("q")
            || ["id", "name", "class", "placeholder", "aria-label"].into_iter().any(says))
}

/// Whether a `<nav>` is the table of contents of its page, by its id, class, label or role.
fn is_contents(nav: &Element<'_, '_>) -> bool {
    let names = |name: &str| {
        nav.get_attribute(name).is_some_and(|value| value.split_ascii_whitespace().any(names_contents))
    };
    let label = nav.get_attribute("aria-label").unwrap_or_default().to_ascii_lowercase();
    names("id") || names("class") || names("role") || matches!(&*label, "table of contents" | "on this page")
}
