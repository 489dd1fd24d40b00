//! The symbol that a page of API documentation is about, and the names of its members. Such a page documents one class
//! or module, and its headings name members without it.

use super::operator_name::declared_operator;
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
    /// It is only a name without qualifier, which is also that of the file: "lists" in `lists.html`. The page may be
    /// about something else than a module.
    Stem,
}

impl Documented<'_> {
    /// Whether a heading with a name, or with a signature, is a member of the symbol.
    pub(super) fn has_member(&self, is_signature: bool) -> bool {
        match self.title {
            TitleForm::Kind => true,
            TitleForm::Header => false,
            TitleForm::File | TitleForm::Stem => is_signature,
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
    let stem = url.strip_suffix(".html").and_then(|stem| stem.rsplit('/').next());
    let by_kind = || titles.clone().find_map(|title| named_with_kind(title, stem));
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
        .or_else(|| {
            let stem = stem.filter(|stem| is_component(stem))?;
            let name = titles.clone().find(|title| *title == stem)?;
            Some(of(name, "", TitleForm::Stem))
        })
}

/// The symbol of a title and its kind: `HashMap`, `class` of "Class HashMap<K,V>". It may be called as a kind is, if its file is,
/// too: "Class Object" in `Object.html`.
fn named_with_kind<'a>(title: &'a str, stem: Option<&str>) -> Option<(&'a str, &'static str)> {
    let (before, after) = match (title.find('<'), title.rfind('>')) {
        (Some(start), Some(end)) if start < end => (&title[..start], &title[end + 1..]),
        _ => (title, ""),
    };
    let (mut name, mut kinds) = (None, Vec::new());
    for word in before.split_whitespace().chain(after.split_whitespace()) {
        let kind = generators::title_kind(word.trim_end_matches(':'));
        if let Some(kind) = kind.filter(|_| kinds.is_empty() || Some(word) != stem) {
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
    if documented.title == TitleForm::Stem {
        return vec![(owner.to_owned(), NameKind::Plain)];
    }
    let last = match documented.title {
        TitleForm::Header => owner.rsplit('/').next().unwrap_or(owner),
        _ => last_component(owner),
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

/// What follows the owner in a heading that declares its member as C++ does: "arg(int a)" of "QString QString::arg(int a)".
pub(super) fn behind_owner<'a>(documented: Documented<'_>, heading: &'a str) -> Option<&'a str> {
    let owner = last_component(documented.name);
    // The type may be of the owner, too.
    let end = heading.find('(').unwrap_or(heading.len());
    let mut places = heading[..end].rmatch_indices(owner).map(|(at, _)| at);
    places.find_map(|at| {
        let is_whole = !heading[..at].ends_with(is_component_char);
        heading[at + owner.len()..].strip_prefix("::").filter(|rest| is_whole && !rest.is_empty())
    })
}

/// Names of a member of what a page documents, as Java, C++, Erlang and others write them. `heading` begins with the member:
/// "transpose() [1/2]", ".load ⇒ Registry". An anchor may have the number of its parameters: `map-2` and `map/2`.
pub(super) fn of_member(documented: Documented<'_>, heading: &str, anchor: &str) -> Vec<(String, NameKind)> {
    let owner = documented.name;
    let heading = heading.trim_start_matches(['.', '#']);
    let end = heading.find(|c: char| !is_component_char(c)).unwrap_or(heading.len());
    // Ruby has `empty` and `empty?`.
    let sign = usize::from(heading[end..].starts_with(['!', '?']));
    let operator = declared_operator(heading).filter(|name| name.len() > end && end > 0);
    let (member, rest) = heading.split_at(operator.map_or(end + sign, str::len));
    let is_qualified = || rest.starts_with(['.', ':']) && rest.contains(char::is_alphanumeric);
    if !is_component(&heading[..end])
        || rest.trim_start().starts_with(char::is_alphanumeric)
        || is_qualified()
    {
        return Vec::new();
    }
    let last = last_component(owner);
    let mut names = Vec::new();
    let arity = anchor.strip_prefix(member).and_then(|rest| rest.strip_prefix(['-', '/']));
    if let Some(arity) = arity
        .filter(|arity| (1..=2).contains(&arity.len()) && arity.bytes().all(|byte| byte.is_ascii_digit()))
    {
        names.push((format!("{last}:{member}/{arity}"), NameKind::Plain));
    }
    if documented.title == TitleForm::Stem {
        // One form is enough: signs between words do not count.
        names.push((format!("{last}.{member}"), NameKind::Plain));
        return names;
    }
    if owner.contains("::") {
        names.push((format!("{owner}::{member}"), NameKind::Qualified));
        names.push((format!("{owner}.{member}"), NameKind::Qualified));
    }
    // Signs of operators do not count between words, so that a blank is another form.
    let gap = if operator.is_some() { " " } else { "." };
    names.push((format!("{last}{gap}{member}"), NameKind::Plain));
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
        for (url, title, expected) in [
            ("lang/Object.html", "Class Object", Some(("Object", "class"))),
            ("lang/Type.html", "Interface Type<T>", Some(("Type", "interface"))),
            ("lang/object.html", "Class Object", None),
            ("lang/Record.html", "Record Class", None),
            ("Class.html", "Class", Some(("Class", ""))),
        ] {
            let titles = [title.to_owned()];
            let found =
                documented(url, titles.iter(), &[]).map(|documented| (documented.name, documented.kind));
            assert_eq!(found, expected, "{title} in {url}");
        }
    }

    fn texts(names: Vec<(String, NameKind)>) -> Vec<String> {
        names.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn members_are_named_with_their_class() {
        fn documented(name: &str, title: TitleForm) -> Documented<'_> {
            Documented { name, kind: "", title, is_declared: false }
        }
        let of = |owner: &str, member: &str| texts(of_member(documented(owner, TitleForm::Kind), member, ""));
        assert_eq!(of("HashMap", "get"), ["HashMap.get", "HashMap::get"]);
        let cols = ["Eigen::Map::cols", "Eigen::Map.cols", "Map.cols", "Map::cols"];
        assert_eq!(of("Eigen::Map", "cols() [1/2]"), cols);
        assert_eq!(of("QSet", "operator<=(const QSet &other)"), ["QSet operator<=", "QSet::operator<="]);
        assert_eq!(of("QSet", "operator()(int key)"), ["QSet operator()", "QSet::operator()"]);
        assert_eq!(of("QSet", "operators(int key)"), ["QSet.operators", "QSet::operators"]);
        assert_eq!(of("Registry", ".load_all ⇒ Registry"), ["Registry.load_all", "Registry::load_all"]);
        assert_eq!(of("Registry", "#empty? ⇒ Boolean"), ["Registry.empty?", "Registry::empty?"]);
        assert!(of("HashMap", "Method Details").is_empty());
        assert!(of("linalg.norm", "linalg.norm(x)").is_empty());
        let lists = documented("lists", TitleForm::Stem);
        for (anchor, expected) in [
            ("map-2", &["lists:map/2", "lists.map"][..]),
            ("map/2", &["lists:map/2", "lists.map"]),
            ("map", &["lists.map"]),
            ("map-x", &["lists.map"]),
            ("map-2021", &["lists.map"]),
            ("map-+2", &["lists.map"]),
            ("maps-2", &["lists.map"]),
        ] {
            assert_eq!(texts(of_member(lists, "map(Fun, List1) -> List2", anchor)), expected, "{anchor}");
        }
    }

    #[test]
    fn members_may_stand_behind_a_type_and_their_class() {
        let owner = |name| Documented { name, kind: "class", title: TitleForm::Kind, is_declared: false };
        for (name, heading, expected) in [
            ("QString", "QString QString::arg(const QString &a) const", Some("arg(const QString &a) const")),
            ("QString", "QString::iterator QString::begin()", Some("begin()")),
            (
                "QString",
                "bool QString::operator<=(const QString &other)",
                Some("operator<=(const QString &other)"),
            ),
            ("QMap::iterator", "T &iterator::operator*() const", Some("operator*() const")),
            ("QString", "enum QString::SplitBehavior", Some("SplitBehavior")),
            ("QString", "bool AQString::is(int a)", None),
            ("QString", "arg(QString::iterator at)", None),
            ("QString", "QString::", None),
            ("QString", "QString", None),
        ] {
            assert_eq!(behind_owner(owner(name), heading), expected, "{heading}");
        }
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
    fn titles_without_qualifier_are_those_of_their_files() {
        for (title, url, expected) in [
            ("lists", "stdlib/lists.html", true),
            ("Enum", "Enum.html", true),
            ("Lists", "lists.html", false),
            ("git-log", "git-log.html", false),
            ("lists", "lists/index.html", false),
        ] {
            let titles = ["Erlang -- lists".to_owned(), title.to_owned()];
            let found = documented(url, titles.iter(), &[]);
            assert_eq!(found.is_some_and(|found| found.title == TitleForm::Stem), expected, "{title} {url}");
            if let Some(found) = found {
                assert_eq!(texts(of_page(url, found)), [title]);
            }
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
