//! Changes values in a settings file; comments and other settings stay.

use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, TableLike, Value};

use crate::error::CliError;
use crate::{config, files};

/// Replaces the file at `path`, whose text is `text`, by one with these values. Keys are tables and name, separated by
/// dots.
///
/// # Errors
/// A file that cannot be written, or that would not be valid.
pub fn write(path: &Path, text: &str, values: &[(&str, f32)]) -> Result<(), CliError> {
    let wrong = |message: String| CliError::Config { path: path.to_owned(), message };
    let edited = edit(text, values).map_err(wrong)?;
    config::parse(&edited).map_err(|error| wrong(error.to_string()))?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| wrong("a file name in UTF-8 expected".to_owned()))?;
    files::replace(folder, name, edited.as_bytes())
}

fn edit(text: &str, values: &[(&str, f32)]) -> Result<String, String> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| error.message().to_owned())?;
    for (key, value) in values {
        // 0.7 in f32 is 0.699999988 in f64; its decimal form is meant.
        let decimal = value.to_string().parse::<f64>().unwrap_or(f64::from(*value));
        set(document.as_table_mut(), key, Value::from(decimal)).map_err(|found| format!("{key}: {found}"))?;
    }
    Ok(document.to_string())
}

fn set(table: &mut dyn TableLike, key: &str, mut value: Value) -> Result<(), String> {
    let Some((first, rest)) = key.split_once('.') else {
        // The old value's decoration has the comment behind it.
        if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        } else {
            table.insert(key, Item::Value(value));
        }
        return Ok(());
    };
    if !table.contains_key(first) {
        let mut new = Table::new();
        // Without a header of its own if it has only tables.
        new.set_implicit(true);
        table.insert(first, Item::Table(new));
    }
    let inner = table.get_mut(first).and_then(Item::as_table_like_mut);
    set(inner.ok_or_else(|| format!("a table {first} expected"))?, rest, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::search::ranking_settings;

    #[test]
    fn only_the_values_change() {
        let values = [("fusion.k", 30.0), ("fusion.weights.dense", 0.7)];
        for (text, expected) in [
            ("", "[fusion]\nk = 30.0\n\n[fusion.weights]\ndense = 0.7\n"),
            (
                "# Ours\ndictionary = [\"a\"]\n\n[fusion] # how\nk = 60   # usual\ncandidates = 80\n\n[dense]\n\
                 bits = 8\n",
                "# Ours\ndictionary = [\"a\"]\n\n[fusion] # how\nk = 30.0   # usual\ncandidates = 80\n\n\
                 [fusion.weights]\ndense = 0.7\n\n[dense]\nbits = 8\n",
            ),
            (
                "fusion.k = 9\nfusion.weights = { lexical = 2 }\n",
                "fusion.k = 30.0\nfusion.weights = { lexical = 2 , dense = 0.7 }\n",
            ),
        ] {
            let edited = edit(text, &values).unwrap();
            let config = config::parse(&edited).map_err(|error| format!("{edited}: {error}")).unwrap();
            for (key, value) in values {
                let setting = ranking_settings().find(|setting| setting.key == key).unwrap();
                assert_eq!(config.index.ranking.get(setting), value, "{edited}");
            }
            // Blanks inside an inline table are the library's affair.
            let plain = |text: &str| text.replace(" ,", ",");
            assert_eq!(plain(&edited), plain(expected));
        }
        assert_eq!(edit("fusion = 1", &values).unwrap_err(), "fusion.k: a table fusion expected");
    }

    #[test]
    fn a_file_is_replaced_and_stays_valid() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("docfuse.toml");
        write(&path, "[fusion]\nk = 60\n", &[("fusion.k", 20.0)]).unwrap();
        assert_eq!(files::read_text(&path).unwrap(), "[fusion]\nk = 20.0\n");
        let message = write(&path, "", &[("fusion.k", 1e6)]).unwrap_err().to_string();
        assert!(message.contains("docfuse.toml") && message.contains("fusion.k"), "{message}");
        assert_eq!(files::read_text(&path).unwrap(), "[fusion]\nk = 20.0\n");
        assert_eq!(files::names(folder.path()).unwrap(), ["docfuse.toml"]);
    }
}
