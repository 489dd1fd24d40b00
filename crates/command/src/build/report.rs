//! [`Report`]: what a build tells a program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::generations::Built;
use super::summary::WARNING;
use docfuse_site::LeftOut;

/// What an index is of.
#[derive(Clone, Default, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The language with the most pages first.
    pub languages: Vec<OfLanguage>,
    /// Pages that are not in the index.
    pub left_out: Vec<LeftOutPage>,
    /// The lines that `docfuse build` prints for people. Their wording may change.
    pub summary: Vec<String>,
    /// What the author may want to mend, for people.
    pub warnings: Vec<String>,
}

/// The index of a language.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct OfLanguage {
    /// A language tag.
    pub language: String,
    pub pages: u32,
    pub sections: u32,
}

/// A page that is not in the index.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct LeftOutPage {
    /// Its file below the site's root.
    pub path: String,
    /// Why, for programs: such as `noindex` or `print-page`.
    pub reason: String,
    /// Why, for people.
    pub message: String,
}

impl LeftOutPage {
    pub fn new(path: &str, reason: &LeftOut) -> Self {
        LeftOutPage { path: path.to_owned(), reason: reason.key().to_owned(), message: reason.to_string() }
    }
}

impl Report {
    /// Of generations, the pages left out, and the lines of the summary.
    pub fn of(generations: &[Built], left_out: &[(String, LeftOut)], lines: &[String]) -> Self {
        let manifests = generations.iter().map(|built| &built.index.manifest);
        let languages = manifests.map(|manifest| OfLanguage {
            language: manifest.language.clone(),
            pages: manifest.pages,
            sections: manifest.sections,
        });
        let mut report = Report {
            languages: languages.collect(),
            left_out: left_out.iter().map(|(path, reason)| LeftOutPage::new(path, reason)).collect(),
            ..Report::default()
        };
        for line in lines {
            match line.strip_prefix(WARNING) {
                Some(warning) => report.warnings.push(warning.to_owned()),
                None => report.summary.push(line.clone()),
            }
        }
        report
    }
}

/// What `docfuse build --json` prints.
#[derive(Serialize, JsonSchema)]
pub struct BuildOutput {
    /// Whether files were written; `false` if nothing has changed since they were.
    pub changed: bool,
    #[serde(flatten)]
    pub report: Report,
}
