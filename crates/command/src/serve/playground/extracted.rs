//! The site as a build extracts it: pages with their sections, and what is left out and why.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use crate::config::Config;
use crate::error::CliError;
use crate::serve::live::Live;
use crate::site::site_folder::SiteFolder;
use crate::site::site_reader::{Site, SiteReader};
use docfuse::index::{Also, NameKind, Page, Section, TextSource};

/// Reads the site's pages when they are first asked for, and later what has changed since.
pub struct Extracted {
    folder: SiteFolder,
    config: Config,
    live: Arc<Live>,
    read: Mutex<Option<(SiteReader, Arc<Site>)>>,
}

/// All pages of a site.
#[derive(Serialize)]
pub struct Pages {
    pages: Vec<PageLine>,
    left_out: Vec<LeftOutFile>,
    /// Addresses of the sections without text.
    without_text: Vec<String>,
}

#[derive(Serialize)]
struct PageLine {
    url: String,
    title: String,
    language: String,
    sections: usize,
    /// Bytes of text.
    bytes: usize,
}

#[derive(Serialize)]
struct LeftOutFile {
    file: String,
    /// A short name of the reason, and all of it.
    reason: &'static str,
    why: String,
}

/// A page with its sections.
#[derive(Serialize)]
pub struct ShownPage {
    url: String,
    title: String,
    language: String,
    version: String,
    filters: Vec<(String, String)>,
    meta: Vec<(String, String)>,
    /// Number of links to other pages of the site.
    links: usize,
    sections: Vec<ShownSection>,
    /// The word of a rule, and the text that it left out.
    left_parts: Vec<(&'static str, String)>,
}

#[derive(Serialize)]
struct ShownSection {
    anchor: String,
    heading: String,
    path: Vec<String>,
    text: String,
    /// `page`, `signature` or `headings`: where the text comes from.
    source: &'static str,
    weight: f32,
    /// Each with its kind, most reliable first.
    names: Vec<(String, &'static str)>,
    anchor_texts: Vec<String>,
    linking_pages: u32,
    /// Sections that were left out as duplicates of this one, and other versions of it.
    also: Vec<Place>,
    other_editions: Vec<Place>,
}

#[derive(Serialize)]
struct Place {
    url: String,
    title: String,
    version: String,
}

impl Extracted {
    /// The site in `folder`, read by these settings.
    pub fn of(folder: SiteFolder, config: Config, live: Arc<Live>) -> Self {
        Extracted { folder, config, live, read: Mutex::default() }
    }

    /// The site that was built last, else as its files are now.
    fn site(&self) -> Result<Arc<Site>, CliError> {
        if let Some(site) = self.live.site() {
            return Ok(site);
        }
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((reader, site)) = read.as_mut() {
            if !reader.refresh(&self.config.ingest)?.is_empty() {
                *site = Arc::new(reader.site()?);
            }
            return Ok(Arc::clone(site));
        }
        let mut reader = SiteReader::new(&self.folder, false);
        reader.refresh(&self.config.ingest)?;
        let site = Arc::new(reader.site()?);
        *read = Some((reader, Arc::clone(&site)));
        Ok(site)
    }

    /// A line for each page, and what is left out.
    ///
    /// # Errors
    /// A site that cannot be read.
    pub fn pages(&self) -> Result<Pages, CliError> {
        let site = self.site()?;
        let line = |page: &Page| PageLine {
            url: page.url.clone(),
            title: page.title.clone(),
            language: page.language.clone(),
            sections: page.sections.len(),
            bytes: page.sections.iter().map(|section| section.text.len()).sum(),
        };
        let left_out = site.left_out.iter().map(|(file, why)| LeftOutFile {
            file: file.clone(),
            reason: why.key(),
            why: why.to_string(),
        });
        Ok(Pages {
            pages: site.pages.iter().map(line).collect(),
            left_out: left_out.collect(),
            without_text: site.without_text.clone(),
        })
    }

    /// The page at `url`.
    ///
    /// # Errors
    /// A site that cannot be read, or without this page.
    pub fn page(&self, url: &str) -> Result<ShownPage, CliError> {
        let site = self.site()?;
        let page = site.pages.iter().find(|page| page.url == url).ok_or_else(|| {
            CliError::Argument(format!(
                "{url}: the address of an indexed page expected, none of this address found"
            ))
        })?;
        Ok(ShownPage {
            url: page.url.clone(),
            title: page.title.clone(),
            language: page.language.clone(),
            version: page.version.clone(),
            filters: page.filters.clone(),
            meta: page.meta.clone(),
            links: page.links.len(),
            sections: page.sections.iter().map(section).collect(),
            left_parts: page.left_parts.iter().map(|part| (part.rule, part.text.clone())).collect(),
        })
    }
}

fn section(section: &Section) -> ShownSection {
    let place = |also: &Also| {
        let Also { url, title, version } = also.clone();
        Place { url, title, version }
    };
    ShownSection {
        anchor: section.anchor.clone(),
        heading: section.heading.clone(),
        path: section.path.clone(),
        text: section.text.clone(),
        source: match section.source {
            TextSource::Own => "page",
            TextSource::Signature => "signature",
            TextSource::Headings => "headings",
        },
        weight: section.weight,
        names: section.names.iter().map(|name| (name.text.clone(), kind(name.kind))).collect(),
        anchor_texts: section.anchor_texts.clone(),
        linking_pages: section.linking_pages,
        also: section.also.iter().map(place).collect(),
        other_editions: section.other_editions.iter().map(place).collect(),
    }
}

fn kind(kind: NameKind) -> &'static str {
    match kind {
        NameKind::Qualified => "qualified",
        NameKind::Plain => "title or symbol",
        NameKind::Heading => "heading",
        NameKind::Member => "member",
        NameKind::Last => "last part",
        NameKind::Listed => "listed",
        NameKind::Noted => "in a secondary page",
    }
}
