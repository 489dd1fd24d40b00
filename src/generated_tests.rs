//! TypeScript that is generated from Rust: `www/src/generated/`.
//!
//! The tests fail when a committed file differs from what the types and constants give now. To write the files anew:
//! `UPDATE_GENERATED=1 cargo test --lib generated`.

#![allow(clippy::disallowed_methods, reason = "compares files of the repository with what Rust says")]

use std::path::Path;

use ts_rs::{Config, TS};

use crate::error_code::ErrorCode;
use crate::format::VERSION;
use crate::index::{BlockRequest, MANIFEST_NAME, Pinned, RuleMatch, WhyPinned};
use crate::limits::{MAX_DIRECTORY_BYTES, MAX_EXTRA_BYTES, MAX_MODEL_BYTES, MAX_SHOWN_HITS};
use crate::search::{
    Answer, Closeness, Context, ContextRequest, ContextSection, Contribution, Correction, Degraded,
    Explanation, Fit, FoundPlace, Hit, IntentKind, LongSection, Mode, PageHits, Passage, QueryIntent,
    Related, RelatedWord, Request, RerankTask, Suggestion, TermScore, TokenCounting,
};
use crate::text::ANALYZER_VERSION;

const COMMAND: &str = "UPDATE_GENERATED=1 cargo test --lib generated";

/// Compares a file of `www/src/generated/` with what it should contain, or writes it.
fn check(name: &str, content: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("www/src/generated").join(name);
    let expected = format!("// Generated from Rust. To update: {COMMAND}\n{content}");
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "www/src/generated/{name} differs from the Rust source; run {COMMAND}");
}

/// An exported declaration, doc comments included.
fn declaration<T: TS>(config: &Config) -> String {
    format!("\n{}", layout(&format!("{}export {}", T::docs().unwrap_or_default(), T::decl(config))))
}

/// What ts-rs writes, in the form of our TypeScript: interfaces of `readonly` members, comments on one line where they
/// fit. A member that may be absent may also be `undefined`, since the search module treats both alike.
fn layout(declaration: &str) -> String {
    let declaration = declaration.replace("Array<", "ReadonlyArray<");
    let mut laid_out = String::new();
    let mut comment = Vec::new();
    let mut indent = "";
    for line in declaration.lines().map(str::trim_end) {
        if line == "/**" {
            comment.clear();
        } else if let Some(text) = line.strip_prefix(" * ") {
            comment.push(text);
        } else if line == " */" {
            laid_out += &match comment[..] {
                [text] => format!("{indent}/** {text} */\n"),
                _ => {
                    let separator = format!("\n{indent} * ");
                    format!("{indent}/**{separator}{}\n{indent} */\n", comment.join(&separator))
                }
            };
        } else if let Some(name) =
            line.strip_prefix("export type ").and_then(|line| line.strip_suffix(" = {"))
        {
            laid_out += &format!("export interface {name} {{\n");
            indent = "  ";
        } else if indent.is_empty() {
            laid_out += &format!("{line}\n");
        } else {
            let (member, end) = match line.strip_suffix(", };") {
                Some(member) => (member, "}\n"),
                None => (line.trim_end_matches(','), ""),
            };
            let undefined = if member.contains("?: ") { " | undefined" } else { "" };
            laid_out += &format!("{indent}readonly {member}{undefined};\n{end}");
        }
    }
    laid_out
}

#[test]
fn types_of_the_search_module() {
    let config = Config::new().with_large_int("number");
    let declarations = [
        declaration::<Mode>(&config),
        declaration::<Request>(&config),
        declaration::<Answer>(&config),
        declaration::<Degraded>(&config),
        declaration::<Correction>(&config),
        declaration::<QueryIntent>(&config),
        declaration::<IntentKind>(&config),
        declaration::<PageHits>(&config),
        declaration::<Fit>(&config),
        declaration::<Closeness>(&config),
        declaration::<Suggestion>(&config),
        declaration::<Related>(&config),
        declaration::<RelatedWord>(&config),
        declaration::<Hit>(&config),
        declaration::<FoundPlace>(&config),
        declaration::<Explanation>(&config),
        declaration::<Contribution>(&config),
        declaration::<TermScore>(&config),
        declaration::<BlockRequest>(&config),
        declaration::<RerankTask>(&config),
        declaration::<Passage>(&config),
        declaration::<ContextRequest>(&config),
        declaration::<Context>(&config),
        declaration::<ContextSection>(&config),
        declaration::<LongSection>(&config),
        declaration::<TokenCounting>(&config),
        declaration::<Pinned<'_>>(&config),
        declaration::<WhyPinned<'_>>(&config),
        declaration::<RuleMatch>(&config),
    ];
    let import = "\nimport type { ErrorCode } from \"./error-codes.js\";\n";
    check("search.ts", &format!("{import}{}", declarations.concat()));
}

#[test]
fn versions_and_limits() {
    let content = format!(
        "
/** The manifest of a site's main language, the only index file with a fixed name. */
export const MANIFEST = \"{MANIFEST_NAME}\";

/** Versions in the manifest: of the file formats, and of the analyzer that made the terms. */
export const VERSIONS = {{ version: {VERSION}, analyzer: {ANALYZER_VERSION} }} as const;

/** Limit of the decompressed directory in bytes: about 64 for each section, so a million sections. */
export const MAX_DIRECTORY_BYTES = {MAX_DIRECTORY_BYTES};

/** Limit of all encoder files in bytes, decompressed. */
export const MAX_MODEL_BYTES = {MAX_MODEL_BYTES};

/** Hits that the search box shows at most, however far the reader scrolls. */
export const MAX_SHOWN_HITS = {MAX_SHOWN_HITS};

/** If a range lacks at most this many bytes of its file, we fetch the whole file, which every HTTP cache keeps. */
export const MAX_EXTRA_BYTES = {MAX_EXTRA_BYTES};
"
    );
    check("limits.ts", &content);
}

#[test]
fn error_codes() {
    let variants: String = ErrorCode::ALL
        .iter()
        .map(|(code, doc)| format!("\n  /** {} */\n  | \"{}\"", doc.trim(), code.as_str()))
        .collect();
    let doc = "/** Why a call failed, or why a retriever took no part in an answer. */";
    check("error-codes.ts", &format!("\n{doc}\nexport type ErrorCode ={variants};\n"));
}
