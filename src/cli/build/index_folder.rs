//! The folder that a build writes: a generation of the index, the browser files, and what some options add.

use std::collections::HashSet;
use std::path::Path;

use super::args::BuildArgs;
use super::build_fingerprint::WrittenFiles;
use super::generations::{Built, without_encoder};
use super::offline;
use super::precache;
use super::worker_script::worker_script;
use crate::cli::error::CliError;
use crate::cli::files;
use crate::cli::runtime::{RUNTIME, RuntimeFile};
use crate::format::ENDING;
use crate::index::{FORMAT_NAME, MANIFEST_NAME};
use crate::ingest::LeftOut;

/// Kinds of index files. A build deletes files of these kinds that no manifest names any more.
const KINDS: [&str; 18] = [
    "auxiliary",
    "dense",
    "filters",
    "first",
    "graph",
    "hashes",
    "homes",
    "leaves",
    "links",
    "model",
    "positions",
    "rows",
    "stemmer",
    "termvectors",
    "terms",
    "texts",
    "tokenizer",
    "words",
];

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
    Err(CliError::place(
        &path,
        format!(
            "the manifest of an index expected, {found} found, which is not replaced; name another folder after --out, or \
         move it away (delete it if it is that of a damaged index)"
        ),
    ))
}

/// Refuses an index in a language whose worker script is not among the browser files: no page could search it.
///
/// # Errors
/// The script that is missing.
fn check_workers<'a>(
    files: &[RuntimeFile],
    mut languages: impl Iterator<Item = &'a str>,
) -> Result<(), CliError> {
    let is_there = |script: &str| files.is_empty() || files.iter().any(|file| file.name == script);
    let Some(language) = languages.find(|language| !is_there(worker_script(language))) else { return Ok(()) };
    let script = worker_script(language);
    let message = format!(
        "expected among the browser files of this command, for pages in the language {language:?}, none found; build the \
         command by ./pkg-build.sh, or set `language` to \"en\""
    );
    Err(CliError::place(Path::new(script), message))
}

/// Takes the name and the content of a file.
type Each<'a> = dyn FnMut(&str, &[u8]) -> Result<(), CliError> + 'a;

/// Gives `each` the name and content of all files of an index folder, the main manifest last, and each name once. `out` is
/// the folder that a list of files to keep names.
///
/// # Errors
/// A browser file that is missing, or an error of `each`.
pub fn contents(
    out: &Path,
    args: &BuildArgs,
    generations: &[Built],
    twins: &[(String, Vec<u8>)],
    each: &mut Each<'_>,
) -> Result<(), CliError> {
    check_workers(&RUNTIME, generations.iter().map(|built| built.index.manifest.language.as_str()))?;
    let manifests = generations.iter().enumerate().rev();
    // The main manifest names the others, so it is written last.
    let manifests = manifests
        .map(|(number, built)| built.manifest(number == 0, &built.index.manifest))
        .collect::<Result<Vec<_>, CliError>>()?;
    let precache = if args.beside.precache_manifest {
        let prefix = precache::prefix(args.site.as_deref(), out);
        precache::files(&prefix, generations, &manifests)?
    } else {
        Vec::new()
    };
    // Languages share the encoder's files.
    let mut seen = HashSet::new();
    for file in generations.iter().flat_map(|built| &built.index.files) {
        if seen.insert(&file.file.name) {
            each(&file.file.name, &file.content)?;
        }
    }
    for file in RUNTIME.iter() {
        let is_left_out = is_of_encoder(&file.name) && without_encoder(generations);
        if offline::is_written(&file.name, args.beside.offline) && !is_left_out {
            each(&file.name, &file.content()?)?;
        }
    }
    twins.iter().chain(&precache).chain(&manifests).try_for_each(|(name, content)| each(name, content))
}

/// Writes a generation into its folder. Files are named by their content, so new files never replace old ones. All
/// content is written under temporary names first, so a full disk changes nothing. The manifest is replaced last,
/// atomically; files it no longer names are deleted after that. A build that fails midway leaves the old generation
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
    files::create_folder(out)?;
    check_out(out)?;
    // Of two concurrent builds, one would delete files that the other has written but no manifest names yet.
    let _lock = files::lock(out)?;
    let had_index = out.join(MANIFEST_NAME).is_file();
    let mut written = WrittenFiles::default();
    let mut staged = Vec::new();
    contents(out, args, generations, twins, &mut |name, content| {
        written.add(name, content);
        staged.push(files::stage(out, name, content)?);
        Ok(())
    })?;
    staged.into_iter().try_for_each(files::Staged::put)?;
    // Without an index, files with names like these are somebody else's.
    for name in files::names(out)?.into_iter().filter(|_| had_index) {
        if is_generated(&name) && !written.holds(&name) {
            files::remove(&out.join(name))?;
        }
    }
    Ok(written)
}

/// Whether `name` is that of a module that runs the encoder.
pub fn is_of_encoder(name: &str) -> bool {
    name.starts_with("docfuse_embed")
}

/// Browser files that only some sites have, or that earlier versions wrote.
const SOME_RUNTIME: [&str; 6] = [
    "docfuse_full.wasm",
    "docfuse_embed.wasm",
    "docfuse_embed.wasm.hdf",
    "docfuse_embed_unigram.wasm.hdf",
    "docfuse_embed_relaxed.wasm",
    "docfuse_embed_relaxed.wasm.hdf",
];

/// Whether a build gives names like this one, or did: a kind, 16 hexadecimal digits and an extension, the manifest of a
/// further language, a twin, or a file that some options write.
fn is_generated(name: &str) -> bool {
    let has_twin = |file: &str| file == MANIFEST_NAME || offline::has_twin(file) || is_generated(file);
    let is_twin = offline::twin_of(name).is_some_and(has_twin);
    let is_optional = offline::is_offline_script(name) || precache::NAMES.contains(&name);
    if is_twin || is_optional || SOME_RUNTIME.contains(&name) {
        return true;
    }
    let of_language = name.strip_prefix("docfuse.").and_then(|rest| rest.strip_suffix(".json"));
    if let Some(language) = of_language {
        let (primary, rest) = language.split_once('-').unwrap_or((language, "a"));
        let is_letter = |byte: u8| byte.is_ascii_lowercase();
        let is_subtag = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| is_letter(byte) || byte.is_ascii_digit())
        };
        return matches!(primary.len(), 2 | 3)
            && primary.bytes().all(is_letter)
            && rest.split('-').all(is_subtag);
    }
    name.split_once('-').is_some_and(|(kind, rest)| {
        let (hash, ending) = rest.split_at(rest.find('.').unwrap_or(rest.len()));
        let (hash, number) = hash.split_once('-').unwrap_or((hash, "0"));
        KINDS.contains(&kind)
            && hash.len() == 16
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
            && number.parse::<u32>().is_ok()
            // Before format 6, binary files ended in ".bin".
            && [ENDING, ".json", ".bin"].contains(&ending)
    })
}

#[cfg(test)]
mod tests {
    use super::{RuntimeFile, check_workers, is_generated};

    #[test]
    fn a_language_without_its_worker_script_is_refused() {
        let english = ["docfuse.js", "docfuse-worker.js"].map(RuntimeFile::named);
        assert!(check_workers(&english, ["en", "en-GB", ""].into_iter()).is_ok());
        let refused = check_workers(&english, ["en", "de"].into_iter()).unwrap_err().to_string();
        assert!(refused.contains("docfuse-worker-languages.js") && refused.contains("\"de\""), "{refused}");
        // A command without browser files writes indexes all the same.
        assert!(check_workers(&[], ["de"].into_iter()).is_ok());
    }

    #[test]
    fn only_generated_names_are_deleted() {
        for (name, expected) in [
            ("texts-0123456789abcdef.hdf", true),
            ("texts-0123456789abcdef.bin", true),
            ("model-0123456789abcdef.bin", true),
            ("model-0123456789abcdef.onnx", false),
            ("texts-0123456789abcde.bin", false),
            ("notes-0123456789abcdef.bin", false),
            ("texts-0123456789abcdef.txt", false),
            ("docfuse.json", false),
            ("docfuse.de.json", true),
            ("docfuse.pt-br.json", true),
            ("docfuse.zh-hant-tw.json", true),
            ("docfuse.es-419.json", true),
            ("docfuse.de-.json", false),
            ("docfuse.config.json", false),
            ("terms-0123456789abcdef-12.hdf", true),
            ("terms-0123456789abcdef-x.hdf", false),
            ("docfuse-worker.js", false),
            ("docfuse_full.wasm", true),
            ("docfuse_full.wasm.hdf", false),
            ("docfuse_full.wasm.hdf.js", true),
            ("docfuse-classic.js", true),
            ("docfuse-offline-full.js", true),
            ("docfuse-precache.json", true),
            ("docfuse.json.js", true),
            ("docfuse.de.json.js", true),
            ("texts-0123456789abcdef.hdf.js", true),
            ("notes-0123456789abcdef.hdf.js", false),
            ("package.json.js", false),
        ] {
            assert_eq!(is_generated(name), expected, "{name}");
        }
    }
}
