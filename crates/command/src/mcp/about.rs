//! [`About`]: what a server says of its site, by which an assistant with several servers chooses.

use docfuse::search::{Facet, Request};
use rmcp::model::{Implementation, ServerCapabilities, ServerConfig};

use super::addresses::root_title;
use crate::folder::IndexFolder;
use crate::folder::site_address::SiteAddress;
use crate::output::printable::line;
use docfuse_site::wording::shortened;

/// Name of all these servers; their titles tell them apart.
const NAME: &str = "docfuse";

/// Most filters that are named, and most values of each.
const MOST_NAMED: usize = 12;

/// Hexadecimal digits of the generation in a version.
const DIGITS: usize = 8;

/// What clients may tell their model about all these servers.
const INSTRUCTIONS: &str = "Use search first, then read what it found with read_section. Cite the addresses of the \
                            sections that an answer rests on.";

/// What is known of a site. All texts are printable, each in one line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// Title of the page at the site's root; empty if it has none.
    title: String,
    /// Address of the site; empty if it is not known.
    address: String,
    pages: u32,
    language: String,
    generation: String,
    /// Filters with their values, the most frequent first.
    filters: Vec<String>,
}

impl About {
    /// Reads it from an index. What cannot be read is left out.
    pub fn of(index: &mut IndexFolder, site: &SiteAddress) -> Self {
        let listed = index.query(&Request { facets: true, limit: 1, ..Request::default() });
        let facets = listed.ok().and_then(|answer| answer.facets).unwrap_or_default();
        let title = root_title(index).unwrap_or_default();
        let manifest = index.manifest();
        About {
            title: line(&shortened(&title)).into_owned(),
            address: line(&site.to_string()).into_owned(),
            pages: manifest.pages,
            language: line(&manifest.language).into_owned(),
            generation: manifest.generation.chars().take(DIGITS).collect(),
            filters: facets.into_iter().take(MOST_NAMED).map(filter).collect(),
        }
    }

    /// Title, address, number of pages and language.
    pub fn subject(&self) -> String {
        let names = [&self.title, &self.address].into_iter().filter(|name| !name.is_empty());
        let counts = format!("{} pages, language {}", self.pages, self.language);
        names.cloned().chain([counts]).collect::<Vec<_>>().join(", ")
    }

    /// The filters with their values, if there are any.
    pub fn filters(&self) -> Option<String> {
        (!self.filters.is_empty()).then(|| self.filters.join("; "))
    }

    /// What the protocol has of it.
    pub fn config(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let version = format!("{}+{}", env!("CARGO_PKG_VERSION"), self.generation);
        let mut server = Implementation::new(NAME, version).with_description(self.subject());
        if let Some(title) = [&self.title, &self.address].into_iter().find(|title| !title.is_empty()) {
            server = server.with_title(title);
        }
        if !self.address.is_empty() {
            server = server.with_website_url(&self.address);
        }
        let filters = self.filters().map(|filters| format!(" Filters: {filters}."));
        let told =
            format!("Documentation: {}.{} {INSTRUCTIONS}", self.subject(), filters.unwrap_or_default());
        ServerConfig::new(capabilities).with_server_info(server).with_instructions(told)
    }
}

/// A filter with its values: `kind (guide, reference)`.
fn filter(facet: Facet) -> String {
    let Facet { name, mut values } = facet;
    values.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
    let more = if values.len() > MOST_NAMED { ", …" } else { "" };
    let named: Vec<String> = values.iter().take(MOST_NAMED).map(|(value, _)| shortened(value)).collect();
    line(&format!("{} ({}{more})", shortened(&name), named.join(", "))).into_owned()
}
