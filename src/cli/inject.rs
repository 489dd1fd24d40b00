//! `docfuse build --inject`: the search box in every page of the built site.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::args::BuildArgs;
use super::error::CliError;
use super::files::{self, Staged};
use super::offline::CLASSIC_SCRIPT;
use super::output::say;
use super::site_files::{html_files, page_content};
use crate::ingest::inject::{BoxPlace, BoxScript, NoBox, with_box};
use crate::ingest::{IngestConfig, address};

/// The script of the box on a host.
pub const SCRIPT: &str = "docfuse.js";

/// What became of a page.
type Outcome = Result<BoxPlace, NoBox>;

/// Puts the box into the pages of `site`, whose index is in `out`. All pages are written under temporary names before
/// the first one is renamed. A page that has the box already is not written.
///
/// # Errors
/// An index outside of the site, or a page that cannot be read or written.
pub fn inject(site: &Path, out: &Path, args: &BuildArgs, config: &IngestConfig) -> Result<(), CliError> {
    let index = index_path(site, out)?;
    let (name, is_module) = if args.beside.offline { (CLASSIC_SCRIPT, false) } else { (SCRIPT, true) };
    let index_address = address(&index);
    let script = BoxScript { index: &index_address, name, is_module };
    let _lock = files::lock(out)?;
    let one = |path: String| {
        let file = site.join(&path);
        let Ok(content) = page_content(&file)? else { return Ok((None, Err(NoBox::TooLarge))) };
        Ok(match with_box(&content, &path, &script, config.excluded(&path).is_some()) {
            Ok((html, place)) => (Some(files::stage_in(out, file, &html)?), Ok(place)),
            Err(reason) => (None, Err(reason)),
        })
    };
    let pages = html_files(site)?.into_par_iter().filter(|path| !path.starts_with(&index));
    let pages: Vec<(Option<Staged>, Outcome)> = pages.map(one).collect::<Result<_, CliError>>()?;
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for (staged, outcome) in pages {
        staged.map_or(Ok(()), Staged::put)?;
        *counts.entry(outcome).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(outcome, count)| format!("{count} {}", words(*outcome))).collect();
    say(format_args!("search box: {}", counts.join(", ")))
}

fn words(outcome: Outcome) -> String {
    match outcome {
        Ok(BoxPlace::Theme) => "in place of the theme's search".to_owned(),
        Ok(BoxPlace::Header) => "in the header".to_owned(),
        Ok(BoxPlace::Corner) => "in the corner".to_owned(),
        Ok(BoxPlace::Author) => "of your own".to_owned(),
        Err(reason) => format!("without ({reason})"),
    }
}

/// The path of the index below the site, with slashes: `docfuse/`.
fn index_path(site: &Path, out: &Path) -> Result<String, CliError> {
    let whole = |folder: &Path| folder.canonicalize().map_err(CliError::file("find", folder));
    let (inner, outer) = (whole(out)?, whole(site)?);
    let parts = inner.strip_prefix(&outer).ok().filter(|path| !path.as_os_str().is_empty());
    let parts: Option<Vec<&str>> = parts.and_then(|path| path.iter().map(|part| part.to_str()).collect());
    parts.map(|parts| format!("{}/", parts.join("/"))).ok_or_else(|| {
        CliError::Input(format!(
            "--inject: expected the index in a folder of the site {}, found {}; change --out, or put the box into your theme",
            site.display(),
            out.display()
        ))
    })
}
