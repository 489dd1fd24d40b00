//! `docfuse model import`: quantizes another tool's encoder or cross-encoder, and compares it with its graph.

use std::path::{Path, PathBuf};

use super::args::ImportArgs;
use crate::error::CliError;
use crate::files;
use crate::output::{bytes, progress, say};
use crate::own_folder::OwnFolder;
use crate::own_folder::list::Kind;
use docfuse::model::{INFO_FILE, MODEL_FILE, ModelKind, QUERY_FILE, TOKENIZER_FILE};
use docfuse_encoder::import::{
    CAN_CHECK, CheckError, ImportError, ImportedModel, ModelFolder, Nearness, check, data_files, import_with,
};

/// The folder of a model's configuration, and its ONNX file if the weights come from one. `named` is the folder, which
/// may hold model.onnx or onnx/model.onnx in place of model.safetensors, or an ONNX file in the folder or one level
/// below.
fn sources(named: &Path) -> (PathBuf, Option<PathBuf>) {
    if named.is_file() {
        let folders: Vec<&Path> = named.ancestors().skip(1).take(2).collect();
        let base = folders.iter().find(|folder| folder.join("config.json").exists()).or(folders.first());
        return (base.map_or_else(PathBuf::new, |base| base.to_path_buf()), Some(named.to_owned()));
    }
    (named.to_owned(), graph(named).filter(|_| !named.join("model.safetensors").exists()))
}

/// The ONNX file that is named, or that the named folder has beside its weights.
fn graph(named: &Path) -> Option<PathBuf> {
    if named.is_file() {
        return Some(named.to_owned());
    }
    ["model.onnx", "onnx/model.onnx"].map(|file| named.join(file)).into_iter().find(|file| file.exists())
}

/// Reads an ONNX file, and into `folder` the files beside it that hold its weights.
fn read_graph(file: &Path, folder: &mut ModelFolder) -> Result<Option<Vec<u8>>, CliError> {
    let Some(content) = files::read_if_there(file)? else { return Ok(None) };
    let beside = file.parent().unwrap_or(Path::new(""));
    // The import reports an unreadable file.
    for name in data_files(&content).unwrap_or_default() {
        if let Some(data) = files::read_if_there(&beside.join(&name))? {
            folder.insert_data(name, data);
        }
    }
    Ok(Some(content))
}

/// The files of a model's folder, or those that belong to an ONNX file.
///
/// # Errors
/// A file cannot be read.
pub fn folder_at(path: &Path) -> Result<ModelFolder, CliError> {
    let name = path.canonicalize().map_err(CliError::file("read", path))?;
    let name = name.file_name().and_then(|name| name.to_str()).unwrap_or("encoder").to_owned();
    let mut folder = ModelFolder::new(name);
    let (base, exported) = sources(path);
    if let Some(file) = &exported
        && let Some(content) = read_graph(file, &mut folder)?
    {
        folder.insert(ModelFolder::EXPORTED, content);
    }
    for path in ModelFolder::FILES {
        if let Some(content) = files::read_if_there(&base.join(path))? {
            folder.insert(path, content);
        }
    }
    Ok(folder)
}

/// Runs `docfuse model import`.
pub fn run(args: &ImportArgs) -> Result<(), CliError> {
    let wrong = |error: CheckError| CliError::Model { path: args.folder.clone(), message: error.to_string() };
    if args.check && !CAN_CHECK {
        return Err(wrong(CheckError::Unbuilt));
    }
    let compared = graph(&args.folder).filter(|_| args.check);
    if args.check && compared.is_none() {
        return Err(wrong(CheckError::Missing));
    }
    let mut folder = folder_at(&args.folder)?;
    let prompts = [&args.query_prompt, &args.passage_prompt].map(Option::as_deref);
    let wanted = Wanted { prompts, dimensions: args.dimensions, ..Wanted::default() };
    let out = OwnFolder::among_others(&args.out, Kind::Encoder)?;
    let (summary, model) = import_to(&folder, &wanted, out, &args.folder)?;
    say(format_args!("{summary} in {}", args.out.display()))?;
    if let Some(file) = compared
        && let Some(content) = read_graph(&file, &mut folder)?
    {
        say_nearness(&check(&content, &folder, &model).map_err(wrong)?)?;
    }
    Ok(())
}

/// Prints how near vectors are to those of another tool's graph.
fn say_nearness(found: &[Nearness]) -> Result<(), CliError> {
    say("cosine to the vectors of the ONNX graph, of documents and of queries:")?;
    for Nearness { text, documents, queries } in found {
        say(format_args!("{documents:.4}  {queries:.4}  {text}"))?;
    }
    Ok(())
}

/// What an import adds to a folder or changes.
#[derive(Default)]
pub struct Wanted<'a> {
    /// Replace the folder's prompts of queries and of passages.
    pub prompts: [Option<&'a str>; 2],
    /// The prompts if the folder states none.
    pub usual_prompts: [&'a str; 2],
    /// Numbers of each vector to keep, the first ones.
    pub dimensions: Option<usize>,
}

/// Imports a model, puts it into `out`, and describes it in a line. `source` is named in errors.
///
/// # Errors
/// The model is not supported, or cannot be written.
pub fn import_to(
    folder: &ModelFolder,
    wanted: &Wanted,
    mut out: OwnFolder,
    source: &Path,
) -> Result<(String, ImportedModel), CliError> {
    let bar = progress("calibrating", 0);
    let report = |done, total| {
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let failed = |error: ImportError| CliError::Model { path: source.to_owned(), message: error.to_string() };
    let mut model = import_with(folder, &report).map_err(failed)?;
    bar.finish_and_clear();
    if let Some(dimensions) = wanted.dimensions {
        model.truncate(dimensions).map_err(failed)?;
    }
    let own = [&mut model.info.query_prompt, &mut model.info.passage_prompt];
    let states_none = own.iter().all(|prompt| prompt.is_empty());
    for ((own, usual), given) in own.into_iter().zip(wanted.usual_prompts).zip(wanted.prompts) {
        if let Some(prompt) = given.or(states_none.then_some(usual)) {
            prompt.clone_into(own);
        }
    }
    let info = serde_json::to_vec_pretty(&model.info).map_err(CliError::json("the model's description"))?;
    out.stage(MODEL_FILE, &model.onnx)?;
    if let Some(query) = &model.query {
        out.stage(QUERY_FILE, query)?;
    }
    out.stage(TOKENIZER_FILE, &model.tokenizer)?;
    out.stage(INFO_FILE, &info)?;
    out.put()?;
    let output = match model.info.kind {
        ModelKind::Encoder => format!("{} dimensions", model.info.dimensions),
        ModelKind::CrossEncoder => "cross-encoder".to_owned(),
    };
    let summary = format!(
        "{}: {output}, {} tokens, {}",
        model.info.name,
        model.info.max_tokens,
        bytes(model.onnx.len() as u64)
    );
    Ok((summary, model))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;
    use crate::model;
    use crate::models::{multilingual, tiny};
    use crate::own_folder::list::LIST;

    /// Each case: what is imported into the folder of a unigram encoder, and what is then there.
    #[test]
    fn nothing_of_an_earlier_import_is_left() {
        for (folder, expected) in [
            (multilingual::folder(), &[LIST, "model.json", "model.onnx", "query.onnx", "tokenizer.bin"][..]),
            (tiny::folder(), &[LIST, "model.json", "model.onnx", "query.onnx", "tokenizer.bin"]),
            (tiny::cross_encoder_folder(), &[LIST, "model.json", "model.onnx", "tokenizer.bin"]),
        ] {
            let out = tempfile::tempdir().unwrap();
            let import = |folder: &ModelFolder| {
                let to = OwnFolder::alone(out.path(), Kind::Encoder).unwrap();
                import_to(folder, &Wanted::default(), to, Path::new("from")).unwrap().1
            };
            import(&multilingual::folder());
            let imported = import(&folder);
            let mut found: Vec<_> =
                fs::read_dir(out.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
            found.sort();
            assert_eq!(found, expected);
            let read = model::read(out.path().to_owned()).unwrap();
            assert_eq!((read.tokenizer, read.query), (imported.tokenizer, imported.query));
        }
    }

    /// Each case: the files there, the path that is named, the folder of the configuration, the ONNX file.
    #[test]
    fn weights_and_configuration_are_found() {
        let config = "config.json";
        for (there, named, base, exported) in [
            (&[config, "model.safetensors"][..], "", "", None),
            (&[config, "model.safetensors", "model.onnx"], "", "", None),
            (&[config, "model.onnx", "onnx/model.onnx"], "", "", Some("model.onnx")),
            (&[config, "onnx/model.onnx"], "", "", Some("onnx/model.onnx")),
            (&[config, "onnx/other.onnx"], "", "", None),
            (&[config, "model.safetensors", "a.onnx"], "a.onnx", "", Some("a.onnx")),
            (&[config, "onnx/a.onnx"], "onnx/a.onnx", "", Some("onnx/a.onnx")),
            (&[config, "onnx/a.onnx", "onnx/config.json"], "onnx/a.onnx", "onnx", Some("onnx/a.onnx")),
            (&["onnx/a.onnx"], "onnx/a.onnx", "onnx", Some("onnx/a.onnx")),
            (&[config, "a/b/c.onnx"], "a/b/c.onnx", "a/b", Some("a/b/c.onnx")),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let at = |path: &str| folder.path().join(path);
            for file in there {
                fs::create_dir_all(at(file).parent().unwrap()).unwrap();
                fs::write(at(file), b"").unwrap();
            }
            assert_eq!(sources(&at(named)), (at(base), exported.map(at)), "{there:?}, {named}");
        }
    }
}
