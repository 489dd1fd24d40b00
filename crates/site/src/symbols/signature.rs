//! Names in headings: [`named_by`] strips section numbers, permalinks and parameters.

use super::operator_name::{declared_operator, without_kind};
use super::symbol_path::is_path;
use crate::generators::is_heading_sign;
use crate::phrases::{is_part, is_remark};

/// Words before the declared name in a signature.
const MODIFIERS: [&str; 41] = [
    "abstract",
    "abstractmethod",
    "async",
    "awaitable",
    "class",
    "classmethod",
    "const",
    "coroutine",
    "decorator",
    "def",
    "enum",
    "exception",
    "export",
    "extern",
    "\"C\"",
    "final",
    "fn",
    "func",
    "function",
    "interface",
    "iterator",
    "let",
    "macro",
    "method",
    "module",
    "namespace",
    "private",
    "proc",
    "property",
    "protected",
    "pub",
    "public",
    "static",
    "staticmethod",
    "struct",
    "template",
    "trait",
    "type",
    "unsafe",
    "val",
    "var",
];

/// Words that may follow the parameters.
const AFTER_PARAMETERS: [&str; 6] = ["const", "noexcept", "override", "returns", "throws", "where"];

/// Separators between a name and a sentence about it.
const DASHES: [&str; 3] = [" — ", " – ", " - "];

/// Maximum words of a topic before a colon; more are a sentence.
const TOPIC_WORDS: usize = 3;

/// The names in a heading: `os.path.join` for "os.path.join(path, *paths)", "CREATE TABLE" for "4.1. CREATE TABLE".
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Named<'a> {
    /// Most reliable first.
    pub(crate) names: Vec<&'a str>,
    /// Whether the heading is a signature, which declares the first name.
    pub(crate) is_signature: bool,
}

/// Reads a heading or title. O(length).
pub(crate) fn named_by(heading: &str) -> Named<'_> {
    let heading = heading.trim_matches(|c: char| c.is_whitespace() || is_heading_sign(c));
    if heading.starts_with('-') && heading.contains(char::is_alphanumeric) {
        return Named { names: options(heading).collect(), is_signature: false };
    }
    let (number, text) = without_number(heading);
    if let Some(operator) = declared_operator(text) {
        return Named { names: vec![operator], is_signature: true };
    }
    if let Some(name) = without_arity(text) {
        return Named { names: vec![name, text], is_signature: true };
    }
    let mut named = Named::default();
    match declared(text) {
        Some(Declared { name, whole_too, is_signature }) => {
            named.is_signature = is_signature;
            named.names.push(name);
            named.names.extend(whole_too.then_some(text));
        }
        None => {
            named.names.push(text);
            let before = DASHES.iter().filter_map(|dash| text.split_once(dash)).map(|(before, _)| before);
            let before = before.min_by_key(|before| before.len()).filter(|before| is_name(before));
            // pkgdown puts the name last: "Add layers to frames — add_gg".
            let behind = DASHES.iter().filter_map(|dash| text.rsplit_once(dash)).map(|(_, behind)| behind);
            let behind = || behind.min_by_key(|behind| behind.len()).filter(|behind| is_known_name(behind));
            named.names.extend(before.or_else(behind));
            named.names.extend(text.split_once(": ").map(|(topic, _)| topic).filter(|topic| is_topic(topic)));
            named.names.extend(behind_whole_number(text));
            named.names.extend(without_kind(text));
        }
    }
    // "2.0 beta" may be a numbered section or not, and readers copy "Chapter 2." along.
    if !number.is_empty() && !number.ends_with('.') {
        named.names.push(heading);
    }
    named
}

/// The name before the first parameters of a signature: `fzero` of `[x, fval] = fzero (fun, …)`.
pub(crate) fn callee(heading: &str) -> Option<&str> {
    let mut open = heading.match_indices('(').map(|(at, _)| heading[..at].trim_end());
    let name = |before: &'_ str| before.len() - before.trim_end_matches(is_name_char).len();
    let before = open.find(|before| name(before) > 0)?;
    Some(&before[before.len() - name(before)..])
}

/// The function of a name with the number of its parameters, "map/2". `HTTP/2` is a name of its own.
fn without_arity(text: &str) -> Option<&str> {
    let (name, arity) = text.rsplit_once('/')?;
    let is_function = name.starts_with(|c: char| c.is_lowercase() || c == '_') && is_path(name);
    (is_function && (1..=2).contains(&arity.len()) && digits(arity)).then_some(name)
}

/// The options of "-m <msg>, --message=<msg>".
fn options(heading: &str) -> impl Iterator<Item = &str> {
    let each = heading.split([',', '|', '/', ' ']).map(str::trim).filter(|option| option.starts_with('-'));
    each.map(|option| option.split(['=', '<', '[', '(']).next().unwrap_or(option))
        .filter(|option| option.contains(char::is_alphanumeric))
}

/// The section number of a heading and the rest: "4.1.", "A.2", "1.3:", "Chapter 3.". A whole number without full stop
/// or colon is part of the heading ("3 ways").
fn without_number(heading: &str) -> (&str, &str) {
    let Some((first, rest)) = heading.split_once(char::is_whitespace) else { return ("", heading) };
    let rest = rest.trim_start();
    if is_part(first)
        && let Some((number, rest)) = rest.split_once(char::is_whitespace)
        && number.ends_with(['.', ':'])
    {
        // No point at its end: the heading is a name as a whole, too.
        return (first, rest.trim_start());
    }
    let mut parts = first.strip_suffix(['.', ':']).unwrap_or(first).split('.');
    // "Q: Why?" is no section Q.
    let begins = parts.next().is_some_and(|part| digits(part) || letter(part) && first.contains('.'));
    let is_number = begins && parts.all(digits) && first.contains(['.', ':']) && !rest.is_empty();
    if is_number { (first, rest) } else { ("", heading) }
}

/// The text after a number that may be a section number: Texinfo's "1 Introduction", bookdown's "Chapter 2 Basics". A
/// title begins with a capital there, unlike "3 ways" and "Part 2 of the list".
fn behind_whole_number(heading: &str) -> Option<&str> {
    let (first, rest) = heading.split_once(char::is_whitespace)?;
    let part = is_part(first).then(|| rest.trim_start().split_once(char::is_whitespace)).flatten();
    let (number, rest) = part.unwrap_or((first, rest));
    let rest = rest.trim_start();
    let is_number = digits(number) || part.is_some() && letter(number);
    (is_number && rest.starts_with(char::is_uppercase)).then_some(rest)
}

fn digits(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

fn letter(part: &str) -> bool {
    part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_uppercase())
}

struct Declared<'a> {
    name: &'a str,
    /// Whether the heading may be plain words instead.
    whole_too: bool,
    is_signature: bool,
}

/// The name that a signature declares: preceded by modifiers only, followed by parameters, type or value.
fn declared(text: &str) -> Option<Declared<'_>> {
    let head = Head::of(text);
    // The word before the parameters is the name, even "type" or "iterator".
    let last = head.words.len().saturating_sub(usize::from(head.parameters == Parameters::Attached));
    let modifiers = head.words[..last].iter().take_while(|word| is_modifier(word)).count();
    let mut words = head.words[modifiers..].iter().copied();
    let first = words.next()?;
    let (next, modified) = (words.next(), modifiers > 0);
    let has_type = first.ends_with(':');
    let name = first.trim_start_matches(['*', '&', '@']).trim_end_matches(':');
    // Crystal and Ruby have `empty` and `empty?`.
    let plain = if modified { name.strip_suffix('?').unwrap_or(name) } else { name };
    if !is_name(plain) {
        return None;
    }
    let is_identifier = is_identifier(name);
    let signature = Declared { name, whole_too: false, is_signature: true };
    let perhaps = |whole_too: bool| Declared { name, whole_too, is_signature: !whole_too };
    match (next, head.parameters) {
        // Haskell: "decode :: FromJSON a => ByteString -> Maybe a".
        (Some("::"), _) if modified || name.starts_with(char::is_lowercase) => Some(signature),
        (_, Parameters::OfPart) => None,
        (None, Parameters::Attached) => Some(signature),
        (None, Parameters::None) if modified => Some(perhaps(!is_identifier)),
        // One word: "Vec<T>", but also "Node.js".
        (None, Parameters::None) => Some(Declared { is_signature: false, ..signature }),
        // "work_mem (integer)", but also "Installation (Linux)".
        (None, Parameters::Apart) => {
            let is_lower = name.bytes().all(|byte| byte.is_ascii_lowercase());
            Some(perhaps(!is_identifier && !is_lower))
        }
        (Some("=" | ":"), _) if is_identifier || modified => Some(signature),
        (Some(_), _) if has_type && (is_identifier || modified) => Some(signature),
        _ => None,
    }
}

/// Where the parameters of a signature are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parameters {
    None,
    /// `f(x)`
    Attached,
    /// `f (x)`
    Apart,
    /// In a sentence: `f(x) is slow`
    OfPart,
}

/// A heading up to its parameters.
struct Head<'a> {
    /// Without generics: `fn`, `push` of "fn push<T>(value: T)".
    words: Vec<&'a str>,
    parameters: Parameters,
}

impl<'a> Head<'a> {
    fn of(text: &'a str) -> Self {
        let mut head = Head { words: Vec::new(), parameters: Parameters::None };
        // `start` is the start of the current word; generics end a word.
        let (mut start, mut depth, mut previous) = (None, 0usize, ' ');
        for (at, c) in text.char_indices() {
            // Go's and Nim's generics, but not an array index.
            let is_bracket =
                || c == '[' && (depth > 0 || head.words.first().is_some_and(|word| is_modifier(word)));
            let opens = (c == '<' || is_bracket()) && (depth > 0 || is_name_char(previous));
            let ends = c.is_whitespace() || opens || c == '(';
            if depth == 0
                && ends
                && let Some(start) = start.take()
            {
                head.words.push(&text[start..at]);
            }
            match c {
                '<' | '[' if opens => depth += 1,
                '>' | ']' if depth > 0 && previous != '-' => depth -= 1,
                '(' if depth == 0 => {
                    head.parameters = match previous.is_whitespace() {
                        _ if !ends_signature(&text[at..]) => Parameters::OfPart,
                        true => Parameters::Apart,
                        false => Parameters::Attached,
                    };
                    return head;
                }
                _ if depth == 0 && !c.is_whitespace() => start = start.or(Some(at)),
                _ => {}
            }
            previous = c;
        }
        head.words.extend(start.map(|start| &text[start..]));
        head
    }
}

/// Whether the rest of a text that begins with parameters fits a signature. Titles of manual pages do too:
/// "git-commit(1) Manual Page".
fn ends_signature(text: &str) -> bool {
    let mut depth = 0usize;
    let end = text.find(|c| {
        depth = match c {
            '(' => depth + 1,
            ')' => depth - 1,
            _ => depth,
        };
        depth == 0
    });
    let Some((parameters, rest)) = end.map(|end| text.split_at(end + 1)) else { return true };
    let is_manual = parameters.len() == 3 && parameters.as_bytes()[1].is_ascii_digit();
    let next = rest.split_whitespace().next().unwrap_or("");
    is_manual || !next.starts_with(char::is_alphabetic) || AFTER_PARAMETERS.contains(&next)
}

fn is_modifier(word: &str) -> bool {
    MODIFIERS.contains(&word)
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '-' | '!')
}

/// Whether it can be the name of a symbol: `os.path`, `std::vec`, `git-commit`, `vec!`.
pub(crate) fn is_name(text: &str) -> bool {
    text.chars().all(is_name_char) && text.contains(char::is_alphanumeric)
}

/// Whether the text before a colon is the topic of the rest, as in "Closures: Anonymous Functions".
fn is_topic(text: &str) -> bool {
    !is_remark(text) && !text.contains(':') && text.split_whitespace().count() <= TOPIC_WORDS
}

/// Whether it is an identifier, not a word: words have no underscores, full stops or capitals inside.
pub(crate) fn is_identifier(text: &str) -> bool {
    let inner_capital = || {
        text.chars().skip(1).any(char::is_uppercase)
            && text.contains(char::is_lowercase)
            && !text.contains(' ')
    };
    text.contains(['_', '.']) || text.contains("::") || inner_capital()
}

/// The identifiers and options that a term or a cell names.
pub(crate) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let is_option = |name: &str| name.starts_with('-') && name.chars().nth(2).is_some();
    named_by(text).names.into_iter().filter(move |name| {
        is_known_name(name) || is_name(name) && name.contains(char::is_alphabetic) && is_option(name)
    })
}

/// Whether it is certainly the name of a symbol, not a word or number.
fn is_known_name(text: &str) -> bool {
    is_name(text) && text.contains(char::is_alphabetic) && is_identifier(text)
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
