//! The text of headings and terms without signs that only their style sheet or source explains.

/// Puts a signature of several lines on one: `f( a, b )` becomes `f(a, b)`. A colon without a kind before it, and an equals
/// sign without a value, say nothing.
pub(super) fn tidy_signature(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    let text = text.strip_prefix(": ").unwrap_or(text);
    let without_value = text.strip_suffix(" =").filter(|text| !text.ends_with("operator"));
    for c in without_value.unwrap_or(text).chars() {
        match c {
            ')' | ']' | ',' if tidy.ends_with(' ') => {
                tidy.pop();
            }
            ' ' if tidy.ends_with(['(', '[']) => continue,
            _ => {}
        }
        tidy.push(c);
    }
    tidy
}

/// A heading, and what Markdown calls its attributes where the page shows them: `{#setup}`.
pub(super) fn split_attributes(heading: &str) -> (&str, &str) {
    let split = heading.strip_suffix('}').and_then(|heading| heading.rsplit_once(" {#"));
    match split {
        Some((text, id)) if !id.contains(char::is_whitespace) => (text.trim_end(), id),
        _ => (heading, ""),
    }
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn headings_have_no_signs_of_their_source() {
        for (html, expected, beside) in [
            ("<dl><dt id=a><i>: </i><b>ceil</b> (<var>x</var>) <a href=#a>¶</a><dd>y</dl>", "ceil (x)", ""),
            ("<dl><dt id=a>: <var>y</var> = <b>f</b> ( x )<dd>y</dl>", "y = f (x)", ""),
            ("<dl><dt id=a>creator: <code>Optional[str]</code> =<dd>y</dl>", "creator: Optional[str]", ""),
            ("<dl><dt id=a>T operator =<dd>y</dl>", "T operator =", ""),
            ("<dl><dt id=a>=<dd>y</dl>", "=", ""),
            ("<dl><dt id=a>::swap<dd>y</dl>", "::swap", ""),
            ("<h2 id=a>Set up {#setup}</h2>y", "Set up", "setup"),
            ("<h2 id=a>Sets {#a and b}</h2>y", "Sets {#a and b}", ""),
            ("<h2 id=a>{#setup}</h2>y", "{#setup}", ""),
        ] {
            let page = format!("<main><h1 id=t>T</h1><p>x{html}</main>");
            let page = read_page("a.html", page.as_bytes(), &IngestConfig::default()).unwrap();
            let section = page.sections.last().unwrap();
            assert_eq!((&*section.heading, &*section.word_parts), (expected, beside), "{html}");
        }
    }
}
