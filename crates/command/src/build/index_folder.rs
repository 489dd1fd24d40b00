//! The folder that a build writes: a generation of the index, the browser files, and what some options add.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use super::args::BuildArgs;
use super::build_fingerprint::WrittenFiles;
use super::generations::{Built, without_encoder};
use super::worker_script::worker_script;
use super::{linked, offline, precache};
use crate::check_host::encoder::ENCODER_FILES;
use crate::error::CliError;
use crate::files;
use crate::own_folder::OwnFolder;
use crate::own_folder::list::{Kind, LIST, List};
use crate::runtime::{RUNTIME, RuntimeFile};
use docfuse::index::{FORMAT_NAME, MANIFEST_NAME, Reader, file_row};
use docfuse_site::LeftOut;

/// Refuses a folder whose manifest is not an index's: a build would replace it.
///
/// # Errors
/// What was found in its place.
pub fn check_out(out: &Path) -> Result<(), CliError> {
    #[derive(serde::Deserialize)]
    struct AnyManifest {
        format: String,
    }
    let path = out.join(MANIFEST_NAME);
    let Ok(found) = path.metadata() else { return Ok(()) };
    let found = if found.is_dir() {
        "a folder".to_owned()
    } else if !found.is_file() {
        // Reading it might never end.
        LeftOut::NoFile.to_string()
    } else {
        let content = files::read(&path)?;
        match serde_json::from_slice::<AnyManifest>(&content) {
            Ok(AnyManifest { format }) if format == FORMAT_NAME => return Ok(()),
            Ok(AnyManifest { format }) => format!("one of the format {format:?}"),
            Err(error) if error.is_data() => "other JSON".to_owned(),
            Err(_) => "something that is no JSON".to_owned(),
        }
    };
    Err(CliError::at(
        &path,
        format!(
            "the manifest of an index expected, {found} found, which is not replaced; name another folder after --out, or \
         move it away (delete it if it is that of a damaged index)"
        ),
    ))
}

/// Refuses an index in a language whose worker script is not among the browser files, and one with vectors without the
/// module that runs the encoder: no page could search it.
///
/// # Errors
/// The file that is missing.
pub fn check_modules<'a>(
    files: &[RuntimeFile],
    mut languages: impl Iterator<Item = &'a str>,
    has_encoder: bool,
) -> Result<(), CliError> {
    if files.is_empty() {
        return Ok(());
    }
    let is_there = |name: &str| files.iter().any(|file| file.name == name);
    let missing = |name: &str, what: &str, advice: &str| {
        let message = format!(
            "expected among the browser files of this command, for {what}, none found; build the command by \
             ./pkg-build.sh, or {advice}"
        );
        Err(CliError::at(Path::new(name), message))
    };
    if let Some(language) = languages.find(|language| !is_there(worker_script(language))) {
        let what = format!("pages in the language {language:?}");
        return missing(worker_script(language), &what, "set `language` to \"en\"");
    }
    if has_encoder && let Some(name) = ENCODER_FILES.iter().find(|name| !is_there(name)) {
        return missing(name, "vectors", "build without them by --no-dense");
    }
    Ok(())
}

/// Takes the name and the content of a file.
type Each<'a> = dyn FnMut(&str, &[u8]) -> Result<(), CliError> + 'a;

/// Gives `each` the name and content of all files of an index folder, each name once, and their list last. `out` is the
/// folder that a list of files to keep names.
///
/// # Errors
/// A browser file that cannot be read, or an error of `each`.
pub fn contents(
    out: &Path,
    args: &BuildArgs,
    generations: &[Built],
    twins: &[(String, Vec<u8>)],
    each: &mut Each<'_>,
) -> Result<(), CliError> {
    let manifests = generations.iter().enumerate().rev();
    // The main manifest names the others, so it is written last.
    let manifests = manifests
        .map(|(number, built)| built.manifest(number == 0, &built.index.manifest))
        .collect::<Result<Vec<_>, CliError>>()?;
    let linked = linked::file(generations)?;
    let precache = if args.beside.precache_manifest {
        let prefix = precache::prefix(args.site.as_deref(), out);
        precache::files(&prefix, generations, &linked, &manifests)?
    } else {
        Vec::new()
    };
    // Languages share the encoder's files.
    let mut seen = HashSet::new();
    let mut names = BTreeSet::new();
    let mut add = |name: &str, content: &[u8]| {
        names.insert(name.to_owned());
        each(name, content)
    };
    for file in generations.iter().flat_map(|built| &built.index.files) {
        if seen.insert(&file.file.name) {
            add(&file.file.name, &file.content)?;
        }
    }
    for file in RUNTIME.iter() {
        let is_left_out = is_of_encoder(&file.name) && without_encoder(generations);
        if offline::is_written(&file.name, args.beside.offline) && !is_left_out {
            add(&file.name, &file.content()?)?;
        }
    }
    twins
        .iter()
        .chain(&precache)
        .chain([&linked])
        .chain(&manifests)
        .try_for_each(|(name, content)| add(name, content))?;
    each(LIST, &List { of: Kind::Index, files: names }.content()?)
}

/// Writes a generation into its folder. Files are named by their content, so new files never replace old ones. All
/// content is written under temporary names first, so a full disk changes nothing. The manifest is replaced last,
/// atomically; files of earlier builds are deleted after that. A build that fails midway leaves the old generation
/// intact.
///
/// # Errors
/// A file that cannot be written, or a folder that [`check_out`] refuses.
pub fn write(
    out: &Path,
    args: &BuildArgs,
    generations: &[Built],
    twins: &[(String, Vec<u8>)],
) -> Result<WrittenFiles, CliError> {
    check_out(out)?;
    let mut folder = OwnFolder::among_others(out, Kind::Index)?;
    let mut written = WrittenFiles::default();
    contents(out, args, generations, twins, &mut |name, content| {
        written.add(name, content);
        // The folder writes its list itself.
        if name == LIST { Ok(()) } else { folder.stage(name, content) }
    })?;
    folder.put()?;
    Ok(written)
}

/// Whether `name` is that of a module that runs the encoder.
pub fn is_of_encoder(name: &str) -> bool {
    file_row(name).is_some_and(|row| row.reader == Reader::Encoder)
}

#[cfg(test)]
mod tests {
    use super::{ENCODER_FILES, RuntimeFile, check_modules};

    #[test]
    fn what_no_page_could_search_is_refused() {
        let english = ["docfuse.js", "docfuse-worker.js"].map(RuntimeFile::named);
        let check = |files: &[RuntimeFile], languages: &[&str], has_encoder| {
            let checked = check_modules(files, languages.iter().copied(), has_encoder);
            checked.err().map_or(String::new(), |error| error.to_string())
        };
        assert_eq!(check(&english, &["en", "en-GB", ""], false), "");
        let refused = check(&english, &["en", "de"], false);
        assert!(refused.contains("docfuse-worker-languages.js") && refused.contains("\"de\""), "{refused}");
        let refused = check(&english, &["en"], true);
        assert!(refused.contains(ENCODER_FILES[0]) && refused.contains("--no-dense"), "{refused}");
        // A command without browser files writes indexes all the same.
        assert_eq!(check(&[], &["de"], true), "");
    }
}
