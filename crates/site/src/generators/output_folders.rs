//! Where generators put the sites that they make.

/// Folders that generators write sites to by default, below the folder of a project; for advice only.
pub fn output_folders() -> impl Iterator<Item = &'static str> {
    let folders = [
        "public",
        "site",
        "_site",
        "dist",
        "build",
        "book",
        "out",
        "html",
        "_build/html",
        "build/html",
        "docs/_build/html",
        "docs/build/html",
        "docs/book",
        "docs/dist",
        "docs/site",
        ".vitepress/dist",
        "docs/.vitepress/dist",
        "doc/html",
        "docs/html",
        "build/docs/javadoc",
        "target/doc",
        "target/site/apidocs",
    ];
    folders.into_iter()
}
