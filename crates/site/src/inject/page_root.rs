//! Addresses in injected pages, and what `<base>` makes of them.

use crate::href::address;

/// The relative address of the root of the site, seen from the file `path` of it: `../../`, or nothing.
pub(super) fn to_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Whether hosts send this page for missing ones, by its name.
pub(super) fn is_error_page(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    name.split('.').next() == Some("404")
}

pub(super) fn is_xhtml(path: &str) -> bool {
    path.rsplit('.').next().is_some_and(|ending| ending.eq_ignore_ascii_case("xhtml"))
}

/// `<base href>` as browsers read it.
fn cleaned(href: &str) -> String {
    let href = href.trim_matches(|c: char| c <= ' ').replace(['\t', '\n', '\r'], "");
    href.replace('\\', "/")
}

/// Whether an address has neither a scheme nor a path from the root of its host.
pub(super) fn is_relative(href: &str) -> bool {
    let href = cleaned(href);
    let scheme = href.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    !href.starts_with('/') && !scheme.is_some_and(is_scheme)
}

/// The address of the root of the site, relative to `<base href="/path/">`, which names the root, or the folder of the page
/// `path`. `None` for an address on another host, or on this one by its name, which may be another tomorrow.
pub(super) fn root_from(href: &str, path: &str) -> Option<String> {
    let href = cleaned(href);
    let base = href.split(['?', '#']).next().unwrap_or_default();
    if !base.starts_with('/') || base.starts_with("//") {
        return None;
    }
    let base = &base[..=base.rfind('/')?];
    let folder = address(&path[..path.rfind('/').map_or(0, |at| at + 1)]);
    let is_own = !folder.is_empty() && base.ends_with(&format!("/{folder}"));
    Some(if is_own { to_root(path) } else { String::new() })
}
