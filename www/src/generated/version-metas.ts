// Generated from Rust. To update: UPDATE_GENERATED=1 cargo test --lib version_metas

/** Names of `meta` elements that state the version of a page. */
export const VERSION_METAS: readonly string[] = [
  "docsearch:version",
  "docusaurus_version",
  "readthedocs-version-slug",
];
