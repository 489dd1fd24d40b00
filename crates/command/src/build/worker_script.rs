//! Which worker script a page starts: [`worker_script`].

/// The script of the search for an index in a language, as the client chooses it in `language-choice.ts`. One has the
/// stemmer of English alone.
pub fn worker_script(language: &str) -> &'static str {
    let primary = language.split(['-', '_']).next().unwrap_or_default();
    if primary.is_empty() || primary.eq_ignore_ascii_case("en") {
        "docfuse-worker.js"
    } else {
        "docfuse-worker-languages.js"
    }
}
