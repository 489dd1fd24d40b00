//! Titles that are calls: [`is_call`].
//!
//! A function with several methods may have a page for each of them, titled by a call. The function's own page, or its
//! section, has its name.

use super::signature::is_name;

/// Whether a heading is a call with fixed texts, not a signature: "minimize(method='BFGS')".
pub(super) fn is_call(heading: &str) -> bool {
    const QUOTES: [char; 7] = ['\'', '"', '`', '‘', '’', '“', '”'];
    let (name, arguments) = heading.trim().split_once('(').unwrap_or_default();
    let Some(arguments) = arguments.strip_suffix(')').filter(|_| is_name(name)) else { return false };
    arguments.split(',').all(|argument| {
        let (key, value) = argument.split_once('=').unwrap_or_default();
        is_name(key.trim()) && value.trim().starts_with(QUOTES) && value.trim().ends_with(QUOTES)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_no_signatures() {
        for (heading, expected) in [
            ("minimize(method='BFGS')", true),
            ("minimize(method=’Nelder-Mead’)", true),
            ("root(fun, method='hybr')", false),
            ("connect(timeout=5)", false),
            ("connect()", false),
            ("connect", false),
            ("(a='b')", false),
        ] {
            assert_eq!(is_call(heading), expected, "{heading}");
        }
    }
}
