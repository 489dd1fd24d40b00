//! The names of a section: [`names`] reads them from its anchor, its heading and its page's title; [`rank_last`] puts those
//! of secondary pages behind all others, and [`drop_shared`] removes those of many sections.

use std::collections::{HashMap, HashSet};

use super::call_title::is_call;
use super::documented_symbol::{Documented, of_member, of_page};
use super::name_source::NameSource;
use super::operator_name::is_signs;
use super::signature::{is_identifier, named_by};
use super::symbol_path::{is_component, is_path, last_component, last_two, mentions};
use crate::generators::{self, AnchorSymbol};
use crate::metadata::secondary_pages::names_version;
use crate::phrases::is_article;
use docfuse::fit::fit;
use docfuse::index::{MAX_LISTED, MAX_NAME_BYTES, MAX_NAMES, Name, NameKind, Page, Section};
use docfuse::text::fold;

/// Most sections that may share a heading or identifier as their name. A more frequent heading identifies none of them
/// ("See also", "Cache" in the notes of every release), and they would rank before the page about the word.
pub(crate) const MAX_NAMESAKES: usize = 3;

/// The names of a section of the page at `url`. `title` is the page's, for its first section only; `documented` is the
/// result of [`documented`](super::documented_symbol::documented). `section.names` already has the symbols that the
/// section declares and the identifiers that it lists. O(length of anchor, heading, title and these).
pub(crate) fn names(
    url: &str,
    title: Option<&str>,
    documented: Option<Documented<'_>>,
    section: &Section,
) -> Vec<Name> {
    let qualified = qualified(url, &section.anchor, &section.heading);
    let source = NameSource { title, documented, section, qualified: qualified.as_deref() };
    let mut names = Names::default();
    if title.is_some() {
        names.add_page_symbol(url);
        if let Some(documented) = documented.filter(|documented| !documented.is_declared) {
            names.add_all(&of_page(url, documented));
        }
    }
    names.add_qualified(&source);
    // Before the heading, which may have the same words: they count as declared.
    let (own, listed): (Vec<&Name>, Vec<&Name>) = section.names.iter().partition(|name| is_own(name));
    own.into_iter().for_each(|name| names.add(&name.text, name.kind));
    for heading in [source.heading(), title].into_iter().flatten() {
        names.add_heading(&source, heading);
    }
    if let Some(qualified) = source.qualified {
        names.add(last_two(qualified), NameKind::Member);
        names.add(last_component(qualified), NameKind::Last);
    }
    listed.into_iter().for_each(|name| names.add(&name.text, name.kind));
    names.finish()
}

/// Notes a heading that has no section of its own in the names of the one with its text: typed, it leads there.
pub(crate) fn list_heading(names: &mut Vec<Name>, heading: &str) {
    if names.len() < MAX_LISTED {
        let named = named_by(heading).names.into_iter();
        names.extend(named.map(|name| Name { text: name.to_owned(), kind: NameKind::Listed }));
    }
}

/// Whether a section is what the name stands for, and does not only list it.
pub(crate) fn is_own(name: &Name) -> bool {
    name.kind != NameKind::Listed
}

/// A heading as readers type it, without article and final punctuation: "The Slice Type", "What Is Ownership?".
fn as_typed(heading: &str) -> &str {
    let heading = heading.trim_end_matches(['?', '!', ':', '.']);
    let (first, rest) = heading.split_once(' ').unwrap_or(("", heading));
    if is_article(first) { rest } else { heading }
}

/// The qualified name of the symbol that a section documents, if its anchor has it.
pub(crate) fn qualified(url: &str, anchor: &str, heading: &str) -> Option<String> {
    match generators::anchor_symbol(url, anchor, heading) {
        Some(AnchorSymbol::Documents(name)) => return Some(name),
        Some(AnchorSymbol::Nothing) => return None,
        None => {}
    }
    // Anchors made of the heading's words look like names too. One is a name if the heading has its last component.
    let is_name = is_identifier(anchor) && is_path(anchor) && mentions(heading, last_component(anchor));
    is_name.then(|| anchor.to_owned())
}

/// Names in the order of insertion, no two equal when folded.
#[derive(Default)]
struct Names {
    names: Vec<Name>,
    folded: HashSet<String>,
}

impl Names {
    /// Adds the names of the symbol that a page documents, if its URL says so.
    fn add_page_symbol(&mut self, url: &str) {
        let Some(symbol) = generators::page_symbol(url) else { return };
        let folders: Vec<&str> = symbol.folder.split('/').filter(|folder| !folder.is_empty()).collect();
        if !folders.is_empty() && folders.iter().all(|folder| is_component(folder)) {
            self.add(&format!("{}::{}", folders.join("::"), symbol.name), NameKind::Qualified);
        }
        self.add(symbol.name, NameKind::Plain);
        self.add(last_component(symbol.name), NameKind::Plain);
    }

    /// Adds the qualified name, and that of a topic as surely as a title.
    fn add_qualified(&mut self, source: &NameSource<'_>) {
        if let Some(qualified) = source.qualified {
            self.add(qualified, NameKind::Qualified);
            if source.is_topic(qualified) {
                self.add(last_component(qualified), NameKind::Plain);
            }
        }
    }

    /// Adds the names in the section's heading or the page's title.
    fn add_heading(&mut self, source: &NameSource<'_>, heading: &str) {
        let is_first = source.title.is_some();
        if is_first && is_call(heading) {
            self.add(heading, NameKind::Plain);
            // The page of the function has its name.
            named_by(heading).names.iter().for_each(|name| self.add(name, NameKind::Listed));
            return;
        }
        let named = named_by(heading);
        let kind = if is_first || named.is_signature { NameKind::Plain } else { NameKind::Heading };
        let is_member = source.is_member(named.is_signature);
        for name in &named.names {
            // Other classes have members of this name: their inbound links decide, however the heading is written.
            let is_bare = is_member && is_component(name);
            self.add(name, if is_bare { NameKind::Last } else { kind });
            // A single word may be the name of something else.
            let as_typed = as_typed(name);
            if !named.is_signature && as_typed.contains(' ') {
                self.add(as_typed, kind);
            }
        }
        if let (Some(documented), None, Some(member)) = (source.documented, source.title, named.names.first())
            && source.has_member(named.is_signature)
        {
            self.add_all(&of_member(documented, member, &source.section.anchor));
        }
        let declared = named.names.first().filter(|name| named.is_signature && is_path(name));
        declared.into_iter().for_each(|name| self.add(last_component(name), NameKind::Last));
    }

    fn add_all(&mut self, names: &[(String, NameKind)]) {
        names.iter().for_each(|(name, kind)| self.add(name, *kind));
    }

    fn add(&mut self, text: &str, kind: NameKind) {
        let text = text.trim();
        let fits = text.len() <= MAX_NAME_BYTES && text.contains(char::is_alphanumeric) || is_signs(text);
        if fits && self.folded.insert(fold(text)) {
            self.names.push(Name { text: text.to_owned(), kind });
        }
    }

    fn finish(mut self) -> Vec<Name> {
        self.names.sort_by_key(|name| name.kind);
        let mut listed =
            self.names.split_off(self.names.partition_point(|name| name.kind < NameKind::Listed));
        listed.truncate(MAX_LISTED);
        self.names.truncate(MAX_NAMES);
        self.names.append(&mut listed);
        fit(&mut self.names);
        self.names
    }
}

/// Puts the names of a section of a secondary page behind those of all others. A single word or identifier is dropped: it
/// is what the note is about, so a section elsewhere that only mentions it says more of it. The names of the page and of
/// symbols that it documents stay.
pub(crate) fn rank_last(section: &mut Section, is_first: bool) {
    section.names.retain(|name| name.kind != NameKind::Listed);
    if is_first || !section.symbol_kind.is_empty() {
        return;
    }
    section.names.retain(|name| name.text.contains(' ') || names_version(&name.text));
    section.names.iter_mut().for_each(|name| name.kind = NameKind::Noted);
}

/// Adds the names of a duplicate of this section.
pub(crate) fn take_over(names: &mut Vec<Name>, others: &[Name]) {
    let mut all = Names::default();
    names.iter().chain(others).for_each(|name| all.add(&name.text, name.kind));
    *names = all.finish();
}

/// Removes names that are headings or identifiers of more than [`MAX_NAMESAKES`] sections. Those of secondary pages are
/// counted apart. O(names).
pub(crate) fn drop_shared(pages: &mut [Page]) {
    drop_shared_of(pages, &[NameKind::Heading, NameKind::Listed]);
    drop_shared_of(pages, &[NameKind::Noted]);
}

fn drop_shared_of(pages: &mut [Page], kinds: &[NameKind]) {
    let is_counted = |name: &Name| kinds.contains(&name.kind);
    let mut counts: HashMap<String, usize> = HashMap::new();
    let sections = pages.iter().flat_map(|page| &page.sections);
    for name in sections.flat_map(|section| &section.names).filter(|name| is_counted(name)) {
        *counts.entry(fold(&name.text)).or_default() += 1;
    }
    counts.retain(|_, count| *count > MAX_NAMESAKES);
    for section in pages.iter_mut().flat_map(|page| &mut page.sections) {
        section.names.retain(|name| !is_counted(name) || !counts.contains_key(&fold(&name.text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, title: Option<&str>, anchor: &str, heading: &str, expected: &[&str]) {
        let section = Section::new(anchor.to_owned(), heading.to_owned(), String::new());
        let found: Vec<String> = names(url, title, None, &section)
            .iter()
            .map(|name| format!("{} {}", format!("{:?}", name.kind).to_lowercase(), name.text))
            .collect();
        assert_eq!(found, expected, "#{anchor} {heading}");
    }

    #[test]
    fn sections_have_names() {
        for (anchor, heading, expected) in [
            (
                "os.path.join",
                "os.path.join(path, *paths)",
                &["qualified os.path.join", "member path.join", "last join"][..],
            ),
            (
                "sqlite3.Connection.execute",
                "execute(sql)",
                &["qualified sqlite3.Connection.execute", "member Connection.execute", "last execute"],
            ),
            (
                "django.db.models.Model.save",
                "Model.save(force_insert=False)",
                &["qualified django.db.models.Model.save", "plain Model.save", "last save"],
            ),
            ("os-path-join", "os.path.join(path)", &["plain os.path.join", "last join"]),
            ("c.PyList_New", "PyObject *PyList_New(Py_ssize_t len)", &["qualified PyList_New"]),
            (
                "c.PyTypeObject.tp_free",
                "freefunc PyTypeObject.tp_free",
                &["qualified PyTypeObject.tp_free", "last tp_free"],
            ),
            (
                "module-os.path",
                "os.path — Pathname manipulations",
                &["qualified os.path", "heading os.path — Pathname manipulations", "last path"],
            ),
            ("envvar-PYTHONPATH", "PYTHONPATH", &["qualified PYTHONPATH"]),
            ("str", "class str(object='')", &["plain str"]),
            ("cmdoption-c", "-c <command>", &["heading -c"]),
            ("see_also", "See also", &["heading See also"]),
            ("releases-2.2.9", "2.2.9 release", &["heading release", "heading 2.2.9 release"]),
            ("id1.2", "Über uns", &["heading Über uns"]),
            ("slice", "The Slice Type", &["heading The Slice Type", "heading Slice Type"]),
            ("what", "What Is Ownership?", &["heading What Is Ownership?", "heading What Is Ownership"]),
            ("a", "A", &["heading A"]),
            ("request", "The request", &["heading The request"]),
            ("etc", "Anything else...", &["heading Anything else...", "heading Anything else"]),
            ("GUC-WORK-MEM", "work_mem (integer)", &["plain work_mem"]),
            ("sql_mode", "Setting sql_mode", &["qualified sql_mode", "heading Setting sql_mode"]),
            ("std::vec", "std::vec", &["qualified std::vec", "last vec"]),
            ("index", "[]", &["heading []"]),
            ("spread", "...", &["heading ..."]),
            ("isnot", "is not", &["heading is not"]),
            ("aref", "[](index) ⇒ Object", &["plain []"]),
            (
                "group",
                "The GROUP BY Clause",
                &["heading The GROUP BY Clause", "heading GROUP BY Clause", "heading GROUP BY"],
            ),
            ("method.summary", "Method Summary", &["heading Method Summary"]),
            (
                "methods.inherited.from.class.Object",
                "Methods inherited from class Object",
                &["heading Methods inherited from class Object"],
            ),
            ("x", &"long ".repeat(30), &[]),
            ("", "", &[]),
            (".", "¶", &[]),
        ] {
            check("a.html", None, anchor, heading, expected);
        }
    }

    #[test]
    fn first_sections_have_their_page_s_title() {
        check("a.html", Some("CREATE TABLE"), "SQL-CREATETABLE", "create table", &["plain create table"]);
        check(
            "a.html",
            Some("os — Interfaces"),
            "",
            "Files",
            &["plain Files", "plain os — Interfaces", "plain os"],
        );
    }

    #[test]
    fn rustdoc_pages_are_read() {
        let url = "std/vec/struct.Vec.html";
        check(
            url,
            Some("Vec in std::vec"),
            "",
            "Struct Vec",
            &["qualified std::vec::Vec", "plain Vec", "plain Struct Vec", "plain Vec in std::vec"],
        );
        check(
            url,
            None,
            "method.push-1",
            "pub fn push(&mut self, value: T)",
            &["qualified Vec::push", "last push"],
        );
        check("lib/index.html", None, "method.push", "fn push(&mut self)", &["qualified push"]);
    }

    #[test]
    fn constants_of_a_class_are_members() {
        let titles = ["Enum Class Mode".to_owned()];
        let documented = super::super::documented_symbol::documented("Mode.html", titles.iter(), &[]);
        for (anchor, kind) in [("WRITE", NameKind::Last), ("write", NameKind::Heading)] {
            let names = names("Mode.html", None, documented, &Section::new(anchor, "WRITE", String::new()));
            let kinds = names.iter().filter(|name| name.text == "WRITE").map(|name| name.kind);
            assert_eq!(kinds.collect::<Vec<_>>(), [kind], "{anchor}");
        }
    }

    /// Names of declared symbols and of whole pages stay.
    #[test]
    fn headings_of_many_sections_are_no_names() {
        let headings = ["Cache", "cache", "Forms", "CACHE", "push(value)", "Cache"];
        let sections = headings.map(|heading| Section::new("a", heading, String::new()));
        let page = |url: &str, title: Option<&str>, sections: &[Section]| {
            let mut sections = sections.to_vec();
            sections.iter_mut().for_each(|section| section.names = names(url, title, None, section));
            Page::new(url, "", sections)
        };
        let found = |pages: &mut [Page]| {
            drop_shared(pages);
            let sections = pages.iter().flat_map(|page| &page.sections);
            sections.flat_map(|section| &section.names).map(|name| name.text.clone()).collect::<Vec<_>>()
        };
        let title = page("c.html", Some("Cache"), &sections[..1]);
        assert_eq!(
            found(&mut [page("a.html", None, &sections[..5]), title.clone()]),
            ["Cache", "cache", "Forms", "CACHE", "push", "Cache"]
        );
        let declared = vec![sections[4].clone(); 4];
        assert_eq!(
            found(&mut [page("a.html", None, &sections), page("b.html", None, &declared), title]),
            ["Forms", "push", "push", "push", "push", "push", "Cache"]
        );
    }

    #[test]
    fn identifiers_of_many_tables_are_no_names() {
        let mut first = Section::new("a", "Columns", String::new());
        let listed = |text: &str| Name { text: text.into(), kind: NameKind::Listed };
        first.names = vec![listed("oid_of"), listed("columns"), listed("own_name")];
        first.names.extend((0..MAX_LISTED).map(|number| listed(&format!("name_{number}"))));
        let mut other = Section::new("b", "Rows", String::new());
        other.names = vec![listed("oid_of")];
        let sections = [first, other.clone(), other.clone(), other].map(|mut section| {
            section.names = names("t.html", None, None, &section);
            section
        });
        let mut pages = [Page::new("", "", sections.to_vec())];
        assert_eq!(pages[0].sections[0].names.len(), 1 + MAX_LISTED);
        drop_shared(&mut pages);
        let names = &pages[0].sections[0].names;
        assert_eq!((names[0].text.as_str(), names[1].text.as_str()), ("Columns", "own_name"));
    }

    #[test]
    fn names_of_copies_are_taken_over() {
        let name = |text: &str, kind| Name { text: text.into(), kind };
        let mut names = vec![name("a.b", NameKind::Qualified), name("b", NameKind::Last)];
        take_over(&mut names, &[name("B", NameKind::Plain), name("C", NameKind::Plain)]);
        let texts: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        assert_eq!(texts, ["a.b", "C", "b"]);
    }
}
