//! Language tags: [`primary_subtag`].

/// The primary subtag of a language tag in lower case; `None` if the tag is invalid or means an unknown language.
pub(super) fn primary_subtag(lang: &str) -> Option<String> {
    let primary = lang.trim().split(['-', '_', ',']).next().unwrap_or("");
    let is_subtag =
        (2..=3).contains(&primary.len()) && primary.bytes().all(|byte| byte.is_ascii_alphabetic());
    (is_subtag && primary != "und").then(|| primary.to_ascii_lowercase())
}
