//! Symbols that are declared without a heading or term.

use super::generators_tests::outline;
use super::*;

/// A line gets the name of its link, or of the link's target, in any context.
#[test]
fn items_are_named_by_their_links() {
    for (html, expected) in [
        (
            r##"<a name="4.2-timeout client"></a><div class="keyword"><a href="#4.2-timeout%20client">timeout client</a>
            &lt;timeout&gt;</div>"##,
            "timeout client",
        ),
        (
            r##"<p class="src"><span>data</span> <a id="t:Value" class="def">Value</a> <a href="#t:Value">#</a></p>"##,
            "Value",
        ),
        (r##"<div id="val-make"><a href="#val-make"></a><code>val make : int</code></div>"##, "make"),
    ] {
        let html = format!(r##"<main><h2 id="t">T</h2>{html}Text.</main>"##);
        let raw = read_page("page.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        let (pages, _) = finish_site(vec![raw]);
        let name = &pages[0].sections[1].names[0];
        assert_eq!((name.text.as_str(), name.kind), (expected, NameKind::Plain));
    }
}

/// Sentences, captions, lists of parameters, source lines and links to other places declare nothing.
#[test]
fn lines_that_declare_nothing_are_text() {
    for html in [
        r##"<p id="rule">A rule is kept<a href="#rule">¶</a>.</p>"##,
        r##"<p id="rule">The rule. It is kept<a href="#rule">¶</a></p>"##,
        r##"<p id="note">Words<a href="#note">¶</a></p>"##,
        r##"<p id="x"><a href="#y">x</a></p>"##,
        r##"<p id="x">[1] x<a href="#x">¶</a></p>"##,
        r##"<ul><li><p><span id="f.params.x"><b>x</b> – its place<a href="#f.params.x">¶</a></span></p></li></ul>"##,
        r##"<dl><dd><p><span id="f.params.x"><b>x</b> – its place<a href="#f.params.x">¶</a></span></p></dd></dl>"##,
        r##"<div id="x"><div class="code-block-caption"><span>x</span><a href="#x">¶</a></div><pre>x</pre></div>"##,
        r##"<div>See <code id="x"><a href="#x">x</a></code><p>x</p></div>"##,
        r##"<pre><span id="L1"><a href="#L1">L1</a></span><span id="x"><a href="#x">x</a></span></pre>"##,
        r##"<div id="x"><p>x</p><a href="#x">¶</a></div>"##,
        &format!(r##"<div id="x">x {}<a href="#x">¶</a></div>"##, "long ".repeat(200)),
        &format!(r##"<div id="x">x {}<a href="#x">¶</a></div>"##, "<i></i>".repeat(400)),
    ] {
        let page = format!(r##"<main><h1>Title</h1><h2 id="t">T</h2>{html}</main>"##);
        assert_eq!(outline(&page).len(), 2, "{html}");
    }
}
