//! `docfuse mdbook`: a backend of mdBook, which passes the book as JSON on standard input and starts the command in the
//! backend's own output folder. It indexes what the backend `html` wrote before, beside that folder.

use std::io::Read;
use std::path::PathBuf;

use clap::Parser;
use serde::Deserialize;
use toml::Table;

use super::args::{Args, Command};
use super::build;
use super::error::CliError;
use docfuse_site::wording;

/// Most bytes of the book's JSON.
const MAX_BYTES: u64 = 1 << 30;

/// What mdBook passes; the rest is not needed.
#[derive(Deserialize)]
struct Context {
    /// Folder of `book.toml`.
    root: PathBuf,
    /// Folder for the output of this backend.
    destination: PathBuf,
    config: BookConfig,
}

#[derive(Deserialize)]
struct BookConfig {
    #[serde(default)]
    output: Table,
}

/// Runs the command.
///
/// # Errors
/// Other input than mdBook's, a missing `html` folder, and those of `docfuse build`.
pub fn run() -> Result<(), CliError> {
    let mut json = Vec::new();
    let read = std::io::stdin().take(MAX_BYTES).read_to_end(&mut json);
    read.map_err(CliError::file("read", "standard input".as_ref()))?;
    let context = context(&json)?;
    let (site, arguments) = (context.site()?, context.arguments()?);
    // Settings and relative paths are those of the folder of book.toml.
    std::env::set_current_dir(&context.root).map_err(CliError::file("open", &context.root))?;
    let line = ["docfuse".into(), "build".into(), site.into_os_string(), "--inject".into()];
    let line = line.into_iter().chain(arguments.into_iter().map(Into::into));
    match Args::try_parse_from(line) {
        Ok(Args { command: Command::Build(args) }) => build::run(&args),
        Ok(_) => {
            Err(CliError::Argument("`arguments` of book.toml: expected options of docfuse build".to_owned()))
        }
        Err(error) => Err(CliError::Argument(format!("`arguments` of book.toml: {error}"))),
    }
}

fn context(json: &[u8]) -> Result<Context, CliError> {
    wording::json(json).map_err(|told| {
        CliError::Argument(format!(
            "expected a book from mdBook on standard input, found something else ({told}); add to book.toml: \
             [output.search] with command = \"docfuse mdbook\""
        ))
    })
}

impl Context {
    /// The folder of the HTML.
    fn site(&self) -> Result<PathBuf, CliError> {
        let site = self.destination.with_file_name("html");
        if site.join("index.html").is_file() {
            return Ok(site);
        }
        let name = self.destination.file_name().unwrap_or_default().display();
        Err(CliError::at(
            &site,
            format!(
                "expected the HTML of the book, found none; add [output.html] to book.toml, and since mdBook runs \
             backends in the order of their names, name this one [output.search], not [output.{name}]"
            ),
        ))
    }

    /// `arguments` of the backend's table: further options of `docfuse build`.
    fn arguments(&self) -> Result<Vec<String>, CliError> {
        let name = self.destination.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(arguments) = self.config.output.get(name).and_then(|table| table.get("arguments")) else {
            return Ok(Vec::new());
        };
        arguments.clone().try_into().map_err(|_| {
            CliError::Argument(format!(
                "`arguments` of book.toml: expected a list of texts, such as [\"--no-dense\"], found {arguments}"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

    use std::fs;

    use super::*;

    fn of(output: &str, destination: &str) -> Context {
        let json = format!(
            "{{\"version\":\"0.5.4\",\"root\":\"/book\",\"book\":{{\"items\":[]}},\"destination\":{destination:?},\
             \"config\":{{\"book\":{{\"title\":null}},\"output\":{output}}}}}"
        );
        context(json.as_bytes()).unwrap()
    }

    #[test]
    fn arguments_are_those_of_the_backends_table() {
        let some = of("{\"html\":{},\"search\":{\"arguments\":[\"--no-dense\"]}}", "/book/book/search");
        assert_eq!(some.arguments().unwrap(), ["--no-dense"]);
        assert!(of("{\"search\":{}}", "/book/book/search").arguments().unwrap().is_empty());
        let wrong = of("{\"search\":{\"arguments\":\"--no-dense\"}}", "/book/book/search");
        assert!(wrong.arguments().unwrap_err().to_string().contains("list of texts"));
        assert!(context(b"").err().unwrap().to_string().contains("[output.search]"));
    }

    #[test]
    fn the_site_is_what_the_html_backend_wrote() {
        let folder = tempfile::tempdir().unwrap();
        let context = of("{}", folder.path().join("docfuse").to_str().unwrap());
        assert!(context.site().unwrap_err().to_string().contains("not [output.docfuse]"));
        fs::create_dir(folder.path().join("html")).unwrap();
        fs::write(folder.path().join("html/index.html"), "").unwrap();
        assert_eq!(context.site().unwrap(), folder.path().join("html"));
    }
}
