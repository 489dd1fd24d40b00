//! Further indexes that are searched as one with an opened index.

use std::path::Path;
use std::time::Duration;

use super::host::is_address;
use super::hosted_index::HostedIndex;
use super::index_source::{IndexSource, read_manifest};
use super::local_index::LocalIndex;
use crate::error::CliError;
use docfuse::error_code::ErrorCode;
use docfuse::index::{Directory, MANIFEST_NAME, Manifest, SearchedSite};

/// An index beside the first one.
pub struct FurtherIndex {
    pub source: Box<dyn IndexSource>,
    pub manifest: Manifest,
    /// What its files have before their names, to tell those of several indexes apart.
    pub folder: String,
}

/// The files of an index in a folder, or at an address, whose host has this time for its manifest.
pub fn source(location: &str, time: Duration) -> Result<Box<dyn IndexSource>, CliError> {
    Ok(if is_address(location) {
        Box::new(HostedIndex::find(location, time)?)
    } else {
        Box::new(LocalIndex::new(Path::new(location)))
    })
}

impl FurtherIndex {
    /// Reads the manifest of the language that fits best; a host has this time for it.
    ///
    /// # Errors
    /// No manifest, or one of another version.
    pub fn open(
        location: &str,
        language: Option<&str>,
        time: Duration,
    ) -> Result<(Self, Directory, u64), CliError> {
        let source = source(location, time)?;
        let (mut manifest, mut directory, mut bytes) = read_manifest(source.as_ref(), MANIFEST_NAME)?;
        let wanted = language.and_then(|language| manifest.fitting_language(language));
        if let Some(name) = wanted.and_then(|language| manifest.languages.get(language)).cloned() {
            let length;
            (manifest, directory, length) = read_manifest(source.as_ref(), &name)?;
            bytes += length;
        }
        source.set_deadline(None);
        let folder = format!("{}/", source.location().display().to_string().trim_end_matches('/'));
        Ok((FurtherIndex { source, manifest, folder }, directory, bytes))
    }

    /// What it is among several; `encoder` is the manifest of the index whose encoder embeds the queries.
    pub fn site(&self, name: &str, encoder: Option<&Manifest>) -> SearchedSite {
        let of = |manifest: &Manifest| manifest.model.as_ref().map(|model| model.info.name.clone());
        let other =
            encoder.filter(|encoder| self.manifest.windows > 0 && !self.manifest.has_encoder_of(encoder));
        let encoder_problem = other.map(|encoder| {
            let message = format!(
                "{name}: vectors of the encoder {} expected, of {} found; build both indexes with one encoder",
                of(encoder).unwrap_or_default(),
                of(&self.manifest).unwrap_or_default()
            );
            (ErrorCode::OtherEncoder.as_str().to_owned(), message)
        });
        SearchedSite {
            name: name.to_owned(),
            folder: self.folder.clone(),
            root: root(&self.folder),
            encoder_problem,
            is_here: self.source.is_here(),
            ..SearchedSite::default()
        }
    }
}

/// The root of the site whose index is in this folder; none on this machine, where hits have the names of their sites.
pub fn root(folder: &str) -> String {
    if !is_address(folder) {
        return String::new();
    }
    folder.trim_end_matches('/').rsplit_once('/').map_or(String::new(), |(root, _)| format!("{root}/"))
}

/// A name for each of different places, unlike all others: the last folder of the place that is not called `docfuse`, else
/// the place.
pub fn names(locations: &[String]) -> Vec<String> {
    let short = |location: &String| {
        let mut parts =
            location.split(['/', '\\']).filter(|part| !part.is_empty() && *part != "docfuse" && *part != ".");
        parts.next_back().unwrap_or(location).to_owned()
    };
    let all: Vec<String> = locations.iter().map(short).collect();
    let is_alone = |name: &String| all.iter().filter(|other| *other == name).count() == 1;
    all.iter()
        .zip(locations)
        .map(|(name, location)| if is_alone(name) { name } else { location }.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_folders_unless_two_are_alike() {
        let names = |locations: &[&str]| {
            names(&locations.iter().map(|location| (*location).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(names(&["site/a/docfuse", "b"]), ["a", "b"]);
        assert_eq!(names(&["https://docs.example/api/docfuse/", "./guide"]), ["api", "guide"]);
        assert_eq!(names(&["v1/docs", "v2/docs", "x"]), ["v1/docs", "v2/docs", "x"]);
        assert_eq!(names(&["docfuse"]), ["docfuse"]);
        for three in [["a/docfuse", "b/a", "a"], ["a", "b/a", "a/docfuse"], ["docs", "docs/docfuse", "docs/"]]
        {
            assert_eq!(names(&three), three);
        }
    }
}
