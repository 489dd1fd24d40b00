//! The user's folders for what the command keeps: caches, and encoders that it fetched.

use std::path::PathBuf;

/// What later builds reuse; `None` if the environment names no place for it.
pub fn cache() -> Option<PathBuf> {
    folder("XDG_CACHE_HOME", ".cache")
}

/// Encoders, each in a folder of its name; `None` if the environment names no place for them.
pub fn models() -> Option<PathBuf> {
    Some(folder("XDG_DATA_HOME", ".local/share")?.join("models"))
}

/// `docfuse` in the folder that the variable names, else at that path in the user's home, else, on Windows, in the
/// user's application data.
fn folder(variable: &str, at_home: &str) -> Option<PathBuf> {
    let named = |key: &str| std::env::var_os(key).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named(variable).or_else(|| named("HOME").map(|home| home.join(at_home)));
    Some(base.or_else(|| named("LOCALAPPDATA"))?.join("docfuse"))
}
