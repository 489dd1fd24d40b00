//! The words of which classes, ids and labels are made: [`words`], and whether one of them is known: [`has_any`].

/// The words of `left-sidebar`, `left_sidebar` and `leftSidebar`.
pub(crate) fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|c: char| !c.is_alphanumeric()).flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let lower_then_upper = rest
                .as_bytes()
                .windows(2)
                .position(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
            let (word, after) = rest.split_at(lower_then_upper.map_or(rest.len(), |at| at + 1));
            rest = after;
            Some(word)
        })
    })
}

/// Whether a name has one of these words, in any case.
pub(crate) fn has_any(name: &str, known: &[&str]) -> bool {
    words(name).any(|word| known.iter().any(|known| word.eq_ignore_ascii_case(known)))
}

/// Whether a class, id or label names a breadcrumb.
pub(crate) fn names_breadcrumb(name: &str) -> bool {
    has_any(name, &["breadcrumb", "breadcrumbs"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_words() {
        for (name, expected) in [
            ("left-sidebar", &["left", "sidebar"][..]),
            ("page_toc", &["page", "toc"]),
            ("tableOfContents", &["table", "Of", "Contents"]),
            ("", &[]),
        ] {
            assert_eq!(words(name).collect::<Vec<_>>(), expected, "{name}");
        }
    }

    #[test]
    fn names_have_words_in_any_case() {
        for (name, expected) in
            [("left-sidebar", true), ("Side Bar toc", true), ("sidebars", false), ("", false)]
        {
            assert_eq!(has_any(name, &["sidebar", "toc"]), expected, "{name}");
        }
    }
}
