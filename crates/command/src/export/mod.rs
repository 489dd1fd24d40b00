//! `docfuse export`: an index's sections, texts, metadata and vectors as files for a distributed engine.
//!
//! `sections` reads the index, `row` is a section as both engines get it, `milvus` and `opensearch` write the files of
//! their engine, `line_file` is how files are written.

pub mod args;
mod line_file;
mod milvus;
mod opensearch;
mod row;
mod sections;

use std::path::Path;

use serde::Serialize;

use super::error::CliError;
use super::files;
use super::folder::index_source::read_manifest;
use super::folder::local_index::LocalIndex;
use super::output::{remark, say};
use super::own_folder::OwnFolder;
use super::own_folder::list::Kind;
use args::{ExportArgs, TargetEngine};
use docfuse::index::{MANIFEST_NAME, Manifest};
use row::Row;
use sections::Sections;

/// Name of the description.
pub const DESCRIPTION: &str = "export.json";

/// Describes an export, for the programs that read it and for the next export into its folder.
#[derive(Serialize)]
struct Description<'a> {
    engine: &'static str,
    generation: &'a str,
    language: &'a str,
    sections: u32,
    /// Of windows; those of a section that are equal count once.
    vectors: usize,
    /// `None` without vectors.
    encoder: Option<Encoder<'a>>,
}

/// The encoder whose vectors are in the same space.
#[derive(Serialize)]
struct Encoder<'a> {
    name: &'a str,
    dimensions: usize,
    /// As `docfuse embed` prints it.
    sha256: &'a str,
}

/// Writes the files of an engine.
trait Writer {
    /// Writes a section with the vectors of its windows.
    fn section(&mut self, row: &Row<'_>, vectors: &[Vec<f32>]) -> Result<(), CliError>;

    /// Writes what is left, and returns what to tell the author.
    fn finish(self: Box<Self>) -> Result<Vec<String>, CliError>;
}

/// Runs the command.
///
/// # Errors
/// A damaged or incomplete index, or a folder that holds something else than an export; nothing is written then.
pub fn run(args: &ExportArgs) -> Result<(), CliError> {
    let index = LocalIndex::new(&args.index);
    let (main, ..) = read_manifest(&index, MANIFEST_NAME)?;
    let mut names: Vec<(String, String)> = vec![(main.language.clone(), MANIFEST_NAME.to_owned())];
    names.extend(main.languages.clone());
    if let Some(wanted) = &args.language {
        let fitting = main.fitting_language(wanted).map(str::to_owned);
        names.retain(|(language, _)| fitting.as_ref() == Some(language));
        if names.is_empty() {
            let languages: Vec<&str> = main.languages.keys().map(String::as_str).collect();
            return Err(CliError::at(
                &args.index,
                format!(
                    "a language of the index expected, {} or one of [{}]; \"{wanted}\" found",
                    main.language,
                    languages.join(", ")
                ),
            ));
        }
    }
    let out = OwnFolder::alone(&args.out, Kind::Export)?;
    let mut told = Vec::new();
    for (language, name) in &names {
        // Each language has analyzers of its own, and perhaps no vectors: a collection of its own.
        let folder = if names.len() == 1 { out.path().to_owned() } else { out.path().join(language) };
        files::create_folder(&folder)?;
        told.extend(export(args.engine, &index, name, &folder)?);
    }
    if names.len() > 1 {
        let languages: Vec<&str> = names.iter().map(|(language, _)| language.as_str()).collect();
        line_file::write_description(out.path(), &serde_json::json!({ "languages": languages }))?;
    }
    out.put()?;
    told.iter().for_each(remark);
    say(format_args!("written to {}", args.out.display()))
}

/// Exports the index of one language; returns what to tell the author.
fn export(
    engine: TargetEngine,
    index: &LocalIndex,
    name: &str,
    folder: &Path,
) -> Result<Vec<String>, CliError> {
    let (manifest, directory, _) = read_manifest(index, name)?;
    let mut sections = Sections::gather(index, &manifest, directory)?;
    let (dimensions, vectors) = (sections.dimensions(), sections.vectors());
    let mut writer: Box<dyn Writer> = match engine {
        TargetEngine::Milvus => Box::new(milvus::Files::new(folder, dimensions)?),
        TargetEngine::Opensearch => Box::new(opensearch::Files::new(folder, &manifest.language, dimensions)?),
    };
    sections.write(writer.as_mut())?;
    let mut told = writer.finish()?;
    line_file::write_description(folder, &describe(engine, &manifest, dimensions, vectors))?;
    if dimensions.is_none() {
        told.push(format!(
            "{}: no vectors in the index, so the engine searches words alone",
            manifest.language
        ));
    }
    say(format_args!(
        "{}: {} sections of {} pages, {vectors} vectors",
        manifest.language, manifest.sections, manifest.pages
    ))?;
    Ok(told)
}

fn describe(
    engine: TargetEngine,
    manifest: &Manifest,
    dimensions: Option<usize>,
    vectors: usize,
) -> Description<'_> {
    let encoder = manifest.model.as_ref().zip(dimensions).map(|(model, dimensions)| Encoder {
        name: &model.info.name,
        dimensions,
        sha256: model.info.query_hash(),
    });
    Description {
        engine: engine.name(),
        generation: &manifest.generation,
        language: &manifest.language,
        sections: manifest.sections,
        vectors,
        encoder,
    }
}
