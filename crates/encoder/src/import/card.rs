//! The model's card: what its README says for people, and the languages that it was trained for.

use super::model_folder::{ModelFolder, README};

/// Most languages that are read.
const MAX_LANGUAGES: usize = 200;

/// What the README declares.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Card {
    /// The first heading of level one, else the name of the folder.
    pub name: String,
    /// `license:` of the front matter.
    pub licence: Option<String>,
    /// `language:` of the front matter, as primary subtags; empty if it names none, or not each of them.
    pub languages: Vec<String>,
}

impl Card {
    /// Reads the README of a model, if it has one. Of the front matter, only plain values and lists are understood.
    pub fn of(folder: &ModelFolder) -> Self {
        let text = String::from_utf8_lossy(folder.optional(README).unwrap_or_default());
        let mut lines = text.lines().peekable();
        let mut card = Card::default();
        let mut languages: Vec<&str> = Vec::new();
        if lines.next_if(|line| line.trim_end() == "---").is_some() {
            let mut key = "";
            for line in lines.by_ref().take_while(|line| line.trim_end() != "---") {
                let value = match line.trim_start().strip_prefix("- ") {
                    Some(item) => item,
                    None => {
                        let (name, value) = line.split_once(':').unwrap_or_default();
                        key = name;
                        value.trim().trim_start_matches('[').trim_end_matches(']')
                    }
                };
                let mut values = value.split(',').map(|value| value.trim().trim_matches(['"', '\'']));
                match key {
                    "license" => {
                        card.licence = values.next().filter(|value| !value.is_empty()).map(str::to_owned)
                    }
                    "language" => languages.extend(values.filter(|value| !value.is_empty())),
                    _ => {}
                }
            }
        }
        card.languages = known(&languages);
        let title = lines.find_map(|line| line.strip_prefix("# ")).map(str::trim);
        card.name = title.filter(|title| !title.is_empty()).unwrap_or(folder.name()).to_owned();
        card
    }
}

/// The primary subtags of all languages. None if one of them is no tag, such as "multilingual": then it may be any.
fn known(languages: &[&str]) -> Vec<String> {
    let primary = |tag: &&str| {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        let is_tag = (2..=3).contains(&primary.len()) && primary.chars().all(|c| c.is_ascii_alphabetic());
        is_tag.then(|| primary.to_ascii_lowercase())
    };
    let all: Option<Vec<String>> = languages.iter().take(MAX_LANGUAGES + 1).map(primary).collect();
    let mut all = all.filter(|all| all.len() <= MAX_LANGUAGES).unwrap_or_default();
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read() {
        for (readme, name, licence, languages) in [
            ("---\nlanguage: en\nlicense: \"mit\"\n---\n# Tiny", "Tiny", Some("mit"), &["en"][..]),
            (
                "---\nlanguage:\n- pt-BR\n- en\n  - 'de'\ntags:\n- fr\n---\n",
                "folder",
                None,
                &["de", "en", "pt"],
            ),
            ("---\nlanguage: [en, zh_CN]\n---", "folder", None, &["en", "zh"]),
            ("---\nlanguage:\n- en\n- multilingual\n---\n## Part", "folder", None, &[]),
            ("language: en\nlicense: mit", "folder", None, &[]),
            ("---\nlicense:\nlanguage:\n---\n#  \n", "folder", None, &[]),
            ("", "folder", None, &[]),
        ] {
            let mut folder = ModelFolder::new("folder");
            folder.insert(README, readme.as_bytes().to_vec());
            let card = Card::of(&folder);
            assert_eq!((card.name.as_str(), card.licence.as_deref()), (name, licence), "{readme}");
            assert_eq!(card.languages, languages, "{readme}");
        }
    }
}
