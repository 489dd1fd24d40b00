//! Pages as generators write them (`tests/fixtures/generators/`) and small ones in-line, and their sections.

use std::path::Path;

use super::*;

/// Reads one page and writes each section as `#anchor [path] heading: text`.
pub(super) fn outline(html: &str) -> Vec<String> {
    let raw = read_page("a/page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
    let (pages, left_out) = finish_site(vec![raw]);
    assert_eq!(left_out, []);
    let line = |section: &Section| {
        format!("#{} [{}] {}: {}", section.anchor, section.path.join(" > "), section.heading, section.text)
    };
    pages[0].sections.iter().map(line).collect()
}

fn check(html: &str, expected: &[&str]) {
    assert_eq!(outline(html), expected, "{html}");
}

/// Pages as the generators write them, and their sections.
#[test]
fn pages_of_generators_are_read() {
    macro_rules! page {
        ($name:literal) => {
            include_str!(concat!("../../../tests/fixtures/generators/", $name, ".html"))
        };
    }
    for (page, expected) in [
        (
            page!("antora"),
            &[
                "# [] Guide: How to begin, step by step, and what to know before that.",
                "#install [] Install: Run it.",
            ][..],
        ),
        (page!("asciidoctor"), &["# [] Manual: › NAME", "#_name [] NAME: -a\nAll."]),
        (
            page!("crystal"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › def debug?",
                "#debug?-instance-method [T] def debug?: True or not.",
            ],
        ),
        (
            page!("docbook"),
            &[
                "#STATS [] 9.30. Stats: Intro.",
                "#MCV [] 9.30.1. MCV: › x",
                "#GUC-X [9.30.1. MCV] x (integer): Sets x.",
                "#old [] Old: Text.",
            ],
        ),
        (page!("docfx"), &["#t [] T: |\nTo edit this page of yours, view it."]),
        (
            page!("documenter"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › Primes.isprime — Function",
                "#Primes.isprime [T] Primes.isprime — Function: isprime(n::Integer) -> Bool\nTells primes.",
            ],
        ),
        (page!("docusaurus"), &["# [] Title: › X", "#x [] X: a\nb"]),
        (page!("dokka"), &["#t [] T: A function."]),
        (
            page!("doxygen"),
            &[
                "#details [] Detailed Description: The matrix class, also used for vectors and row-vectors.",
                "#a1 [] cols(Index n): Index cols ( Index n )",
                "#a2 [] cols(): Index cols ( )",
            ],
        ),
        (
            page!("doxygen_file"),
            &["# [] : Events of the loop.", "#fn [] Functions: Go to the source code of it."],
        ),
        (page!("doxygen_title_bar"), &["# [] : To be written."]),
        (
            page!("fpdoc"),
            &[
                "# [] TFiler.Root: The root of the stream.\nDeclaration\nSource position: classesh.inc line 1216",
            ],
        ),
        (
            page!("gapdoc"),
            &[
                "#X80F8 [] 42 Permutations: Elements of permutation groups.",
                "#X80F0 [] 42.1 IsPerm: A filter.",
            ],
        ),
        (
            page!("gi_docgen"),
            &[
                "# [] Acme Bar get_title: Method",
                "#declaration [] Declaration: const char*\nacme_bar_get_title (\n  AcmeBar* bar\n)",
                "#description [] Description: Gets the title.",
            ],
        ),
        (page!("github"), &["#guide [] Guide: How to begin, step by step, and what to know before that."]),
        (
            page!("haddock"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › decode\n› .=\n› newtype Enc' tag",
                "#v:decode [T] decode :: FromJSON a => ByteString -> Maybe a: Reads JSON.",
                "#v:.-61- [T] (.=) :: Key -> kv: (.=) :: Key -> kv",
                "#t:Enc-39- [T] newtype Enc' tag: newtype Enc' tag",
            ],
        ),
        (
            page!("haproxy"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › ca-base <dir>",
                "#3.1-ca-base [T] ca-base <dir>: Assigns a directory.",
            ],
        ),
        (page!("honkit"), &["#t [] T: Text."]),
        (
            page!("hugo"),
            &["# [] Guide: › Code", "#code [] Code: What the program of a page is.\npackage main"],
        ),
        (
            page!("javadoc"),
            &[
                "# [] Record Class Point: Two numbers.",
                "#method-detail [] Method Details: › x\n› Methods inherited from class Object",
                "#x() [Method Details] x: public int x()\nThe first.",
            ],
        ),
        (
            page!("jazzy"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › memoryUsage",
                "#/s:5Image5CacheP11memoryUsage [T] memoryUsage: In bytes.",
            ],
        ),
        (page!("jekyll"), &["#t [] T: puts 1"]),
        (page!("mdbook"), &["#own [] Ownership: Rules.", "#stack [] Stack: let x = 1;"]),
        (
            page!("mediawiki"),
            &["#firstHeading [] Guide: How to begin, step by step.", "#Install [] Install: Run it."],
        ),
        (page!("mkdocs"), &["#guide [] Guide: How to begin.\nsite_name: x"]),
        (
            page!("nim"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › addSep",
                "#addSep,string,Natural [T] func addSep(dest: var string): Adds.",
            ],
        ),
        // The permalink has the id, beside the text or before the heading.
        (
            page!("nodejs"),
            &[
                "#buffer [] Buffer: Bytes.",
                "#blobsize [] blob.size: A length.",
                "#slice [] Slice: A part.",
                "#text [] Text: A promise.",
            ],
        ),
        (
            page!("odoc"),
            &["# [] Title: › T\n› End", "#t [] T: › make", "#val-make [T] val make : int -> t: Makes one."],
        ),
        (page!("org_mode"), &["# [] Manual: › 1. Menu", "#org1 [] 1. Menu: What it offers."]),
        (
            page!("pldoc"),
            &[
                "#sec:strings [] A.49 library(strings): Strings.",
                "#dedent_lines/3 [] dedent_lines(+In, -Out): Removes white space.",
            ],
        ),
        (page!("rdoc"), &["#t [] T: › m", "#m [] m(): Does it."]),
        (
            page!("rustdoc"),
            &[
                "# [] Struct Foo: Docs.",
                "#impl-Foo [] impl Foo: › new",
                "#method.new [impl Foo] pub fn new() -> Foo: Makes one.",
            ],
        ),
        (
            page!("rustdoc_fields"),
            &[
                "# [] Title: › T\n› End",
                "#t [] T: › name: TestName\n› ignore: bool",
                "#structfield.name [T] name: TestName: Its name.",
                "#structfield.ignore [T] ignore: bool: ignore: bool",
            ],
        ),
        (page!("scribble"), &["#(part._strings) [] 4.4 Strings: A string is an array."]),
        (
            page!("sphinx"),
            &[
                "#module-os [] os: About.\nAfter the list.",
                "#os.Foo [] class os.Foo(*a, b): Class text.\nMore of the class.",
                "#os.Foo.bar [class os.Foo] bar(x,): Method text.\nReturns\none",
                "#faq [] Why?: So.",
                "#func-list [Why?] list(): See there.",
            ],
        ),
        (page!("starlight"), &["#t [] T: › title\n› Badges", "#title [] title: A title."]),
        (page!("texinfo"), &["# [] Manual: Lists and all that is in them\nFor version 1."]),
        (page!("typedoc"), &["# [] Variable LIMIT: › baseUrl", "#baseurl [] baseUrl: An address, Readonly."]),
        (page!("vitepress"), &["#t [] T: Text\nlet x\nLang says.", "#head [] transformHead(): Adds tags."]),
        (page!("yard"), &["#t [] T: › m", "#m [] m(): Does it.\ndef m"]),
    ] {
        check(page, expected);
    }
}

/// Identifiers without a section: rows of tables (DocBook, Markdown), and terms without ids (AsciiDoc).
#[test]
fn rows_and_terms_name_identifiers() {
    let html = r##"<title>Functions</title><body><main><h1 id="functions">Functions</h1><table>
        <tr><th>Name <code>or_alias</code></th><th><code>no_row</code></th></tr>
        <tr><td><p class="sig"><a id="id-1" class="indexterm"></a> <code>pg_size(<em>text</em>)</code> → <code>big_int</code></p>
        <p>The <code>in_text</code>.</td></tr>
        <tr><td><code>max_size</code>, <code>maxSize</code></td><td><code>its_default</code></td></tr>
        <tr><td></td><td><kbd>second_cell</kbd></td></tr>
        <tr><td><a href="#x"><code>told_elsewhere</code></a></td><td>There</td></tr>
        <tr><td><code>word</code></td><td><code>no_first</code></td></tr>
        <tr><td><code>3.11</code></td><td>Year</td></tr></table>
        <h2 id="options">Options</h2><p><code>not_a_row</code><dl><dt>-n<dt>--no-verify<dd>Bypass.
        <dt><code>core.crlf</code><dd>Warns.<dt>A term_of words<dd>No.<dt id="--own">--own<dd>A section.</dl></main>"##;
    let raw = read_page("page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
    let (pages, _) = finish_site(vec![raw]);
    let listed = |section: &Section| -> Vec<String> {
        let names = section.names.iter().filter(|name| name.kind == NameKind::Listed);
        names.map(|name| name.text.clone()).collect()
    };
    let listed: Vec<Vec<String>> = pages[0].sections.iter().map(listed).collect();
    let expected: [&[&str]; 3] =
        [&["pg_size", "max_size", "maxSize", "second_cell"], &["--no-verify", "core.crlf"], &[]];
    assert_eq!(listed, expected);
}

#[test]
fn sphinx_overloads_share_a_description() {
    check(
        r##"<main><h1 id="t">T</h1><dl><dt class="sig" id="str">str(object)</dt><dt class="sig">str(bytes)</dt>
        <dd>Text.</dd><dt>plain</dt><dd>Other.</dd></dl></main>"##,
        &["#t [] T: plain\nOther.", "#str [] str(object): str(bytes)\nText."],
    );
}

#[test]
fn signatures_of_one_function_share_a_description() {
    let list =
        |terms: &str| format!("<main><h1 id=t>T</h1><p>On.<dl>{terms}<dd><pre>x</pre>Text.</dl></main>");
    for (terms, expected) in [
        (
            "<dt id=a>f (x)<dt id=a-1>f (x, y)<dt id=a-2>[u, v] = f (…)",
            &["#a [] f (x): f (x, y)\n[u, v] = f (…)\nx\nText."][..],
        ),
        ("<dt id=a>y = f (x)<dt id=a-1>[y, z] = f (x)", &["#a [] y = f (x): [y, z] = f (x)\nx\nText."]),
        ("<dt id=a>f(+A)<dt id=a-1>f(+A, -B)", &["#a [] f(+A): f(+A, -B)\nx\nText."]),
        // Other functions keep sections of their own.
        ("<dt id=a>f (x)<dt id=b>g (x)", &["#a [] f (x): f (x)", "#b [] g (x): x\nText."]),
        (
            "<dt id=a>f (x)<dt id=b>g (x)<dt id=c>g (y)",
            &["#a [] f (x): f (x)", "#b [] g (x): g (y)\nx\nText."],
        ),
        ("<dt id=a>f (x)<dd>Own.<dt id=b>f (y)", &["#a [] f (x): Own.", "#b [] f (y): x\nText."]),
        ("<dt id=a>old = cd<dt id=b>cd dir", &["#a [] old = cd, cd dir: x\nText."]),
    ] {
        check(&list(terms), &[&["#t [] T: On."], expected].concat());
    }
}

#[test]
fn footnotes_are_no_sections() {
    check(
        r##"<main><h1 id="t">T</h1><p>See<a class="footnote-reference" href="#f1">[1]</a>.</p>
        <dl class="footnote"><dt class="label" id="f1"><span>[1]</span></dt><dd>Note.</dd></dl></main>"##,
        &["#t [] T: See.\n[1]\nNote."],
    );
}

/// Elements that only the style sheet separates, or that the reader opens.
#[test]
fn adjacent_words_stay_separate() {
    check(
        r##"<main><h1 id="t">T</h1><dl><dt><strong>x</strong><span class="classifier">array_like</span></dt><dd>In.</dd></dl>
        <div><label>C</label><label>C++</label></div>
        <p>Press<button>OK</button>or<select><option>x</select>else.</p>
        <pre><code>a<button>copy</button>b</code></pre></main>"##,
        &["#t [] T: x array_like\nIn.\nC C++\nPress or else.\nab"],
    );
    check(
        r##"<main><h1 id="t">T</h1><section role="tabpanel" aria-hidden="true" hidden="hidden"><p>Linux</p></section>
        <pre><span class="ln">1</span><span class="cl">package main
        </span></pre><pre><a href=#12 id=12 data-nosnippet>12</a>pub fn</pre><p data-nosnippet>Kept.</p></main>"##,
        &["#t [] T: Linux\npackage main\npub fn\nKept."],
    );
}

/// Readers see one tab at a time; the labels of all would precede the text of each.
#[test]
fn labels_of_tabs_are_no_text() {
    check(
        r##"<main><h1 id="t">T</h1><ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><p>Run.</p>
        <div class="tabs"><input type="radio" id="a"><label for="a">macOS</label><div>On a Mac.</div></div>
        <div class="tabbed-labels"><label>C</label></div>
        <input type="checkbox" id="b"><label for="b">Details</label><p>Of it.</p></main>"##,
        &["#t [] T: Run.\nOn a Mac.\nDetails\nOf it."],
    );
}

#[test]
fn asides_of_the_content_are_content() {
    check(
        r##"<nav class="sidebar">Nav</nav><main><h1 id="t">T</h1><p>Some text of it.</p>
        <aside class="sidebar"><p class="sidebar-title">Note</p><p>Beside it.</p></aside>
        <div class="sidebar"><a href="a">One</a> <a href="b">Two</a></div></main>"##,
        &["#t [] T: Some text of it.\nNote\nBeside it."],
    );
}

#[test]
fn versions_and_codes_head_sections() {
    check(
        r##"<main><h1 id="c">Changes</h1><h2 id="1-2-3">1.2.3</h2><h3 id="fixed">Fixed</h3><p>Much.</p>
        <h2 id="404">404</h2><p>Not found.</p><dl><dt id="fn1">[1]</dt><dd>A footnote.</dd></dl></main>"##,
        &[
            "#c [] Changes: › 1.2.3\n› 404",
            "#1-2-3 [] 1.2.3: › Fixed",
            "#fixed [1.2.3] Fixed: Much.",
            "#404 [] 404: Not found.\n[1]\nA footnote.",
        ],
    );
}

#[test]
fn anchors_before_1999() {
    check(
        r##"<body><form class="search"><input> Search</form><h1>T</h1><a name="one"></a><h2>One</h2>First.
        <div id="box"><p>In a box</p></div><h2>No id</h2>still one<h2><a name="two">Two</a></h2>
        <table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table></body>"##,
        &["# [] T: › One\n› Two", "#one [] One: First.\nIn a box\nNo id\nstill one", "#two [] Two: a b\nc"],
    );
}

#[test]
fn pages_without_structure() {
    check("just text", &["# [] : just text"]);
    check("<p>a<br>b <img alt='logo'><img alt='A picture of it'>", &["# [] : a\nb A picture of it"]);
    check("<p>intro</p><h2 id=a>A</h2><h2 id=a>B</h2>text", &["# [] : intro", "#a [] A: B\ntext"]);
    check(
        "<h1 id=a>1. A</h1>x<h2 id=b>B</h2>y<h1 id=c>2. C</h1>z",
        &["#a [] 1. A: x", "#b [1. A] B: y", "#c [] 2. C: z"],
    );
}

#[test]
fn wrappers_named_for_their_neighbours_are_kept() {
    check(
        r##"<body><div class="page with-sidebar"><div class="sidebar"><a href="x">Nav</a></div>
        <div class="text"><h1 id="t">T</h1><p>A text that is longer than the links beside it.</p></div></div></body>"##,
        &["#t [] T: A text that is longer than the links beside it."],
    );
}

/// The playground and the box know them from here: `UPDATE_GENERATED=1 cargo test --lib version_metas` writes them anew.
#[test]
#[allow(clippy::disallowed_methods, reason = "compares a file of the repository with what Rust says")]
fn version_metas() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/src/generated/version-metas.ts");
    let names: Vec<String> =
        super::generators::version_metas().map(|name| format!("  {name:?},\n")).collect();
    let expected = format!(
        "// Generated from Rust. To update: UPDATE_GENERATED=1 cargo test --lib version_metas\n\n\
         /** Names of `meta` elements that state the version of a page. */\n\
         export const VERSION_METAS: readonly string[] = [\n{}];\n",
        names.concat()
    );
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), expected);
}
