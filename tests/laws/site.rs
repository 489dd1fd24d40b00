//! A site as the library reads it: [`Site`].

use std::collections::HashMap;

use docfuse::index::Page;
use docfuse_site::{IngestConfig, LeftOut, RawPage, finish_site, in_utf8, read_page};
use rayon::prelude::*;

/// A file: its path and its bytes.
pub type File = (String, Vec<u8>);

/// What reading each file alone gave.
pub struct Files {
    pub pages: Vec<RawPage>,
    pub left_out: Vec<(String, LeftOut)>,
}

/// The finished site.
pub struct Site {
    pub pages: Vec<Page>,
    /// By file.
    pub left_out: HashMap<String, LeftOut>,
    /// The number of each file's page.
    page_of: HashMap<String, usize>,
    /// Sections whose duplicate a file had: page and section.
    stand_ins: HashMap<String, Vec<(usize, usize)>>,
    /// Addresses that are those of no file.
    pub strange: Vec<String>,
}

impl Files {
    pub fn read(files: &[File]) -> Self {
        let config = IngestConfig::default().telling();
        let read: Vec<_> =
            files.par_iter().map(|(path, bytes)| (path, read_page(path, bytes, &config))).collect();
        let mut found = Files { pages: Vec::new(), left_out: Vec::new() };
        for (path, page) in read {
            match page {
                Ok(page) => found.pages.push(page),
                Err(reason) => found.left_out.push((path.clone(), reason)),
            }
        }
        found
    }
}

impl Site {
    pub fn of(files: &[File]) -> Self {
        let Files { pages, mut left_out } = Files::read(files);
        let (pages, further) = finish_site(pages);
        left_out.extend(further);
        let mut known: HashMap<&str, &str> = files
            .iter()
            .flat_map(|(path, _)| addresses(path).map(|address| (address, path.as_str())))
            .collect();
        // `web.html` is itself, and not `web.html.html` without its suffix.
        known.extend(files.iter().map(|(path, _)| (path.as_str(), path.as_str())));
        let file_of = |url: &str| known.get(url).map(|&path| path.to_owned());
        let mut page_of = HashMap::new();
        let mut strange = Vec::new();
        let mut stand_ins: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (number, page) in pages.iter().enumerate() {
            match file_of(&page.url) {
                Some(path) => drop(page_of.insert(path, number)),
                None => strange.push(page.url.clone()),
            }
            for (at, section) in page.sections.iter().enumerate() {
                for also in &section.also {
                    let url = also.url.split('#').next().unwrap_or_default();
                    match file_of(url) {
                        Some(path) => stand_ins.entry(path).or_default().push((number, at)),
                        None => strange.push(also.url.clone()),
                    }
                }
            }
        }
        Site { pages, left_out: left_out.into_iter().collect(), page_of, stand_ins, strange }
    }

    /// The page of a file.
    pub fn page(&self, path: &str) -> Option<&Page> {
        self.page_of.get(path).map(|&number| &self.pages[number])
    }

    /// Sections that stand for removed duplicates of a file's.
    pub fn stand_ins(&self, path: &str) -> impl Iterator<Item = (&Page, usize)> {
        self.stand_ins.get(path).into_iter().flatten().map(|&(page, section)| (&self.pages[page], section))
    }
}

/// The addresses that a file may have.
fn addresses(path: &str) -> impl Iterator<Item = &str> {
    let bare = path.strip_suffix(".html");
    let folder = path.strip_suffix("index.html");
    let root = (path == "index.html").then_some("./");
    [Some(path), bare, folder, folder.and_then(|folder| folder.strip_suffix('/')), root].into_iter().flatten()
}

/// The text of a file, whatever its encoding.
pub fn text(bytes: &[u8]) -> String {
    let utf8 = in_utf8(bytes.to_vec(), declared(bytes));
    String::from_utf8_lossy(&utf8).into_owned()
}

/// The encoding that a page names in its first bytes; without one, it may be an old page.
fn declared(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(1024)];
    let at = head.windows(8).position(|it| it.eq_ignore_ascii_case(b"charset="));
    let xml = || head.windows(9).position(|it| it.eq_ignore_ascii_case(b"encoding=")).map(|at| at + 9);
    let named = at.map(|at| at + 8).or_else(xml).and_then(|at| {
        let rest = std::str::from_utf8(&head[at..]).unwrap_or_else(|error| {
            std::str::from_utf8(&head[at..at + error.valid_up_to()]).unwrap_or_default()
        });
        rest.trim_start_matches(['"', '\''])
            .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_')
            .next()
    });
    let is_utf8 = || std::str::from_utf8(bytes).is_ok();
    named.filter(|named| !named.is_empty()).or_else(|| (!is_utf8()).then_some("windows-1252"))
}
