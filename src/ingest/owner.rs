//! What a page of API documentation is about, and what its members are called by that: pages of Javadoc, Doxygen, YARD,
//! TypeDoc and the like, each of which is all about one class or module, and names its members without it.

use super::names::{Item, is_component, is_component_char, is_path, last_component};
use super::page::NameKind;

/// What such pages call in their titles what they are about.
const OWNERS: [&str; 20] = [
    "abstract",
    "annotation",
    "class",
    "enum",
    "exception",
    "final",
    "interface",
    "mixin",
    "module",
    "namespace",
    "object",
    "package",
    "protocol",
    "record",
    "reference",
    "struct",
    "template",
    "trait",
    "type",
    "union",
];

/// The class, module or the like that a page is all about, by the titles it may have: `Eigen::DenseBase` for
/// "Eigen::DenseBase< Derived > Class Template Reference".
pub(super) fn documented<'a>(url: &str, mut titles: impl Iterator<Item = &'a String>) -> Option<&'a str> {
    // Anchors of rustdoc say it better.
    if Item::of(url).is_some() {
        return None;
    }
    titles.find_map(|title| {
        let (before, after) = match (title.find('<'), title.rfind('>')) {
            (Some(start), Some(end)) if start < end => (&title[..start], &title[end + 1..]),
            _ => (title.as_str(), ""),
        };
        let (mut name, mut kinds) = (None, 0);
        for word in before.split_whitespace().chain(after.split_whitespace()) {
            let kind = word.trim_end_matches(':');
            if OWNERS.iter().any(|owner| kind.eq_ignore_ascii_case(owner)) {
                kinds += 1;
            } else if name.is_some() || !is_path(word) {
                return None;
            } else {
                name = Some(word);
            }
        }
        name.filter(|_| kinds > 0)
    })
}

/// Gives the names of what a page is about, with the folders that it lies in, which are packages in Javadoc
/// (`java/util/HashMap.html`).
pub(super) fn of_page(url: &str, owner: &str, add: &mut dyn FnMut(&str, NameKind)) {
    add(owner, NameKind::Qualified);
    add(last_component(owner), NameKind::Plain);
    let (folder, file) = url.rsplit_once('/').unwrap_or(("", url));
    let mut name = owner.to_owned();
    if file.strip_suffix(".html") == Some(owner) {
        for folder in folder.rsplit('/').take_while(|folder| is_component(folder)) {
            name = format!("{folder}.{name}");
            add(&name, NameKind::Qualified);
        }
    }
}

/// Gives the names of a member of what a page is about, as it is written in Java, C++ and others. `heading` begins with it:
/// "transpose() [1/2]", ".load ⇒ Registry".
pub(super) fn of_member(owner: &str, heading: &str, add: &mut dyn FnMut(&str, NameKind)) {
    let heading = heading.trim_start_matches(['.', '#']);
    let end = heading.find(|c: char| !is_component_char(c)).unwrap_or(heading.len());
    // In Ruby, a sign tells two methods apart.
    let sign = usize::from(heading[end..].starts_with(['!', '?']));
    let (member, rest) = heading.split_at(end + sign);
    if is_component(&heading[..end]) && !rest.trim_start().starts_with(char::is_alphanumeric) {
        if owner.contains("::") {
            add(&format!("{owner}::{member}"), NameKind::Qualified);
            add(&format!("{owner}.{member}"), NameKind::Qualified);
        }
        for between in [".", "::"] {
            add(&format!("{}{between}{member}", last_component(owner)), NameKind::Plain);
        }
    }
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
            assert_eq!(documented("a.html", [String::new(), title.to_owned()].iter()), expected, "{title}");
        }
        assert_eq!(documented("std/vec/struct.Vec.html", ["Struct Vec".to_owned()].iter()), None);
    }

    #[test]
    fn members_are_called_by_their_class() {
        let of = |owner: &str, member: &str| {
            let mut names = Vec::new();
            of_member(owner, member, &mut |name, _| names.push(name.to_owned()));
            names
        };
        assert_eq!(of("HashMap", "get"), ["HashMap.get", "HashMap::get"]);
        let cols = ["Eigen::Map::cols", "Eigen::Map.cols", "Map.cols", "Map::cols"];
        assert_eq!(of("Eigen::Map", "cols() [1/2]"), cols);
        assert_eq!(of("Registry", ".load_all ⇒ Registry"), ["Registry.load_all", "Registry::load_all"]);
        assert_eq!(of("Registry", "#empty? ⇒ Boolean"), ["Registry.empty?", "Registry::empty?"]);
        assert!(of("HashMap", "Method Details").is_empty());
    }

    #[test]
    fn folders_are_packages() {
        let mut names = Vec::new();
        of_page("api/java.base/java/util/HashMap.html", "HashMap", &mut |name, _| {
            names.push(name.to_owned())
        });
        assert_eq!(names, ["HashMap", "HashMap", "util.HashMap", "java.util.HashMap"]);
    }
}
