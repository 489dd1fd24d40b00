//! The keys of the name that a query may be: [`NameKeys`].

use crate::lexical::name_keys;
use crate::text::{Analyzer, concat, cut};

/// Most parts of a path that may be longer than the name on the page.
const MAX_PARTS: usize = 6;

/// The keys of the name that a text may be; none for an empty text.
#[derive(Default)]
pub(in crate::search) struct NameKeys {
    /// As written, then by its words.
    pub keys: [Option<String>; 2],
    /// Of a path, by the words of shorter ones, which count where no section has it: programs say where a name is
    /// defined, `wcs._impl.Point`, and pages where it is found, `wcs.Point`. Those with more parts come first. They
    /// end alike, so that they stand in one block. Of a heading copied with the sign of its own link, without it.
    pub shorter: Vec<String>,
}

impl NameKeys {
    pub fn of(analyzer: &Analyzer, text: &str) -> Self {
        NameKeys { keys: name_keys(analyzer, text, 2), shorter: shorter(analyzer, text) }
    }
}

/// Without one or several parts side by side; the last one and another stay.
fn shorter(analyzer: &Analyzer, path: &str) -> Vec<String> {
    let mut starts = vec![0];
    for (at, byte) in path.bytes().enumerate() {
        if byte == b'.' {
            starts.push(at + 1);
        }
    }
    let mut keys = Vec::new();
    // A letter alone may be a language: `C#`.
    if let Some(heading) = path.strip_suffix('#').filter(|heading| heading.len() > 1) {
        let [written, _] = name_keys(analyzer, heading, 2);
        keys.extend(written);
    }
    if starts.len() > MAX_PARTS || path.contains(char::is_whitespace) {
        return keys;
    }
    for left_out in 1..starts.len().saturating_sub(1) {
        for pair in starts.windows(left_out + 1).rev() {
            let [before, after] = [pair[0], pair[left_out]];
            let name = concat(&[cut(path, ..before), cut(path, after..)]);
            let [_, by_words] = name_keys(analyzer, &name, 2);
            keys.extend(by_words);
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_have_parts_that_the_page_leaves_out() {
        let analyzer = Analyzer::default();
        let of = |text: &str| NameKeys::of(&analyzer, text).shorter;
        let known = |text: &str| name_keys(&analyzer, text, 2)[1].clone().unwrap();
        assert_eq!(of("wcs._impl.Point"), [known("wcs.Point"), known("_impl.Point")]);
        let four = ["a.b.D1", "a.c.D1", "b.c.D1", "a.D1", "c.D1"].map(known);
        assert_eq!(of("a.b.c.D1"), four);
        assert_eq!(of("Use of Points#"), [name_keys(&analyzer, "Use of Points", 2)[0].clone().unwrap()]);
        assert_eq!(of("C#"), [""; 0]);
        for text in ["", "Point", "wcs.Point", "the end. It is. Now", "a.b.c.d.e.f.g", "..", "a..b"] {
            assert!(of(text).len() < 2, "{text}");
        }
    }
}
