//! From bytes of HTML files, or lines of JSONL, to the [`Page`](docfuse::index::Page)s of an index.
//!
//! [`read_page`] reads one file alone, so callers can use many threads. [`finish_site`] then does everything that needs
//! all pages: titles, print pages, near-duplicate sections, links between pages. [`jsonl`] reads corpora
//! instead of sites. The author's decisions are in [`SiteSettings`], once checked [`IngestConfig`], and in attributes of
//! pages. [`LeftOut`] says why a page is not in the index.
//!
//! - One page: `html` (bytes to a tree), `metadata` (what it says of itself), `content` (which elements are content, and
//!   sections of them), `symbols` (names of sections), `href` (links).
//! - One site: `site`, with `languages`.
//! - The box in pages: `inject`. Links of deployed pages: `html/web_page`. The author's decisions: `settings`.
//! - Values that many pages share: `seen`. What is wrong with a value that somebody wrote: [`wording`].
//! - Single generators: `generators`, a file each. Words of natural languages: `phrases`.
//!
//! No function recurses over the nesting of a page.

mod content;
mod generators;
mod href;
mod html;
pub mod inject;
mod inventory;
pub mod jsonl;
mod languages;
mod left_out;
mod left_parts;
mod metadata;
mod phrases;
mod raw_page;
mod raw_page_check;
mod read_page;
mod record_values;
mod safe_address;
mod seen;
mod settings;
mod site;
mod symbols;
pub mod wording;

pub use content::content_selectors::content_selectors;
pub use generators::{ListedVersions, output_folders};
pub use href::{address, percent_decode, route_of, route_path};
pub use html::charset::in_utf8;
pub use html::parse::{MAX_ATTRIBUTES, MAX_DEPTH};
pub use html::web_page::PageLinks;
pub use inventory::{is_inventory, read_file};
pub use languages::language_tag::{primary as primary_language, tag as language_tag};
pub use languages::text_language::{ForeignPages, foreign_pages};
pub use left_out::LeftOut;
pub use left_parts::{PartRule, PartRules};
pub use metadata::page_address::Placed;
pub use metadata::page_metadata::{MAX_FILTER_BYTES, MAX_META_BYTES, MAX_VALUES};
pub use raw_page::RawPage;
pub use read_page::{MAX_PAGE_BYTES, read_page, too_large};
pub use seen::Seen;
pub use settings::config::IngestConfig;
pub use settings::selector_use::Unmatched;
pub use settings::site_settings::{
    CaptureSetting, Captured, DEFAULT_LANGUAGE, LanguageSetting, SettingError, SiteSettings, Weighed,
    WeightSetting, default_excludes,
};
pub use settings::weight::WEIGHTS;
pub use site::anchor_text::MAX_ANCHOR_TEXTS;
pub use site::duplicates::MAX_ALSO;
pub use site::version_folders::VersionPlaces;
pub use site::versions::versions_of;
pub use site::{finish_site, finish_site_with_places, natural};

#[cfg(test)]
use docfuse::index::{Also, LeftPart, Link, MAX_NAMES, NameKind, Page, Section, TextSource};

#[cfg(test)]
mod attributes_tests;
#[cfg(test)]
mod declared_symbol_tests;
#[cfg(test)]
mod deprecated_tests;
#[cfg(test)]
mod duplicates_tests;
#[cfg(test)]
mod generators_tests;
#[cfg(test)]
mod inventory_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
