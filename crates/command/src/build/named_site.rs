//! What an author is told who names no site, or none that there is.

use std::path::Path;

use crate::error::CliError;
use crate::site::site_folder::SiteFolder;
use docfuse_site::output_folders;

/// Sites in the current folder, where generators put them.
pub fn sites_here() -> Vec<&'static str> {
    let has_pages = |folder: &&str| {
        let files = SiteFolder::new(Path::new(folder), false).files();
        files.is_ok_and(|files| !files.pages.is_empty())
    };
    output_folders().filter(has_pages).collect()
}

/// None is named after a verb, and `found` are here.
pub fn none_named(verb: &str, found: &[&str]) -> CliError {
    let (list, example) = match found.first() {
        Some(first) => (format!("found here: {}", found.join(", ")), *first),
        None => ("none of the usual ones is here".to_owned(), "./public"),
    };
    CliError::Argument(format!(
        "the folder that your site generator writes expected, none named; {list}. For example: docfuse {verb} {example}"
    ))
}

/// There is no folder of this name.
pub fn no_folder(site: &Path) -> CliError {
    CliError::at(
        site,
        "expected the folder that your site generator writes, found no folder; build the site first, or name another",
    )
}
