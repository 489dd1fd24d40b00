//! Names of operators and clauses in headings: `[]`, `>>=`, `GROUP BY`.

use crate::phrases::{is_article, is_kind};

/// Maximum signs of an operator's name; longer ones are lines and frames. The analyzer takes no more as one term.
const MAX_SIGNS: usize = 8;

/// The operator that a signature declares: "[](index)", "<=>(other)", "(>>=) :: m a -> (a -> m b) -> m b",
/// "operator<<(stream)".
pub(super) fn declared_operator(text: &str) -> Option<&str> {
    if let Some(signs) = text.strip_prefix("operator") {
        // Of "operator()(int)", the first brackets are the name.
        if signs == "()" || signs.starts_with("()(") {
            return Some(&text[.."operator()".len()]);
        }
        let end = signs.find(|c: char| c == '(' || !c.is_ascii_punctuation()).unwrap_or(signs.len());
        let is_whole = signs[end..].is_empty() || signs[end..].starts_with(['(', ' ']);
        // Brackets are parameters, too: those are read as of any name.
        return (is_whole && is_signs(&signs[..end])).then(|| &text[.."operator".len() + end]);
    }
    if let Some(bracketed) = text.strip_prefix('(') {
        let (operator, rest) = bracketed.split_once(')')?;
        let is_whole = rest.trim().is_empty() || rest.trim_start().starts_with("::");
        return (is_whole && is_signs(operator)).then_some(operator);
    }
    let (operator, _) = text.split_once('(')?;
    is_signs(operator).then_some(operator)
}

/// What a heading calls a clause or an operator: `GROUP BY` of "The GROUP BY Clause". Only capitals and signs are
/// certainly its name.
pub(super) fn without_kind(text: &str) -> Option<&str> {
    let (name, kind) = text.rsplit_once(' ')?;
    let name = match name.split_once(' ') {
        Some((first, rest)) if is_article(first) => rest,
        _ => name,
    };
    (is_kind(kind) && !name.contains(char::is_lowercase)).then_some(name)
}

/// Whether it is an operator: a few signs and nothing else.
pub(super) fn is_signs(text: &str) -> bool {
    (1..=MAX_SIGNS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_punctuation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_have_names() {
        for (heading, declared, kind) in [
            ("[](index)", Some("[]"), None),
            ("(++)", Some("++"), None),
            ("(>>=) :: m a -> (a -> m b) -> m b", Some(">>="), None),
            ("()", None, None),
            ("operator<<", Some("operator<<"), None),
            ("operator<=>(other)", Some("operator<=>"), None),
            ("operator-> const", Some("operator->"), None),
            ("operator()", Some("operator()"), None),
            ("operator()(int key)", Some("operator()"), None),
            ("operators", None, None),
            ("operator T", None, None),
            ("(see) below", None, None),
            ("(=) is no assignment", None, None),
            ("----------(x)", None, None),
            ("The ? operator", None, Some("?")),
            ("GROUP BY Clause", None, Some("GROUP BY")),
            ("The slice operator", None, None),
            ("Operator", None, None),
        ] {
            assert_eq!((declared_operator(heading), without_kind(heading)), (declared, kind), "{heading}");
        }
    }
}
