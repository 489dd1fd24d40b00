//! Short headings for signatures, and different ones for overloads: [`shorten`].
//!
//! A hit is named by its heading, so a signature of several lines hides what it is about. A long one becomes the name
//! with as many parameters as fit; the text begins with all of it. Overloads that share a heading get the parameters of
//! their signature, which Javadoc and Doxygen write below it.

use std::collections::HashMap;

use super::names::qualified;
use super::signature::named_by;
use super::symbol_path::{is_path, last_component};
use docfuse::index::{Page, Section, TextSource};

/// Most bytes of a signature as heading: about a line of a search box.
const MAX_SIGNATURE_BYTES: usize = 60;

/// Bytes of a text in which its signature is looked for.
const SIGNATURE_WITHIN: usize = 600;

/// Shortens the headings of a page's signatures, and tells overloads apart. Its names were
/// read before, so they stay. O(length of headings).
pub(crate) fn shorten(page: &mut Page) {
    let mut of_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, section) in page.sections.iter_mut().enumerate() {
        if section.heading.len() > MAX_SIGNATURE_BYTES
            && let Some(short) = short_form(&section.heading)
        {
            name_shortly(section, short);
        } else if section.heading.len() > MAX_SIGNATURE_BYTES
            && let Some(signature) = Signature::in_heading(&page.url, section)
        {
            of_name.entry(signature.name.to_owned()).or_default().push(at);
        } else if let Some(name) = overloaded(&section.heading) {
            of_name.entry(name.to_owned()).or_default().push(at);
        }
    }
    for (name, sections) in of_name {
        let signatures: Vec<Option<Signature<'_>>> = sections
            .iter()
            .map(|&at| {
                let section = &page.sections[at];
                match section.heading.len() > MAX_SIGNATURE_BYTES {
                    true => Signature::in_heading(&page.url, section),
                    false => Signature::in_text(&name, &section.text).filter(|_| sections.len() > 1),
                }
            })
            .collect();
        let shared = shared_parameters(&signatures);
        let headings: Vec<Option<String>> = signatures
            .iter()
            .map(|signature| signature.as_ref().map(|signature| signature.short(shared)))
            .collect();
        for (at, heading) in sections.into_iter().zip(headings) {
            if let Some(heading) = heading {
                name_shortly(&mut page.sections[at], heading);
            }
        }
    }
}

/// Gives a section another heading. Its text begins with a long one; the number of an overload is still searched.
fn name_shortly(section: &mut Section, heading: String) {
    let before = std::mem::replace(&mut section.heading, heading);
    if before.len() <= MAX_SIGNATURE_BYTES {
        section.word_parts.extend(before.split_once(" [").into_iter().flat_map(|(_, number)| [" [", number]));
    } else if section.source != TextSource::Signature {
        begin_with(section, parameters_of(&before, &section.heading));
    }
}

/// What a long signature says besides the name that it begins with, which the short heading says: an excerpt that finds the
/// name in the text again would not show the description.
fn parameters_of<'a>(signature: &'a str, short: &str) -> &'a str {
    let name = short.split('(').next().filter(|name| !name.is_empty());
    let behind = name.and_then(|name| signature.strip_prefix(name));
    behind.filter(|behind| behind.starts_with('(')).unwrap_or(signature)
}

/// A signature of Lisp, `(name parameter …) → result`, with the parameters that fit.
fn short_form(heading: &str) -> Option<String> {
    let mut short = String::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in heading.char_indices() {
        let ends = depth == 1 && matches!(c, ' ' | ')');
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if ends && !short.ends_with('…') {
            let part = &heading[start..at];
            let fits = short.len() + part.len() + " …)".len() <= MAX_SIGNATURE_BYTES;
            short.push_str(if fits { part } else { " …" });
            start = at;
        }
        if depth == 0 {
            let is_form = at > 0 && short.len() > 1 && !short.starts_with("((");
            let behind = heading[at + c.len_utf8()..].trim_start();
            let is_end = behind.is_empty() || !behind.starts_with(char::is_alphanumeric);
            return (is_form && is_end).then(|| short + ")");
        }
    }
    None
}

/// The name in a heading that overloads share: `get`, `cols() [1/2]`.
fn overloaded(heading: &str) -> Option<&str> {
    let (name, number) = heading.split_once(" [").unwrap_or((heading, ""));
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '/' | ']');
    let name = name.strip_suffix("()").unwrap_or(name);
    (number.chars().all(is_number) && is_path(name)).then_some(name)
}

/// Number of parameters with which all signatures of one name begin, if there are several.
fn shared_parameters(signatures: &[Option<Signature<'_>>]) -> usize {
    let mut all = signatures.iter().flatten();
    let Some(first) = all.next() else { return 0 };
    let shared = |other: &Signature<'_>| {
        first.parameters.iter().zip(&other.parameters).take_while(|(one, other)| one == other).count()
    };
    all.map(shared).min().unwrap_or(0)
}

struct Signature<'a> {
    name: &'a str,
    has_parameters: bool,
    /// Each on one line, without default value and a type after a colon.
    parameters: Vec<String>,
}

impl<'a> Signature<'a> {
    fn in_heading(url: &str, section: &'a Section) -> Option<Self> {
        let heading = section.heading.as_str();
        let named = named_by(heading);
        if named.is_signature
            && let Some(name) = named.names.first().copied()
        {
            let after = heading.find(name).map_or("", |at| &heading[at + name.len()..]);
            return Some(Signature::new(name, after));
        }
        // C: only the anchor says which word is the name.
        let name = qualified(url, &section.anchor, heading)?;
        Signature::in_text(last_component(&name), heading)
    }

    /// The signature near the beginning of a text, by the name before its parameters.
    fn in_text(name: &str, text: &'a str) -> Option<Self> {
        let text = &text[..text.floor_char_boundary(SIGNATURE_WITHIN)];
        let is_within_word = |c: char| c.is_alphanumeric() || c == '_';
        text.match_indices(name).find_map(|(at, found)| {
            let after = &text[at + found.len()..];
            let begins = !text[..at].ends_with(is_within_word);
            (begins && after.trim_start().starts_with('(')).then(|| Signature::new(found, after))
        })
    }

    /// `after` is the text after the name.
    fn new(name: &'a str, after: &str) -> Self {
        let open = after.find('(').filter(|&open| !after[..open].contains('=')).map(|open| open + 1);
        let parameters = open.map(|open| parameters(&after[open..])).unwrap_or_default();
        Signature { name, has_parameters: open.is_some(), parameters }
    }

    /// The name with the parameters that fit, from the first that is not shared by all overloads.
    fn short(&self, shared: usize) -> String {
        if !self.has_parameters {
            return self.name.to_owned();
        }
        let from = if shared < self.parameters.len() { shared } else { 0 };
        let mut short = format!("{}(", self.name);
        let mut gap = "";
        if from > 0 {
            short.push('…');
            gap = ", ";
        }
        for parameter in &self.parameters[from..] {
            if short.len() + gap.len() + parameter.len() + ", …)".len() > MAX_SIGNATURE_BYTES {
                short.extend([gap, "…"]);
                break;
            }
            short.extend([gap, parameter]);
            gap = ", ";
        }
        short.push(')');
        short
    }
}

/// The parameters up to the parenthesis that ends them.
fn parameters(text: &str) -> Vec<String> {
    let mut parameters = Vec::new();
    let (mut depth, mut start, mut previous) = (0usize, 0, ' ');
    for (at, c) in text.char_indices() {
        match c {
            ')' if depth == 0 => {
                parameters.push(short_parameter(&text[start..at]));
                break;
            }
            ',' if depth == 0 => {
                parameters.push(short_parameter(&text[start..at]));
                start = at + 1;
            }
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            '>' if !matches!(previous, '-' | '=') => depth = depth.saturating_sub(1),
            _ => {}
        }
        previous = c;
    }
    parameters.retain(|parameter| !parameter.is_empty());
    parameters
}

/// A parameter without default value and without a type after a colon.
fn short_parameter(text: &str) -> String {
    let text = text.split('=').next().unwrap_or(text);
    let typed = text.split_once(':').filter(|(name, kind)| !kind.starts_with(':') && !name.contains('<'));
    let text = typed.map_or(text, |(name, _)| name);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Puts a line before a section's text.
fn begin_with(section: &mut Section, line: &str) {
    let gap = if section.text.is_empty() { "" } else { "\n" };
    let added = line.len() + gap.len();
    section.text.insert_str(0, &[line, gap].concat());
    section.code.iter_mut().for_each(|code| (code.start, code.end) = (code.start + added, code.end + added));
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::{IngestConfig, finish_site, read_page};

    #[test]
    fn hits_of_signatures_are_named_by_their_names() {
        for (id, signature, expected) in [
            ("m.f", "m.f(a, b=1)", "m.f(a, b=1)"),
            (
                "m.g",
                "m.g(timeval=None, localtime=False, usegmt=False, others=None)",
                "m.g(timeval, localtime, usegmt, others)",
            ),
            (
                "subprocess.Popen",
                "class subprocess.Popen(args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None)",
                "subprocess.Popen(args, bufsize, executable, stdin, …)",
            ),
            (
                "c.PyUnicode_DecodeUTF7",
                "PyObject *PyUnicode_DecodeUTF7(const char *s, Py_ssize_t size, const char *errors)",
                "PyUnicode_DecodeUTF7(const char *s, Py_ssize_t size, …)",
            ),
            (
                "method.from_fn",
                "pub fn from_fn&lt;T, const N: usize, F&gt;(cb: F, other: Vec&lt;(T, T)&gt;) -> [T; N] where F: FnMut(usize) -> T",
                "from_fn(cb, other)",
            ),
            (
                "m.P",
                "class m.P([processes[, initializer[, initargs[, maxtasksperchild[, context]]]]])",
                "m.P(…)",
            ),
            ("m.A", "m.A: dict[str, tuple[int, int, int, int, int, int, int]] = {}", "m.A"),
        ] {
            let html =
                format!("<main><h1 id=t>T</h1>x<dl><dt class=sig id={id}>{signature}<dd>Text.</dl></main>");
            let expected = match expected == signature {
                true => format!("#{id} [] {signature}: Text."),
                false => {
                    let plain = signature.replace("&lt;", "<").replace("&gt;", ">");
                    let said = if id == "m.g" { plain.trim_start_matches("m.g") } else { &plain };
                    format!("#{id} [] {expected}: {said}\nText.")
                }
            };
            assert_eq!(outline(&html)[1], expected);
        }
    }

    #[test]
    fn forms_of_lisp_are_cut_between_their_parameters() {
        for (form, expected) in [
            (
                "(string-trim str [sep #:left? left? #:right? right? #:repeat? repeat?]) → string?",
                Some("(string-trim str …)"),
            ),
            (
                "(string-join strs [sep] before-the-first between-all after-the-last) → string?",
                Some("(string-join strs [sep] before-the-first between-all …)"),
            ),
            ("(f x) → (or/c string? bytes? #f)", Some("(f x)")),
            ("(f) -> any", Some("(f)")),
            ("(Optional) Install it", None),
            ("((f x) y)", None),
            ("()", None),
            ("f (x y)", None),
            ("(never closed", None),
            (") (a", None),
            ("", None),
        ] {
            assert_eq!(super::short_form(form).as_deref(), expected, "{form}");
        }
        let long = "(text-icon str [font #:trim? trim? #:color color]) → (is-a?/c bitmap%)";
        let html = format!("<main><h1 id=t>T</h1>x<dl><dt class=sig id=a>{long}<dd>Text.</dl></main>");
        assert_eq!(
            outline(&html)[1],
            format!("#a [] (text-icon str [font #:trim? trim? #:color color]): {long}\nText.")
        );
    }

    #[test]
    fn numbers_of_overloads_are_searched() {
        let html = include_str!("../../../../tests/fixtures/generators/doxygen.html");
        let raw = read_page("page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        let (pages, _) = finish_site(vec![raw]);
        let found: Vec<[&str; 2]> =
            pages[0].sections.iter().map(|section| [&*section.heading, section.word_parts.trim()]).collect();
        assert_eq!(found[1..], [["cols(Index n)", "[1/2]"], ["cols()", "[2/2]"]]);
    }

    #[test]
    fn overloads_are_told_apart() {
        let member = |id: &str, heading: &str, signature: &str| {
            format!("<section id='{id}'><h3>{heading}</h3><div>{signature}</div><p>Text.</section>")
        };
        let html = [
            "<main><h1 id=t>T</h1>x".to_owned(),
            member("get(Object)", "get", "public V get(Object key)"),
            member("get(Object,V)", "get", "public V get(Object key, V otherwise)"),
            member("a1", "cols() [1/2]", "Index Eigen::Map::cols ( Index n,\n int step = 1 ) const"),
            member("a2", "cols() [2/2]", "Index Eigen::Map::cols ( )"),
            member("put()", "put", "void put(K key)"),
            member("n1", "Notes", "All notes (of it)."),
            member("n2", "Notes", "More."),
        ];
        let found = outline(&html.concat());
        let headings: Vec<&str> =
            found[1..].iter().filter_map(|line| line.split_once("[] ")?.1.split(": ").next()).collect();
        assert_eq!(
            headings,
            [
                "get(Object key)",
                "get(…, V otherwise)",
                "cols(Index n, int step)",
                "cols()",
                "put",
                "Notes",
                "Notes"
            ]
        );
    }
}
