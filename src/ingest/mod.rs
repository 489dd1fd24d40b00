//! The way into the index: bytes of HTML files, or lines of JSONL, to [`Page`]s made of [`Section`]s and [`Link`]s.
//!
//! [`read_page`] reads one file on its own, so that a caller may run it on many threads; [`finish_site`] then does
//! what needs all pages: titles that tell pages apart, print pages, sections that occur twice, links that lead to pages.
//! [`jsonl`] reads corpora instead of sites. What the author may decide is an [`IngestConfig`], or stands in attributes of
//! the page; why a page is not in the index, a [`LeftOut`].
//!
//! Inside, a page goes through `charset` (bytes to text), `dom` (text to tree), `head` and `marks` (what it says of itself),
//! `main_content` with `boilerplate` (where the content stands), `walk` with `outline`, `item`, `text` and `href` (content
//! to sections and links); a site through `site`, `title`, `duplicates` with `shingles`, `collapse`, `names` with `signature`,
//! and `inbound`. Nothing recurses over the nesting of a page.

mod boilerplate;
mod charset;
mod collapse;
mod config;
mod dom;
mod duplicates;
mod head;
mod href;
mod inbound;
mod item;
pub mod jsonl;
mod left_out;
mod main_content;
mod marks;
mod names;
mod outline;
mod owner;
mod page;
mod shingles;
mod signature;
mod site;
mod text;
mod title;
mod walk;

pub use config::{
    CaptureSetting, DEFAULT_EXCLUDES, DEFAULT_LANGUAGE, IngestConfig, SettingError, SiteSettings,
    WeightSetting, default_excludes,
};
pub use dom::MAX_DEPTH;
pub use duplicates::MAX_ALSO;
pub use href::address;
pub use inbound::MAX_INBOUND;
pub use left_out::LeftOut;
pub use marks::{MAX_FILTER_BYTES, MAX_META_BYTES, MAX_VALUES, WEIGHTS};
pub use names::{MAX_LISTED, MAX_NAMES};
pub use page::{Also, Link, MAX_PAGE_BYTES, Name, NameKind, Page, RawPage, Section, read_page, too_large};
pub use site::finish_site;

#[cfg(test)]
mod attributes_tests;
#[cfg(test)]
mod duplicates_tests;
#[cfg(test)]
mod generators_tests;
#[cfg(test)]
mod item_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
