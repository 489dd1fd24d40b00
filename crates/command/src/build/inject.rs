//! `docfuse build --inject`: the search box in every page of the built site.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::args::BuildArgs;
use super::offline::CLASSIC_SCRIPT;
use crate::error::CliError;
use crate::files::{self, Staged};
use crate::llms::markdown_beside;
use crate::output::counted;
use crate::site::site_files::{is_html, page_content};
use crate::site::site_folder::{SiteFolder, below};
use docfuse::index::{MANIFEST_NAME, Manifest};
use docfuse_site::inject::{BoxPlace, BoxScript, BoxedPage, NoBox, with_box};
use docfuse_site::{IngestConfig, VersionPlaces, address, wording};

/// The script of the box on a host.
pub const SCRIPT: &str = "docfuse.js";

/// What became of a page.
type Outcome = Result<BoxPlace, NoBox>;

/// A page under a temporary name, if it is to be written; what became of it, and whether it names its Markdown.
type Injected = (Option<Staged>, Outcome, bool);

/// Puts the box into the pages of `site`, whose index is in `out`. All pages are written under temporary names before
/// the first one is renamed. A page that has the box already is not written, and nothing outside of the site is: a page
/// that is a link becomes a file, and its target stays as it is. `versions`: where the site's are. Returns lines of the
/// summary.
///
/// # Errors
/// An index outside of the site, or a page that cannot be read or written.
pub fn inject(
    site: &SiteFolder,
    out: &Path,
    args: &BuildArgs,
    config: &IngestConfig,
    versions: &VersionPlaces,
) -> Result<Vec<String>, CliError> {
    let root = site.real_path()?;
    let index = index_path(site.path(), &root, out)?;
    let (name, is_module) = if args.beside.offline { (CLASSIC_SCRIPT, false) } else { (SCRIPT, true) };
    let index_address = address(&index);
    let script =
        BoxScript { index: &index_address, name, is_module, language: None, version: "", markdown: None };
    let languages = languages_of(out)?;
    let _lock = files::lock(out)?;
    let injection =
        Injection { site, root, out, script, config, languages, versions, has_markdown: args.llms_txt };
    let pages = site.files()?.pages.into_par_iter().filter(|path| !path.starts_with(&index));
    let pages: Vec<Injected> = pages.map(|path| injection.page(&path)).collect::<Result<_, CliError>>()?;
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    let mut links = 0;
    for (staged, outcome, has_link) in pages {
        staged.map_or(Ok(()), Staged::put)?;
        *counts.entry(outcome).or_default() += 1;
        links += u64::from(has_link);
    }
    let mut lines = Vec::new();
    if args.llms_txt {
        lines.push(format!("linked with its Markdown: {}", counted(links, "page")));
    }
    if counts.keys().any(|outcome| matches!(outcome, Err(NoBox::Unreadable | NoBox::Base))) {
        lines.push(format!(
            "for pages that get no box, add these two lines to your theme: <script type=\"module\" src=\"/{index_address}{SCRIPT}\"></script> <docfuse-search layout=\"modal\"></docfuse-search>"
        ));
    }
    let counts: Vec<String> =
        counts.iter().map(|(outcome, count)| format!("{count} {}", words(*outcome))).collect();
    lines.push(format!("search box: {}", counts.join(", ")));
    Ok(lines)
}

/// What pages are written with.
struct Injection<'a> {
    site: &'a SiteFolder,
    /// The site's folder through all links.
    root: PathBuf,
    out: &'a Path,
    script: BoxScript<'a>,
    config: &'a IngestConfig,
    /// The languages of the index.
    languages: Vec<String>,
    versions: &'a VersionPlaces,
    /// Whether the build writes Markdown of pages.
    has_markdown: bool,
}

impl Injection<'_> {
    /// Writes a page under a temporary name.
    fn page(&self, path: &str) -> Result<Injected, CliError> {
        let file = self.site.path().join(path);
        let without = |reason| Ok((None, Err(reason), false));
        let Some(content) = page_content(&file)?.ok() else { return without(NoBox::TooLarge) };
        let markdown = if self.has_markdown { markdown_beside(self.site.path(), path) } else { None };
        let at = |path: &str| self.with_box(&content, path, markdown.as_deref());
        let BoxedPage { html, place, has_link } = match at(path) {
            Ok(boxed) => boxed,
            Err(reason) => return without(reason),
        };
        let is_same_at = |other: &str| at(other).is_ok_and(|other| other.html == html);
        match self.site.place_of(&self.root, path) {
            None => return without(NoBox::Outside),
            // Another address of a file, which is written by its own.
            Some(real) if real != path => {
                let outcome = if is_same_at(&real) { Ok(place) } else { Err(NoBox::OtherDepth) };
                return Ok((None, outcome, false));
            }
            Some(_) => {}
        }
        // A link stays one if its target gets the same box.
        if file.is_symlink()
            && let Ok(target) = file.canonicalize()
            && let Some(target) = below(&target, &self.root)
            && is_html(Path::new(&target))
            && is_same_at(&target)
        {
            return Ok((None, Ok(place), false));
        }
        Ok((Some(files::stage_in(self.out, file, &html)?), Ok(place), has_link))
    }

    fn with_box(&self, content: &[u8], path: &str, markdown: Option<&str>) -> Result<BoxedPage, NoBox> {
        let language = self.config.language_around(path, &self.languages);
        let script = BoxScript {
            language: language.as_deref(),
            version: self.versions.at(path),
            markdown,
            ..self.script
        };
        with_box(content, path, &script, self.config.excluded(path).is_some())
    }
}

/// The languages of the index in a folder.
fn languages_of(out: &Path) -> Result<Vec<String>, CliError> {
    let path = out.join(MANIFEST_NAME);
    let manifest: Manifest = wording::json(&files::read(&path)?)
        .map_err(|told| CliError::at(&path, format!("a manifest expected, another file found: {told}")))?;
    Ok(manifest.languages.into_keys().chain([manifest.language]).collect())
}

fn words(outcome: Outcome) -> String {
    match outcome {
        Ok(BoxPlace::Theme) => "in place of the theme's search".to_owned(),
        Ok(BoxPlace::Header) => "in the header".to_owned(),
        Ok(BoxPlace::Window) => "at a free place of the window".to_owned(),
        Ok(BoxPlace::Author) => "of your own".to_owned(),
        Err(reason) => format!("without ({reason})"),
    }
}

/// The path of the index below the site, with slashes: `docfuse/`. `root` is the site's folder through all links.
fn index_path(site: &Path, root: &Path, out: &Path) -> Result<String, CliError> {
    let whole = out.canonicalize().map_err(CliError::file("find", out))?;
    let path = below(&whole, root).filter(|path| !path.is_empty());
    path.map(|path| format!("{path}/")).ok_or_else(|| {
        CliError::Argument(format!(
            "--inject: expected the index in a folder of the site {}, found {}; change --out, or put the box into your theme",
            site.display(),
            out.display()
        ))
    })
}
