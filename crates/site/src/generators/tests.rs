use super::*;

/// The first matching pattern is reported, so the order matters.
#[test]
fn exclude_patterns_are_sorted_by_name() {
    let expected = [
        "*-modindex.html",
        "*-modindex/index.html",
        "*_1_1*-members.html",
        "*_8*_source.html",
        "_modules/*",
        "*/_modules/*",
        "_static/*",
        "*/_static/*",
        "allclasses-*frame.html",
        "allclasses-index.html",
        "allpackages-index.html",
        "api-index-*.html",
        "bookindex.html",
        "*/class-use/*",
        "class_*-members.html",
        "doc-index.html",
        "doc-index-*.html",
        "genindex*.html",
        "*genindex/index.html",
        "help-doc.html",
        "http-routingtable.html",
        "index-all.html",
        "*index-files/index-*.html",
        "*.js.html",
        "overview-frame.html",
        "overview-tree.html",
        "package-frame.html",
        "package-tree.html",
        "package-use.html",
        "/print.html",
        "search-tags.html",
        "src/*.rs.html",
        "*/src/*.rs.html",
        "struct_*-members.html",
        "theindex.html",
        "/toc.html",
    ];
    assert_eq!(excludes(), expected);
}
