//! The symbol that a page of API documentation is about, and the names of its members. Such a page documents one class
//! or module, and its headings name members without it.

use super::symbol_path::{is_component, is_component_char, is_path, last_component};
use crate::generators;
use docfuse::index::{NameKind, Section};

/// Words of titles that are not a kind of their own.
const QUALIFIERS: [&str; 5] = ["abstract", "final", "reference", "template", "type"];

/// The class, module or header that a page documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Documented<'a> {
    /// `Eigen::DenseBase`
    pub(crate) name: &'a str,
    /// `class`; empty if only a qualifier is there, or nothing says it.
    pub(crate) kind: &'static str,
    /// How the title says it.
    pub(crate) title: TitleForm,
    /// Whether one of the page's sections is the symbol itself.
    pub(super) is_declared: bool,
}

/// How a title names a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TitleForm {
    /// With its kind: "Class Document".
    Kind,
    /// It is a header: "Vertex.hpp File Reference".
    Header,
    /// It is only the qualified name, which is also the name of the file: "Data.Map" in `Data-Map.html`.
    File,
}

impl Documented<'_> {
    /// Whether a heading with a name, or with a signature, is a member of the symbol.
    pub(super) fn has_member(&self, is_signature: bool) -> bool {
        match self.title {
            TitleForm::Kind => true,
            TitleForm::Header => false,
            TitleForm::File => is_signature,
        }
    }
}

/// What a page documents, by the first of its possible titles that names a class or module, such as
/// "Eigen::DenseBase< Derived > Class Template Reference".
pub(crate) fn documented<'a>(
    url: &str,
    titles: impl Iterator<Item = &'a String> + Clone,
    sections: &[Section],
) -> Option<Documented<'a>> {
    // The URL and the anchors say it better.
    if generators::page_symbol(url).is_some() {
        return None;
    }
    let of = |name, kind, title| Documented { name, kind, title, is_declared: false };
    // The heading "Module io" below the title "alloc::io".
    let whole = |name: &'a str| {
        let is_whole =
            |title: &str| title.strip_suffix(name).is_some_and(|above| above.ends_with(['.', ':']));
        titles.clone().find(|title| is_path(title) && is_whole(title)).map_or(name, String::as_str)
    };
    let by_kind = || titles.clone().find_map(|title| named_with_kind(title));
    let by_header = || titles.clone().find_map(|title| generators::header_title(title));
    let by_file = || {
        titles.clone().find(|title| is_path_of_file(title, url)).map(|name| Documented {
            is_declared: sections.iter().any(|section| section.anchor == *name),
            ..of(name, "", TitleForm::File)
        })
    };
    by_kind()
        .map(|(name, kind)| of(whole(name), kind, TitleForm::Kind))
        .or_else(|| by_header().map(|name| of(name, "header", TitleForm::Header)))
        .or_else(by_file)
}

/// The symbol of a title and its kind: `HashMap`, `class` of "Class HashMap<K,V>".
fn named_with_kind(title: &str) -> Option<(&str, &'static str)> {
    let (before, after) = match (title.find('<'), title.rfind('>')) {
        (Some(start), Some(end)) if start < end => (&title[..start], &title[end + 1..]),
        _ => (title, ""),
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
    name.filter(|_| !kinds.is_empty()).map(|name| (name, kind))
}

/// Whether a title is a qualified name, and the path of the page's file ends with its components: `Data-Map.html`,
/// `numpy.histogram.html` and `os/path/index.html`.
fn is_path_of_file(title: &str, url: &str) -> bool {
    let stem = url.strip_suffix(".html").unwrap_or(url);
    let stem = stem.strip_suffix("/index").unwrap_or(stem);
    let mut file = stem.rsplit(['/', '.', '-', ':']).filter(|part| !part.is_empty());
    let mut components = title.rsplit(['.', ':']).filter(|part| !part.is_empty());
    let is_same = |component: &str| file.next().is_some_and(|part| part.eq_ignore_ascii_case(component));
    is_path(title) && last_component(title) != title && components.all(is_same)
}

/// Names of the symbol that a page documents, alone and with its folders, which may be packages
/// (`java/util/HashMap.html`).
pub(crate) fn of_page(url: &str, documented: Documented<'_>) -> Vec<(String, NameKind)> {
    let owner = documented.name;
    let last = match documented.title {
        TitleForm::Header => owner.rsplit('/').next().unwrap_or(owner),
        TitleForm::Kind | TitleForm::File => last_component(owner),
    };
    let mut names = vec![(owner.to_owned(), NameKind::Qualified), (last.to_owned(), NameKind::Plain)];
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
    let is_qualified = || rest.starts_with(['.', ':']) && rest.contains(char::is_alphanumeric);
    if !is_component(&heading[..end])
        || rest.trim_start().starts_with(char::is_alphanumeric)
        || is_qualified()
    {
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
            ("Module std::vec", Some("std::vec")),
            ("Crate std", Some("std")),
            ("sf::Glsl Namespace Reference", Some("sf::Glsl")),
            ("Graphics.hpp File Reference", Some("Graphics.hpp")),
            ("SFML: SFML/Window/Event.hpp File Reference", Some("SFML/Window/Event.hpp")),
            ("Configuration File Reference", None),
            ("Data.Map", None),
            ("HashMap", None),
            ("Class", None),
            ("Class > of < signs", None),
            ("", None),
        ] {
            let titles = [String::new(), title.to_owned()];
            let found = documented("a.html", titles.iter(), &[]).map(|documented| documented.name);
            assert_eq!(found, expected, "{title}");
        }
        assert_eq!(documented("std/vec/struct.Vec.html", ["Struct Vec".to_owned()].iter(), &[]), None);
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
        assert!(of("linalg.norm", "linalg.norm(x)").is_empty());
    }

    #[test]
    fn folders_are_packages() {
        let (url, titles) = ("api/java.base/java/util/HashMap.html", ["Class HashMap".to_owned()]);
        let names = texts(of_page(url, documented(url, titles.iter(), &[]).unwrap()));
        assert_eq!(names, ["HashMap", "HashMap", "util.HashMap", "java.util.HashMap"]);
    }

    #[test]
    fn titles_that_are_paths_are_those_of_their_files() {
        for (title, url, expected) in [
            ("Data.Map", "containers/Data-Map.html", true),
            ("Data.Map", "Data/Map/index.html", true),
            ("Phoenix.LiveView", "Phoenix.LiveView.html", true),
            ("numpy.random", "reference/generated/numpy.random.html", true),
            ("numpy.random", "reference/random.html", false),
            ("std::vec", "std/vec/index.html", true),
            ("Map", "Map.html", false),
            ("Getting started.", "started.html", false),
        ] {
            assert_eq!(is_path_of_file(title, url), expected, "{title} {url}");
        }
    }

    #[test]
    fn whole_names_are_in_one_of_the_titles() {
        let titles = ["alloc::io - Rust", "Module io", "", "alloc::io"].map(str::to_owned);
        let found = documented("io/index.html", titles.iter(), &[]).unwrap();
        assert_eq!((found.name, found.kind), ("alloc::io", "module"));
    }

    #[test]
    fn sections_may_be_what_the_page_is_about() {
        let titles = ["numpy.histogram".to_owned()];
        let section = Section::new("numpy.histogram", "numpy.histogram(a)", String::new());
        let found = documented("numpy.histogram.html", titles.iter(), &[section]).unwrap();
        assert!(found.is_declared && found.title == TitleForm::File);
        assert!(!found.has_member(false) && found.has_member(true));
    }
}
