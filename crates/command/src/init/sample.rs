//! Pages of a site that are looked at once more, for what an index does not say: [`Sample`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use crate::build::inject::SCRIPT;
use crate::error::CliError;
use crate::site::site_files::page_content;
use crate::site::site_folder::SiteFolder;
use crate::site::site_reader::Site;
use docfuse_site::content_selectors;
use docfuse_site::inject::{BoxPlace, BoxScript, with_box};

/// Most pages that are looked at.
const PAGES: usize = 40;

/// What pages have, spread over the site.
#[derive(Default)]
pub struct Sample {
    pub pages: usize,
    /// The selector that matches the content, and nothing else, on the most pages; and on how many.
    pub content: Option<(String, usize)>,
    /// Pages with a search of their theme.
    pub searches: usize,
}

impl Sample {
    /// # Errors
    /// A page that cannot be read.
    pub fn of(folder: &SiteFolder, site: &Site) -> Result<Self, CliError> {
        let left_out: HashSet<&str> = site.left_out.iter().map(|(name, _)| name.as_str()).collect();
        let mut names = folder.files()?.pages;
        names.retain(|name| !left_out.contains(name.as_str()));
        let mut sample = Sample::default();
        // How many pages a selector holds on, and its place in the list of the first of them.
        let mut selectors: BTreeMap<String, (usize, Reverse<usize>)> = BTreeMap::new();
        for name in names.iter().step_by(names.len().div_ceil(PAGES).max(1)) {
            let Ok(content) = page_content(&folder.path().join(name))? else { continue };
            sample.pages += 1;
            sample.searches += usize::from(has_search(&content, name));
            for (at, selector) in content_selectors(&content).into_iter().enumerate() {
                selectors.entry(selector).or_insert((0, Reverse(at))).0 += 1;
            }
        }
        let best = selectors.into_iter().max_by_key(|(_, rank)| *rank);
        sample.content = best.map(|(selector, (pages, _))| (selector, pages));
        Ok(sample)
    }
}

/// Whether `--inject` would put the box in place of a search of the theme.
fn has_search(content: &[u8], name: &str) -> bool {
    let script = BoxScript {
        index: "docfuse/",
        name: SCRIPT,
        is_module: true,
        language: None,
        version: "",
        markdown: None,
    };
    with_box(content, name, &script, false).is_ok_and(|boxed| boxed.place == BoxPlace::Theme)
}
