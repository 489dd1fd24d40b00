//! Puts text files into the site's folder: [`put`], and finds that of a page: [`markdown_beside`].
//!
//! The last line of each is a comment with a hash of what is before it. So a later build knows which files it may
//! replace or delete: those that have this line, and that nobody changed since.

use std::path::Path;

use walkdir::WalkDir;

use super::{LIST_NAME, TextFiles};
use crate::build::build_fingerprint::WrittenFiles;
use crate::build::index_folder::check_out;
use crate::error::CliError;
use crate::files;
use crate::site::site_folder::SiteFolder;
use docfuse::format::sha256_hex;
use docfuse::index::MANIFEST_NAME;

/// Beginning and end of the last line.
const MARK: (&str, &str) = ("\n<!-- docfuse ", " -->\n");

/// Hexadecimal digits of the hash.
const DIGITS: usize = 16;

/// Files that are there and were not written by a build, or were changed since.
pub type Kept = Vec<String>;

/// Deletes what an earlier build wrote into a site's folder and this one does not, and writes its files. Their content
/// is written under temporary names first, so a full disk changes none of them. `out` is the folder of the index, which
/// locks out other builds. Adds the files to `written`. Returns those that it left alone because somebody else wrote
/// them.
///
/// # Errors
/// A file that cannot be written.
pub fn put(
    folder: &SiteFolder,
    out: &Path,
    TextFiles { texts, .. }: &TextFiles,
    written: &mut WrittenFiles,
) -> Result<Kept, CliError> {
    let (site, root) = (folder.path(), folder.real_path()?);
    let lock = files::lock(out)?;
    // First: where case does not count, `Guide.html.md` and `guide.html.md` are one file.
    for path in earlier(site, lock.is_some())?.iter().filter(|path| !texts.contains_key(*path)) {
        files::remove(&site.join(path))?;
    }
    let mut kept = Kept::new();
    let mut staged = Vec::new();
    for (path, text) in texts {
        let place = folder.place_of(&root, path);
        if place.as_ref().is_none_or(|place| place != path && texts.contains_key(place)) {
            // Another address of a file that is written in its own place.
            continue;
        }
        let content = marked(text);
        if is_other_than_file(&site.join(path)) {
            kept.push(path.clone());
            continue;
        }
        if files::read_if_there(&site.join(path))?.is_some_and(|found| !is_ours(&found)) {
            kept.push(path.clone());
            continue;
        }
        let (folder, name) = path
            .rsplit_once('/')
            .map_or((site.to_owned(), path.as_str()), |(folder, name)| (site.join(folder), name));
        files::create_folder(&folder)?;
        staged.push(files::stage(&folder, name, content.as_bytes())?);
        written.add_beside(path, content.as_bytes());
    }
    staged.into_iter().try_for_each(files::Staged::put)?;
    Ok(kept)
}

/// The name of the Markdown file that a build wrote beside the page at a path below the site, whose address may lack
/// `.html`.
pub fn markdown_beside(site: &Path, path: &str) -> Option<String> {
    let names =
        [Some(path), path.strip_suffix(".html")].into_iter().flatten().map(|name| format!("{name}.md"));
    let is_written = |path: &String| {
        let path = site.join(path);
        !is_other_than_file(&path) && files::read(&path).is_ok_and(|content| is_ours(&content))
    };
    let path = names.into_iter().find(is_written)?;
    path.rsplit('/').next().map(str::to_owned)
}

/// Whether something is there that no build writes: a folder, a link, a pipe, which is not to be opened.
fn is_other_than_file(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| !found.is_file())
}

fn marked(text: &str) -> String {
    let (begin, end) = MARK;
    format!("{text}{begin}{}{end}", &sha256_hex(text.as_bytes())[..DIGITS])
}

/// Whether a build wrote this content.
fn is_ours(content: &[u8]) -> bool {
    let (begin, end) = MARK;
    let length = begin.len() + DIGITS + end.len();
    let Some((text, mark)) = content.len().checked_sub(length).map(|at| content.split_at(at)) else {
        return false;
    };
    let hash = mark.strip_prefix(begin.as_bytes()).and_then(|rest| rest.strip_suffix(end.as_bytes()));
    hash.is_some_and(|hash| sha256_hex(text).as_bytes().starts_with(hash))
}

/// Paths of the files below a site's folder that builds wrote. If no other build can be writing, since its folder
/// `is_locked`, deletes temporary files of interrupted builds. What cannot be read is left alone.
fn earlier(site: &Path, is_locked: bool) -> Result<Vec<String>, CliError> {
    let mut earlier = Vec::new();
    // Other builds may write into their own index folders.
    let is_index = |folder: &Path| folder.join(MANIFEST_NAME).exists() && check_out(folder).is_ok();
    let entries =
        WalkDir::new(site).into_iter().filter_entry(|entry| entry.depth() == 0 || !is_index(entry.path()));
    let entries = entries.filter_map(Result::ok);
    for entry in entries.filter(|entry| entry.file_type().is_file()) {
        let Some(name) = entry.file_name().to_str() else { continue };
        if is_locked && files::is_temporary(name) {
            files::remove(entry.path())?;
        }
        let is_named = name == LIST_NAME || name.ends_with(".md");
        if is_named && files::read(entry.path()).is_ok_and(|content| is_ours(&content)) {
            let parts = entry.path().strip_prefix(site).unwrap_or(entry.path()).iter();
            let parts: Option<Vec<&str>> = parts.map(|part| part.to_str()).collect();
            earlier.extend(parts.map(|parts| parts.join("/")));
        }
    }
    Ok(earlier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temporary_files_are_deleted_under_a_lock_alone() {
        let site = tempfile::tempdir().unwrap();
        let temporary = site.path().join(".docfuse-abcdef");
        for (is_locked, stays) in [(false, true), (true, false)] {
            files::write(&temporary, b"half").unwrap();
            assert_eq!(earlier(site.path(), is_locked).unwrap(), Vec::<String>::new());
            assert_eq!(temporary.exists(), stays, "locked: {is_locked}");
        }
    }

    #[test]
    fn only_unchanged_content_is_ours() {
        let ours = marked("# A\n\ntext\n");
        assert!(ours.starts_with("# A\n\ntext\n\n<!-- docfuse "), "{ours}");
        for (content, expected) in [
            (ours.clone(), true),
            (marked(""), true),
            (ours.replace("text", "next"), false),
            (format!("{ours}more\n"), false),
            ("# A\n".to_owned(), false),
            (String::new(), false),
            (ours.trim_end().to_owned(), false),
        ] {
            assert_eq!(is_ours(content.as_bytes()), expected, "{content:?}");
        }
    }
}
