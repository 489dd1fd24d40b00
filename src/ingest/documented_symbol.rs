//! The symbol that a page of API documentation is about, and the names of its members. Such a page documents one class
//! or module, and its headings name members without it.

use super::generators;
use super::page::NameKind;
use super::symbol_path::{is_component, is_component_char, is_path, last_component};

/// Words of titles that are not a kind of their own.
const QUALIFIERS: [&str; 5] = ["abstract", "final", "reference", "template", "type"];

/// The class or module that a page documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Documented<'a> {
    /// `Eigen::DenseBase`
    pub(super) name: &'a str,
    /// `class`; empty if only a qualifier is there.
    pub(super) kind: &'static str,
}

/// What a page documents, by the first of its possible titles that names a class or module, such as
/// "Eigen::DenseBase< Derived > Class Template Reference".
pub(super) fn documented<'a>(
    url: &str,
    mut titles: impl Iterator<Item = &'a String>,
) -> Option<Documented<'a>> {
    // The URL and the anchors say it better.
    if generators::page_symbol(url).is_some() {
        return None;
    }
    titles.find_map(|title| {
        let (before, after) = match (title.find('<'), title.rfind('>')) {
            (Some(start), Some(end)) if start < end => (&title[..start], &title[end + 1..]),
            _ => (title.as_str(), ""),
        };
        let (mut name, mut kinds) = (None, Vec::new());
        for word in before.split_whitespace().chain(after.split_whitespace()) {
            if let Some(kind) = generators::title_kind(word.trim_end_matches(':')) {
                kinds.push(kind);
            } else if name.is_some() || !is_path(word) {
                return None;
            } else {
                name = Some(word);
            }
        }
        let kind = kinds.iter().find(|kind| !QUALIFIERS.contains(kind)).copied().unwrap_or_default();
        name.filter(|_| !kinds.is_empty()).map(|name| Documented { name, kind })
    })
}

/// Names of the symbol that a page documents, alone and with its folders, which may be packages
/// (`java/util/HashMap.html`).
pub(super) fn of_page(url: &str, owner: &str) -> Vec<(String, NameKind)> {
    let mut names =
        vec![(owner.to_owned(), NameKind::Qualified), (last_component(owner).to_owned(), NameKind::Plain)];
    let (folder, file) = url.rsplit_once('/').unwrap_or(("", url));
    if file.strip_suffix(".html") == Some(owner) {
        let mut name = owner.to_owned();
        for folder in folder.rsplit('/').take_while(|folder| is_component(folder)) {
            name = format!("{folder}.{name}");
            names.push((name.clone(), NameKind::Qualified));
        }
    }
    names
}

/// Names of a member of `owner`, as Java, C++ and others write them. `heading` begins with the member:
/// "transpose() [1/2]", ".load ⇒ Registry".
pub(super) fn of_member(owner: &str, heading: &str) -> Vec<(String, NameKind)> {
    let heading = heading.trim_start_matches(['.', '#']);
    let end = heading.find(|c: char| !is_component_char(c)).unwrap_or(heading.len());
    // Ruby has `empty` and `empty?`.
    let sign = usize::from(heading[end..].starts_with(['!', '?']));
    let (member, rest) = heading.split_at(end + sign);
    if !is_component(&heading[..end]) || rest.trim_start().starts_with(char::is_alphanumeric) {
        return Vec::new();
    }
    let mut names = Vec::new();
    if owner.contains("::") {
        names.push((format!("{owner}::{member}"), NameKind::Qualified));
        names.push((format!("{owner}.{member}"), NameKind::Qualified));
    }
    let last = last_component(owner);
    names.push((format!("{last}.{member}"), NameKind::Plain));
    names.push((format!("{last}::{member}"), NameKind::Plain));
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_say_what_pages_are_about() {
        for (title, expected) in [
            ("Class HashMap<K,V>", Some("HashMap")),
            ("Interface Map.Entry<K, V>", Some("Map.Entry")),
            ("Eigen::DenseBase< Derived > Class Template Reference", Some("Eigen::DenseBase")),
            ("Module: YARD::Registry", Some("YARD::Registry")),
            ("Class Document", Some("Document")),
            ("Uses of Class java.util.HashMap", None),
            ("class diagrams in reports", None),
            ("HashMap", None),
            ("Class", None),
            ("Class > of < signs", None),
            ("", None),
        ] {
            let titles = [String::new(), title.to_owned()];
            let found = documented("a.html", titles.iter()).map(|documented| documented.name);
            assert_eq!(found, expected, "{title}");
        }
        assert_eq!(documented("std/vec/struct.Vec.html", ["Struct Vec".to_owned()].iter()), None);
    }

    fn texts(names: Vec<(String, NameKind)>) -> Vec<String> {
        names.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn members_are_named_with_their_class() {
        let of = |owner: &str, member: &str| texts(of_member(owner, member));
        assert_eq!(of("HashMap", "get"), ["HashMap.get", "HashMap::get"]);
        let cols = ["Eigen::Map::cols", "Eigen::Map.cols", "Map.cols", "Map::cols"];
        assert_eq!(of("Eigen::Map", "cols() [1/2]"), cols);
        assert_eq!(of("Registry", ".load_all ⇒ Registry"), ["Registry.load_all", "Registry::load_all"]);
        assert_eq!(of("Registry", "#empty? ⇒ Boolean"), ["Registry.empty?", "Registry::empty?"]);
        assert!(of("HashMap", "Method Details").is_empty());
    }

    #[test]
    fn folders_are_packages() {
        let names = texts(of_page("api/java.base/java/util/HashMap.html", "HashMap"));
        assert_eq!(names, ["HashMap", "HashMap", "util.HashMap", "java.util.HashMap"]);
    }
}
