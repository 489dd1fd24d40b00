//! Links in text that is shown as Markdown: [`without_foreign_links`].
//!
//! The text of a page stays as it is for those who read it, code too. But what looks like a link in it must not run a
//! script when a program shows the Markdown.

use std::borrow::Cow;

use crate::text::cut;

/// Where links may lead, besides to other pages of the site.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

/// What must not stand between angle brackets. Others are often names in code: `<std::string>`, `<xs:element>`.
const SCRIPTS: [&str; 4] = ["javascript", "vbscript", "data", "file"];

/// Characters of a target in which its scheme is looked for.
const MOST: usize = 64;

/// Characters of a tag in which a scheme is looked for.
const MOST_OF_TAG: usize = 512;

/// Markdown in which no link leads to another scheme than http, https and mailto, or is none by a backslash.
pub(super) fn without_foreign_links(markdown: &str) -> Cow<'_, str> {
    // Places for a backslash.
    let mut places = Vec::new();
    let bytes = markdown.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let rest = cut(markdown, at + 1..);
        match byte {
            b'(' | b':' if at > 0 && bytes[at - 1] == b']' && !may_lead_to(rest) => places.push(at),
            b'<' if (runs_script(rest) || is_tag_with_script(rest)) && !is_escaped(&bytes[..at]) => {
                places.push(at)
            }
            _ => {}
        }
    }
    if places.is_empty() {
        return Cow::Borrowed(markdown);
    }
    let mut written = String::with_capacity(markdown.len() + places.len());
    let mut from = 0;
    for at in places {
        written.push_str(cut(markdown, from..at));
        written.push('\\');
        from = at;
    }
    written.push_str(cut(markdown, from..));
    Cow::Owned(written)
}

/// Whether the target of a link that begins here may be followed. Entities and backslashes could spell any scheme, so
/// they are not read.
fn may_lead_to(target: &str) -> bool {
    let mut scheme = String::new();
    // A quote begins its lines with `>`.
    let is_before = |c: char| c.is_whitespace() || matches!(c, '<' | '>');
    for c in target.trim_start_matches(is_before).chars().take(MOST) {
        match c {
            ':' => return SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)),
            '/' | '?' | '#' | ')' | '>' | ' ' | '\n' => return true,
            '&' => return false,
            c => scheme.push(c),
        }
    }
    // A longer one may be any, with what browsers skip.
    scheme.chars().count() < MOST
}

/// Whether `<` in front of this begins a link that runs a script.
fn runs_script(rest: &str) -> bool {
    let has = |scheme: &str| {
        rest.get(..scheme.len()).is_some_and(|found| found.eq_ignore_ascii_case(scheme))
            && rest.as_bytes().get(scheme.len()) == Some(&b':')
    };
    SCRIPTS.iter().any(|scheme| has(scheme))
}

/// Whether `<` in front of this begins a tag that leads to a script: `<a href="javascript:…">`.
fn is_tag_with_script(rest: &str) -> bool {
    if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let is_heard = |c: &char| !c.is_whitespace() && !c.is_control();
    let tag: String = rest.chars().take(MOST_OF_TAG).take_while(|c| *c != '>').filter(is_heard).collect();
    let tag = tag.to_ascii_lowercase();
    let values = tag.split('=').skip(1).map(|value| value.trim_start_matches(['"', '\'']));
    let mut values = values.filter_map(|value| value.strip_prefix("java").or(value.strip_prefix("vb")));
    // An entity could stand for the colon.
    values.any(|value| value.starts_with("script:") || value.starts_with("script&"))
}

/// Whether what is before a character makes it literal.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::without_foreign_links;

    #[test]
    fn links_lead_to_pages_only() {
        for (found, expected) in [
            ("[a](https://e.org/) and [b](b.html#c) and [c](<d e.html>)", None),
            ("[a](HTTP://e.org) [b](mailto:a@e.org) [c](#d) [d](/e:f) [e]()", None),
            ("a[0](x) and List[int]: text, map[k]: v", None),
            ("Vec<T>, <std::string>, <xs:element>, a < b", None),
            ("[a]: https://e.org/", None),
            ("[a](javascript:alert(1))", Some("[a]\\(javascript:alert(1))")),
            ("![a]( \n\tJavaScript:alert(1))", Some("![a]\\( \n\tJavaScript:alert(1))")),
            ("[a](<java\u{1}script:x>)", Some("[a]\\(<java\u{1}script:x>)")),
            ("[a](<java\tscript:x>)", Some("[a]\\(<java\tscript:x>)")),
            ("[a](&#106;avascript:x)", Some("[a]\\(&#106;avascript:x)")),
            ("[a](javascript&colon;x)", Some("[a]\\(javascript&colon;x)")),
            ("[a](javascript\\:x)", Some("[a]\\(javascript\\:x)")),
            ("[a](data:text/html,x) [b](vbscript:x)", Some("[a]\\(data:text/html,x) [b]\\(vbscript:x)")),
            ("[a]\n\n[a]: javascript:x", Some("[a]\n\n[a]\\: javascript:x")),
            ("<javascript:x> \\<DATA:x>", Some("\\<javascript:x> \\<DATA:x>")),
            ("\\\\<javascript:x>", Some("\\\\\\<javascript:x>")),
            ("> [a](\n> javascript:x)", Some("> [a]\\(\n> javascript:x)")),
            ("> [a]:\n> javascript:x", Some("> [a]\\:\n> javascript:x")),
            ("[a](< javascript:x>)", Some("[a]\\(< javascript:x>)")),
            ("<a href=\"java\tscript:x\">a</a>", Some("\\<a href=\"java\tscript:x\">a</a>")),
            ("<a href='https://e.org/'>a</a> <script>x</script>", None),
            ("ä](ä:", Some("ä]\\(ä:")),
        ] {
            assert_eq!(without_foreign_links(found), expected.unwrap_or(found), "{found:?}");
        }
        let long = format!("[a](<{}javascript:x>)", "\t".repeat(80));
        assert!(without_foreign_links(&long).starts_with("[a]\\("), "{long:?}");
    }
}
