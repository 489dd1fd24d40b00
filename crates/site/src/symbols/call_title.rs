//! Titles that are calls: [`is_call`].
//!
//! A function with several methods may have a page for each of them, titled by a call. The function's own page, or its
//! section, has its name.

use super::signature::is_name;

/// Whether a heading is a call with fixed texts, not a signature: "minimize(method='BFGS')".
pub(super) fn is_call(heading: &str) -> bool {
    const QUOTES: [char; 7] = ['\'', '"', '`', '‘', '’', '“', '”'];
    gives(heading, &|value| value.starts_with(QUOTES) && value.ends_with(QUOTES))
}

/// Whether all arguments in a heading have values, as in a call or a signature with defaults: "minimize(mode=2)".
pub(super) fn has_values(heading: &str) -> bool {
    gives(heading, &|value| !value.is_empty())
}

fn gives(heading: &str, is_value: &dyn Fn(&str) -> bool) -> bool {
    let (name, arguments) = heading.trim().split_once('(').unwrap_or_default();
    let Some(arguments) = arguments.strip_suffix(')').filter(|_| is_name(name)) else { return false };
    arguments.split(',').all(|argument| {
        let (key, value) = argument.split_once('=').unwrap_or_default();
        is_name(key.trim()) && is_value(value.trim())
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
        for (heading, expected) in [
            ("connect(timeout=5)", true),
            ("minimize(solver=LBFGS, tol=1e-3)", true),
            ("root(fun, mode=2)", false),
            ("connect()", false),
        ] {
            assert_eq!(has_values(heading), expected, "{heading}");
        }
    }
}
