//! mike deploys versions of sites by MkDocs into folders of any name, and lists them in one file: [`ListedVersions`].

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::raw_page::RawPage;
use crate::settings::capture::is_name;
use crate::site::versions::{has_own_filter, states_version};

/// The versions that a site lists: the names of each, by its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedVersions(BTreeMap<String, Vec<String>>);

#[derive(Deserialize)]
struct Listed {
    /// Its folder, and its first name.
    version: String,
    /// Further names. Each is also a folder with the same pages, or with pages that lead to them.
    #[serde(default)]
    aliases: Vec<String>,
}

/// Braces that are tried for the end of an entry.
const MAX_ENDS: usize = 16;

impl ListedVersions {
    /// Name of the list in the site's folder.
    pub const FILE: &str = "versions.json";

    /// Most bytes of a list that are read.
    pub const MAX_BYTES: usize = 1 << 20;

    /// Reads the list. What is none says nothing, since others write files of this name too; nor does one version alone.
    pub fn read(json: &[u8]) -> Self {
        let parse = |json: &[u8]| serde_json::from_slice::<Vec<Listed>>(json).ok();
        // Of one that is longer, the beginning counts, up to the end of an entry or of something in it.
        let cut = || {
            let ends =
                memchr::memrchr_iter(b'}', json).take(MAX_ENDS).filter(|_| json.len() == Self::MAX_BYTES);
            ends.filter_map(|end| parse(&[&json[..=end], b"]"].concat())).next()
        };
        let listed = parse(json).or_else(cut).unwrap_or_default();
        let mut folders = BTreeMap::new();
        if listed.len() > 1 {
            for Listed { version, aliases } in listed {
                let names: Vec<String> = std::iter::once(version)
                    .chain(aliases)
                    .filter(|name| is_name(name) && !name.contains(','))
                    .collect();
                folders.extend(names.iter().map(|folder| (folder.clone(), names.clone())));
            }
        }
        ListedVersions(folders)
    }

    /// Gives a page the names of its folder's version, unless it states another one or the settings read them.
    pub fn settle(&self, page: &mut RawPage) {
        let folder = page.url.split_once('/').map(|(folder, _)| folder);
        if let Some(names) = folder.and_then(|folder| self.0.get(folder))
            && (!states_version(page) || is_stated(page, names))
        {
            page.versions.clone_from(names);
        }
    }
}

/// Whether a page states nothing but these names.
fn is_stated(page: &RawPage, names: &[String]) -> bool {
    let is_else = page.has_set_versions || has_own_filter(page);
    !is_else && page.versions.iter().all(|version| names.contains(version))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IngestConfig, finish_site, read_page};

    const LIST: &str = r#"[
        {"version": "main", "title": "main (unreleased)", "aliases": []},
        {"version": "0.10", "title": "0.10.3", "aliases": ["latest"], "properties": {"hidden": false}},
        {"version": "legacy", "title": "legacy"}
    ]"#;

    fn versions(list: &str, pages: &[(&str, &str)]) -> Vec<String> {
        let listed = ListedVersions::read(list.as_bytes());
        let read = |(url, html): &(&str, &str)| {
            let mut page =
                read_page(url, format!("<h1>{url}</h1>{html}").as_bytes(), &IngestConfig::default()).unwrap();
            listed.settle(&mut page);
            page
        };
        let (mut pages, _) = finish_site(pages.iter().map(read).collect());
        pages.sort_by(|a, b| a.url.cmp(&b.url));
        pages.iter().map(|page| format!("{} {}", page.url, page.version)).collect()
    }

    #[test]
    fn folders_of_any_name_are_versions_where_they_are_listed() {
        let pages = [
            ("0.10/a.html", "a"),
            ("index.html", "b"),
            ("latest/c.html", "c"),
            ("legacy/d.html", "d"),
            ("main/e.html", "e"),
        ];
        assert_eq!(
            versions(LIST, &pages),
            [
                "0.10/a.html 0.10,latest",
                "index.html ",
                "latest/c.html 0.10,latest",
                "legacy/d.html legacy",
                "main/e.html main"
            ]
        );
    }

    #[test]
    fn the_beginning_of_a_long_list_counts() {
        let filler: Vec<String> = (0..20_000)
            .map(|number| {
                format!(r#"{{"version":"v{number}","aliases":[],"properties":{{"hidden":false}}}}"#)
            })
            .collect();
        let list = format!("{},{}]", LIST.trim_end().trim_end_matches(']'), filler.join(","));
        let cut = &list[..ListedVersions::MAX_BYTES];
        assert_eq!(
            versions(cut, &[("main/a.html", "a"), ("legacy/b.html", "b")]),
            ["legacy/b.html legacy", "main/a.html main"]
        );
        // What is no list is none either way.
        let other = format!("{{\"a\":{}", "[1,".repeat(ListedVersions::MAX_BYTES));
        assert_eq!(versions(&other[..ListedVersions::MAX_BYTES], &[("main/a.html", "a")]), ["main/a.html "]);
    }

    #[test]
    fn what_a_page_states_stays() {
        let stated = "<meta name=docsearch:version content=0.9>";
        let listed = "<meta name=docsearch:version content=0.10>";
        assert_eq!(
            versions(LIST, &[("0.10/a.html", listed), ("main/b.html", "b")])[0],
            "0.10/a.html 0.10,latest"
        );
        assert_eq!(
            versions(LIST, &[("legacy/a.html", stated), ("main/b.html", "b")]),
            ["legacy/a.html 0.9", "main/b.html main"]
        );
    }

    /// The list says by an alias which version is current, also where a preview has a higher number.
    #[test]
    fn aliases_count_before_numbers() {
        let list = r#"[{"version": "0.11"}, {"version": "0.10", "aliases": ["latest"]}]"#;
        let listed = ListedVersions::read(list.as_bytes());
        let read = |url: &str| {
            let html = format!("<h1>A</h1><p>{url}");
            let mut page = read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap();
            listed.settle(&mut page);
            page
        };
        let (pages, _) = finish_site(["0.10/a.html", "0.11/a.html"].map(read).into());
        let ranks = pages.iter().map(|page| page.sections[0].edition.unwrap().rank);
        assert_eq!(ranks.collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn other_files_of_this_name_say_nothing() {
        for list in [
            "",
            "{}",
            "[1, 2]",
            r#"{"versions": ["main", "legacy"]}"#,
            r#"[{"name": "main"}, {"name": "legacy"}]"#,
            r#"[{"version": "main", "aliases": ["legacy"]}]"#,
            r#"[{"version": "main,legacy"}, {"version": " "}]"#,
        ] {
            assert_eq!(
                versions(list, &[("legacy/a.html", "a"), ("main/b.html", "b")]),
                ["legacy/a.html ", "main/b.html "],
                "{list}"
            );
        }
    }
}
