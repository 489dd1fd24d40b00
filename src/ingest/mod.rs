//! The way into the index: bytes of HTML files, or lines of JSONL, to [`Page`]s made of [`Section`]s and [`Link`]s.
//!
//! [`read_page`] reads one file on its own, so that a caller may run it on many threads; [`finish_site`] then does
//! what needs all pages: titles that tell pages apart, print pages, links that lead to pages. [`jsonl`] reads
//! corpora instead of sites. What the author may decide is an [`IngestConfig`]; why a page is not in the index, a
//! [`LeftOut`].
//!
//! Inside, a page goes through `charset` (bytes to text), `dom` (text to tree), `head` (what it says of itself),
//! `main_content` with `boilerplate` (where the content stands), `walk` with `outline`, `text` and `href` (content to
//! sections and links); a site through `site` and `title`. Nothing recurses over the nesting of a page.

mod boilerplate;
mod charset;
mod config;
mod dom;
mod head;
mod href;
pub mod jsonl;
mod left_out;
mod main_content;
mod outline;
mod page;
mod site;
mod text;
mod title;
mod walk;

pub use config::{DEFAULT_EXCLUDES, IngestConfig, SelectorError, default_excludes};
pub use dom::MAX_DEPTH;
pub use left_out::LeftOut;
pub use page::{Link, MAX_PAGE_BYTES, Page, RawPage, Section, read_page};
pub use site::finish_site;

#[cfg(test)]
mod generators_tests;
#[cfg(test)]
mod tests;
