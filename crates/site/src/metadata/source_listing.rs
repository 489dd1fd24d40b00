//! Listings of source code: [`is_source_listing`]. Documentation links to them; searched, they come before what they
//! implement.

use crate::html::class_words::has_any;
use docfuse::index::Section;

/// Minimum share of code in the text of a listing, in percent. Themes add a name and a link back.
const MIN_CODE_PERCENT: usize = 90;

/// Words in the names of folders for listings.
const FOLDERS: [&str; 6] = ["src", "source", "sources", "sourcecode", "viewcode", "xref"];

/// Endings of source files, which listings keep before their own: `main.c.html`.
#[rustfmt::skip]
const ENDINGS: [&str; 36] = [
    "adb", "ads", "c", "cc", "clj", "cpp", "cs", "cxx", "d", "dart", "erl", "ex", "exs", "f90", "go", "h", "hpp", "hs", "java",
    "jl", "js", "kt", "lhs", "lua", "m", "ml", "mli", "php", "pl", "pm", "py", "rb", "rs", "swift", "ts", "zig",
];

/// Whether a page is nothing but code, with one heading at most, and its path is that of a listing.
pub(crate) fn is_source_listing(url: &str, sections: &[Section]) -> bool {
    let text: usize = sections.iter().map(|section| section.text.len()).sum();
    let code: usize = sections.iter().flat_map(|section| &section.code).map(|range| range.len()).sum();
    let headings = sections.iter().filter(|section| !section.heading.is_empty()).count();
    code > 0 && code * 100 >= text * MIN_CODE_PERCENT && headings <= 1 && names_source(url)
}

fn names_source(url: &str) -> bool {
    let (folders, name) = url.rsplit_once('/').unwrap_or(("", url));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.strip_suffix("_source").or(stem.strip_suffix("-source")).unwrap_or(stem);
    has_any(folders, &FOLDERS)
        || stem.rsplit(['.', '_']).next().is_some_and(|end| end != stem && ENDINGS.contains(&end))
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn listings_are_left_out() {
        let listing = "<h1>Data.Map</h1><pre><span id=line-1>module Data.Map where</span>\ninsert k v = undefined\n\
                       lookup k = undefined\nfold f = undefined\nmap f = undefined\nfilter p = undefined</pre>";
        let xref = "<div id=overview><a href=../../../apidocs/org/acme/Map.html>View Javadoc</a></div><pre>\n\
                    <a class=jxr_linenumber name=L1 href=#L1>1</a>   <strong class=jxr_keyword>package</strong> org.acme;\n\
                    <a class=jxr_linenumber name=L2 href=#L2>2</a>   <strong class=jxr_keyword>class</strong> Map {}\n</pre>";
        let own = "<h1 id=t>Point</h1><p>How a point is made and moved.<pre>let p = Point::new();</pre>";
        let two = format!("<h2 id=a>One</h2>{listing}<h2 id=b>Two</h2>{listing}");
        for (url, html, expected) in [
            ("src/Data.Map.html", listing, true),
            ("api/src-html/org/acme/Map.html", listing, true),
            ("api/view_source/Map.html", listing, true),
            ("lib/map.py.html", listing, true),
            ("files/map_8h_source.html", listing, false),
            ("files/map_h_source.html", listing, true),
            ("examples/Map.html", listing, false),
            ("map.html", listing, false),
            ("c.html", listing, false),
            ("xref/org/acme/Map.html", xref, true),
            ("core/xref-test/org/acme/Map.html", xref, true),
            ("guide/Map.html", xref, false),
            ("xref/guide.html", own, false),
            ("src/guide.html", own, false),
            ("src/cookbook.html", two.as_str(), false),
        ] {
            let page = format!("<main>{html}</main>");
            let found = read_page(url, page.as_bytes(), &IngestConfig::default());
            assert_eq!(found.err() == Some(LeftOut::SourceListing), expected, "{url}");
        }
    }
}
