//! Small pages as the generators write them, and the sections they must give.

use super::*;

/// Read one page and write each section as `#anchor [path] heading: text`.
pub(super) fn outline(html: &str) -> Vec<String> {
    let raw = read_page("a/page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
    let (pages, left_out) = finish_site(vec![raw]);
    assert_eq!(left_out, []);
    let line = |section: &Section| {
        format!("#{} [{}] {}: {}", section.anchor, section.path.join(" > "), section.heading, section.text)
    };
    pages[0].sections.iter().map(line).collect()
}

pub(super) fn check(html: &str, expected: &[&str]) {
    assert_eq!(outline(html), expected, "{html}");
}

#[test]
fn mdbook() {
    check(
        r##"<body><nav id="sidebar">Chapters</nav><div id="menu-bar"><h1 class="menu-title">The Book</h1></div>
        <div id="content" class="content"><main>
        <h2 id="own"><a class="header" href="#own">Owner<code>ship</code></a></h2><p>Rules.</p>
        <h3 id="stack"><a class="header" href="#stack">Stack</a></h3>
        <pre><div class="buttons"><button>Run</button></div><code><span class="boring">fn main() {
</span>let x = 1;
<span class="boring">}</span></code></pre>
        </main><nav class="nav-wrapper">Next</nav></div></body>"##,
        &["#own [] Ownership: Rules.", "#stack [] Stack: let x = 1;"],
    );
}

/// Node.js, marked, old GitHub: the permanent link carries the id, beside the text or before the heading.
#[test]
fn ids_on_permanent_links() {
    check(
        r##"<title>Buffer</title><div id="content"><div id="column2" class="interior"><ul><li>
        <a href="fs.html">Files</a></ul></div><div id="column1" class="interior"><h1>Node.js</h1>
        <div id="apicontent"><h2>Buffer<span><a class="mark" href="#buffer" id="buffer">#</a></span><a aria-hidden="true" class="legacy"
        id="buffer_buffer"></a></h2><p>Bytes.</p>
        <h4><code>blob.size</code><span><a class="mark" href="#blobsize" id="blobsize">#</a></span></h4><p>A length.</p>
        <h4><a name="slice" class="anchor" href="#slice"><span class="header-link"></span></a>Slice</h4><p>A part.</p>
        <a id="text" href="#text">¶</a><h4>Text</h4><p>A promise.</p>
        </div></div></div>"##,
        &[
            "#buffer [] Buffer: Bytes.",
            "#blobsize [] blob.size: A length.",
            "#slice [] Slice: A part.",
            "#text [] Text: A promise.",
        ],
    );
}

/// Identifiers that are no sections: rows of tables (DocBook, Markdown), and terms without ids (AsciiDoc).
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
fn sphinx() {
    check(
        r##"<title>os — Docs</title><div class="related" role="navigation">index</div>
        <div class="body" role="main"><section id="module-os"><span id="s-os"></span>
        <h1>os<a class="headerlink" href="#module-os">¶</a></h1><p>About.</p>
        <dl class="py class"><dt class="sig sig-object py" id="os.Foo">
        <em class="property"><span class="pre">class</span><span class="w"> </span></em><span class="sig-prename"><span
        class="pre">os.</span></span><span class="sig-name"><span class="pre">Foo</span></span><span>(</span><em><span
        class="o">*</span><span>a</span></em>, <em>b</em><span>)</span><a class="headerlink" href="#os.Foo">¶</a></dt>
        <dd><p>Class text.</p><dl class="py method"><dt class="sig" id="os.Foo.bar"><span>bar</span>(
        <dl><dd><em>x</em>,</dd></dl>)</dt><dd><p>Method text.</p>
        <dl class="field-list"><dt class="field-odd">Returns</dt><dd>one</dd></dl></dd></dl><p>More of the class.</p>
        </dd></dl><p>After the list.</p>
        <section id="s-faq"><span id="faq"></span><h2><a class="toc-backref" href="#id1" role="doc-backlink">Why?</a>
        <a class="headerlink" href="#faq">¶</a></h2><p>So.</p></section>
        <span id="func-list"></span><dl><dt class="sig">list()</dt><dd>See there.</dd></dl></section></div>"##,
        &[
            "#module-os [] os: About.\nAfter the list.",
            "#os.Foo [] class os.Foo(*a, b): Class text.\nMore of the class.",
            "#os.Foo.bar [class os.Foo] bar(x,): Method text.\nReturns\none",
            "#faq [] Why?: So.",
            "#func-list [Why?] list(): See there.",
        ],
    );
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
fn footnotes_are_no_sections() {
    check(
        r##"<main><h1 id="t">T</h1><p>See<a class="footnote-reference" href="#f1">[1]</a>.</p>
        <dl class="footnote"><dt class="label" id="f1"><span>[1]</span></dt><dd>Note.</dd></dl></main>"##,
        &["#t [] T: See.\n[1]\nNote."],
    );
}

#[test]
fn docbook() {
    check(
        r##"<body><div class="navheader"><table><tr><th>Chapter 9</th></tr></table></div>
        <div class="sect1" id="STATS"><div class="titlepage"><div><div><h2 class="title">9.30. Stats</h2></div></div></div>
        <div class="toc"><dl class="toc"><dt><a href="#MCV">9.30.1. MCV</a></dt></dl></div>
        <a id="id-1" class="indexterm"></a><p>Intro.</p>
        <div class="sect2" id="MCV"><div class="titlepage"><div><div><h3 class="title">9.30.1. MCV</h3></div></div></div>
        <div class="variablelist"><dl><dt id="GUC-X"><span class="term"><code>x</code> (<code>integer</code>) <a
        id="id-2" class="indexterm"></a></span></dt><dd><p>Sets x.</p></dd></dl></div></div>
        <div class="section"><div class="titlepage"><h3 class="title"><a id="old"></a>Old</h3></div><p>Text.</p></div>
        </div><div class="navfooter">Next</div></body>"##,
        &[
            "#STATS [] 9.30. Stats: Intro.",
            "#MCV [] 9.30.1. MCV: ",
            "#GUC-X [9.30.1. MCV] x (integer): Sets x.",
            "#old [] Old: Text.",
        ],
    );
}

#[test]
fn rustdoc() {
    check(
        r##"<body class="rustdoc struct"><nav class="sidebar"><h2>Methods</h2></nav><main><div class="width-limiter">
        <section id="main-content" class="content"><div class="main-heading"><h1>Struct <span>Foo</span></h1>
        <span class="out-of-band"><a class="src" href="x">Source</a></span></div><p>Docs.</p>
        <details class="toggle" open><summary><section id="impl-Foo" class="impl"><a href="#impl-Foo"
        class="anchor">§</a><h3 class="code-header">impl Foo</h3></section></summary>
        <details class="toggle method-toggle" open><summary><section id="method.new" class="method">
        <span class="rightside"><a class="src" href="x">Source</a></span>
        <h4 class="code-header">pub fn <a href="#method.new" class="fn">new</a>() -&gt; Foo</h4></section></summary>
        <div class="docblock"><p>Makes one.</p></div></details></details></section></div></main></body>"##,
        &[
            "# [] Struct Foo: Docs.",
            "#impl-Foo [] impl Foo: ",
            "#method.new [impl Foo] pub fn new() -> Foo: Makes one.",
        ],
    );
}

#[test]
fn docusaurus_and_vitepress() {
    check(
        r##"<div id="__docusaurus"><nav class="navbar">Nav</nav><main class="docMainContainer"><div class="row"><article>
        <div class="theme-doc-breadcrumbs breadcrumbs">Home</div><div class="theme-doc-markdown markdown"><header>
        <h1>Title</h1></header><h2 class="anchor" id="x">X<a class="hash-link" href="#x">&#8203;</a></h2>
        <div role="tabpanel" hidden><pre><code><span class="token-line">a<br></span><span>b</span></code></pre></div></div>
        </article><div class="tableOfContents"><ul><li><a href="#x">X</a></li></ul></div></div></main></div>"##,
        &["# [] Title: ", "#x [] X: a\nb"],
    );
    check(
        r##"<div id="app"><aside class="VPSidebar">Side</aside><main class="main"><div class="vp-doc"><h1 id="t">T
        <a class="header-anchor" href="#t">&#8203;</a></h1><p>Text</p></div></main></div>"##,
        &["#t [] T: Text"],
    );
}

#[test]
fn doxygen() {
    check(
        r##"<title>Eigen: Matrix Class Reference</title><div id="top"><div id="titlearea"><table><tr><td>
        <div id="projectname">Eigen <span id="projectnumber">3.4.0</span></div></td></tr></table></div></div>
        <div id="doc-content"><div class="header"><div class="summary"><a href="#pub">Public Types</a></div>
        <div class="headertitle"><div class="title">Matrix Class Reference</div></div></div>
        <div class="contents"><a name="details" id="details"></a><h2 class="groupheader">Detailed Description</h2>
        <div class="textblock"><p>The matrix class, also used for vectors and row-vectors.</p></div></div></div>
        <address class="footer">Generated by 1.9.4</address>"##,
        &["#details [] Detailed Description: The matrix class, also used for vectors and row-vectors."],
    );
    check(
        r##"<div id="projectname">Eigen 3.4.0, a library of templates for linear algebra</div>
        <div><div class="header"><div class="title">Resizing</div></div><!--header-->
        <div class="contents"><p>To be written.</p></div></div>"##,
        &["# [] : To be written."],
    );
    // Texinfo.
    check(
        r##"<h1 class="settitle">Manual</h1><div class="contents"><ul><li><a href="a.html">Lists and all that is in them</a>
        </ul></div><p>For version 1.</p>"##,
        &["# [] Manual: Lists and all that is in them\nFor version 1."],
    );
}

/// TypeDoc, VitePress, Starlight.
#[test]
fn flags_are_no_part_of_headings() {
    check(
        r##"<main><h1>Variable LIMIT<code class="tsd-tag">Const</code></h1>
        <h3 class="tsd-anchor-link" id="baseurl"><code class="tsd-tag">Readonly</code><span>base<wbr/>Url</span></h3>
        <p>An address, <code class="tsd-tag">Readonly</code>.</p>
        <h2 id="head"><code>transformHead()</code> <span class="VPBadge info">default</span></h2><p>Adds tags.</p>
        <h2 id="title"><code>title</code> <span class="sl-badge default small">New</span></h2><p>A title.</p>
        <h2 id="badges"><span class="badges">Badges</span></h2></main>"##,
        &[
            "# [] Variable LIMIT: ",
            "#baseurl [] baseUrl: An address, Readonly.",
            "#head [] transformHead(): Adds tags.",
            "#title [] title: A title.",
            "#badges [] Badges: ",
        ],
    );
}

/// DocFX, VitePress, Dokka, Nim, RDoc, YARD and HonKit, in this order.
#[test]
fn tools_beside_the_text_are_no_text() {
    check(
        r##"<main><h1 id="t">T</h1><a href="x">Improve this Doc</a> | <a href="y"><i></i>View
        Source</a><p>To <a href="z">edit this page of yours</a>, <a href="v">view</a> it.</p>
        <div class="language-js"><button class="copy"></button><span class="lang">js</span><pre><code>let x</code></pre></div>
        <p><span class="lang new">Lang</span> says.</p>
        <div class="copy-popup-wrapper "><span></span><span>Link copied to clipboard</span></div>
        <p>A proc. <a class="link-seesrc" href="x">Source</a> <a class="link-seesrc" href="x">Edit</a></p>
        <h2 id="m">m()<span class="method-click-advice">click to toggle source</span></h2><p>Does it.</p>
        <div class="method-source-code"><pre>def m</pre></div>
        <table><tr><td><pre class="lines">1
        2</pre></td><td><pre class="code">def m</pre></td></tr></table>
        <div class="search-results"><h1>results matching</h1></div></main>"##,
        &[
            "#t [] T: |\nTo edit this page of yours, view it.\nlet x\nLang says.\nA proc.",
            "#m [] m(): Does it.\ndef m",
        ],
    );
}

/// What the style sheet alone sets apart, or the reader opens.
#[test]
fn words_side_by_side_stay_words() {
    check(
        r##"<main><h1 id="t">T</h1><dl><dt><strong>x</strong><span class="classifier">array_like</span></dt><dd>In.</dd></dl>
        <div class="tabbed-labels"><label>C</label><label>C++</label></div>
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
            "#c [] Changes: ",
            "#1-2-3 [] 1.2.3: ",
            "#fixed [1.2.3] Fixed: Much.",
            "#404 [] 404: Not found.\n[1]\nA footnote.",
        ],
    );
}

#[test]
fn asciidoctor_and_old_anchors() {
    check(
        r##"<body class="article"><div id="header"><h1>Manual</h1></div><div id="content"><div class="sect1">
        <h2 id="_name">NAME</h2><dl><dt class="hdlist1">-a</dt><dd><p>All.</p></dd></dl></div></div>
        <div id="footer">Last updated</div></body>"##,
        &["# [] Manual: ", "#_name [] NAME: -a\nAll."],
    );
    check(
        r##"<body><form class="search"><input> Search</form><h1>T</h1><a name="one"></a><h2>One</h2>First.
        <div id="box"><p>In a box</p></div><h2>No id</h2>still one<h2><a name="two">Two</a></h2>
        <table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table></body>"##,
        &["# [] T: ", "#one [] One: First.\nIn a box\nNo id\nstill one", "#two [] Two: a b\nc"],
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
