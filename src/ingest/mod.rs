//! From bytes of HTML files, or lines of JSONL, to [`Page`]s made of [`Section`]s and [`Link`]s.
//!
//! [`read_page`] reads one file alone, so callers can use many threads. [`finish_site`] then does everything that needs
//! all pages: titles, print pages, near-duplicate sections, links between pages. [`jsonl`] reads corpora
//! instead of sites. The author's decisions are in [`SiteSettings`], once checked [`IngestConfig`], and in attributes of pages. [`LeftOut`] says why a
//! page is not in the index.
//!
//! - One page: `charset` (bytes to text), `dom` (text to tree), `head`, `page_metadata`, `breadcrumb` and
//!   `page_address` (metadata), `main_content`, `boilerplate` and `panels` (which elements are content), `content_walk` with
//!   `outline`, `draft`, `documented_symbol`, `declared_symbol`, `c_declaration`, `text`, `ruby`, `diagram`, `anchor_behind`, `decoration` and
//!   `href` (content to sections and links), `secondary_pages` (which pages weigh less) and `source_listing`.
//! - One site: `site`, with `site_languages`, `folder_languages`, `text_language` and `language_tag`, `repeated_lines`, `keywords`, `bare_sections`, `title` and
//!   `same_title`, `site_addresses`, `duplicates` and `shingles`, `near_duplicates`, `versions` and `editions`, `names`,
//!   `signature` and `call_title`, `short_headings`, and `anchor_text`.
//! - The box in pages: `inject`, with `search_place`.
//! - Held once for all pages: `shared`, `seen`.
//! - Single generators: `generators`, a file each. Words of natural languages: `phrases`. Patterns of paths:
//!   `page_pattern`.
//!
//! No function recurses over the nesting of a page.

mod anchor_behind;
mod anchor_text;
mod bare_sections;
mod boilerplate;
mod breadcrumb;
mod c_declaration;
mod call_title;
mod capture;
mod charset;
mod class_words;
mod config;
mod content_walk;
mod declared_symbol;
mod decoration;
mod diagram;
mod documented_symbol;
mod dom;
mod draft;
mod duplicates;
mod editions;
mod folder_languages;
mod generators;
mod head;
mod href;
pub mod inject;
pub mod jsonl;
mod keyword_list;
mod keywords;
mod language_tag;
mod left_out;
mod main_content;
mod names;
mod near_duplicates;
mod open_tag;
mod operator_name;
mod outline;
mod page;
mod page_address;
mod page_metadata;
mod page_pattern;
mod panels;
mod parse;
mod phrases;
mod raw_page;
mod raw_page_check;
mod read_page;
mod repeated_lines;
mod ruby;
mod same_title;
mod search_place;
mod secondary_pages;
mod seen;
mod selector_use;
mod shared;
mod shingles;
mod short_headings;
mod signature;
mod site;
mod site_addresses;
mod site_languages;
mod site_settings;
mod source_listing;
mod symbol_kind;
mod symbol_path;
mod tags;
mod text;
mod text_language;
mod title;
mod versions;
mod weight;
mod word_parts;

pub use anchor_text::MAX_ANCHOR_TEXTS;
pub use config::IngestConfig;
pub use duplicates::MAX_ALSO;
pub use generators::output_folders;
#[cfg(test)]
pub(crate) use generators::version_metas;
pub use href::{address, percent_decode, route_path};
pub use left_out::LeftOut;
pub use page::{Also, Edition, Link, MAX_LISTED, MAX_NAMES, Name, NameKind, Page, Section, TextSource};
pub use page_metadata::{MAX_FILTER_BYTES, MAX_META_BYTES, MAX_VALUES, SORT_KEY};
pub use parse::{MAX_ATTRIBUTES, MAX_DEPTH};
pub use raw_page::RawPage;
pub use read_page::{MAX_PAGE_BYTES, read_page, too_large};
pub use seen::Seen;
pub use selector_use::Unmatched;
pub use shared::{Shared, SharedText};
pub use site::finish_site;
pub use site_settings::{
    CaptureSetting, Captured, DEFAULT_LANGUAGE, LanguageSetting, SettingError, SiteSettings, Weighed,
    WeightSetting, default_excludes,
};
pub use text_language::{ForeignPages, foreign_pages};
pub use versions::versions_of;
pub use weight::{USUAL_WEIGHT, WEIGHTS};

#[cfg(test)]
mod attributes_tests;
#[cfg(test)]
mod declared_symbol_tests;
#[cfg(test)]
mod duplicates_tests;
#[cfg(test)]
mod generators_tests;
#[cfg(test)]
mod inject_tests;
#[cfg(test)]
mod names_tests;
#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod tests;
