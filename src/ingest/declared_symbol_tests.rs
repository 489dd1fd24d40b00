//! Items that are declared without a heading or term.

use super::generators_tests::{check, outline};
use super::*;

/// Items that no heading or term declares, as each generator writes them.
#[test]
fn items_without_headings_are_sections() {
    let haddock = r##"<div class="top"><p class="src"><a id="v:decode" class="def">decode</a> :: <a
        href="Data-Aeson.html#t:FromJSON">FromJSON</a> a =&gt; ByteString -&gt; Maybe a <a href="src/Data.Aeson.html#decode"
        class="link">Source</a> <a href="#v:decode" class="selflink">#</a></p><div class="doc"><p>Reads JSON.</p></div></div>
        <div class="top"><p class="src"><a id="v:.-61-" class="def">(.=)</a> :: Key -&gt; kv <a href="#v:.-61-"
        class="selflink">#</a></p></div>
        <div class="top"><p class="src"><span class="keyword">newtype</span> <a id="t:Enc-39-" class="def">Enc'</a> tag
        <a href="#t:Enc-39-" class="selflink">#</a></p></div>"##;
    let odoc = r##"<div class="odoc-spec"><div class="spec value" id="val-make"><a href="#val-make" class="anchor"></a><code>
        <span><span class="keyword">val</span> make : <span>int <span class="arrow">-&gt;</span></span> <a
        href="#type-t">t</a></span></code></div><div class="spec-doc"><p>Makes one.</p></div></div>"##;
    let documenter = r##"<article class="docstring"><header><a class="docstring-binding" id="Primes.isprime"
        href="#Primes.isprime"><code>Primes.isprime</code></a> — <span class="docstring-category">Function</span></header>
        <section><div><pre><code>isprime(n::Integer) -&gt; Bool</code></pre><p>Tells primes.</p></div></section></article>"##;
    let jazzy = r##"<ul><li class="item"><div><code><a name="/s:5Image5CacheP11memoryUsage"></a>
        <a name="//apple_ref/swift/Property/memoryUsage" class="dashAnchor"></a>
        <a class="token" href="#/s:5Image5CacheP11memoryUsage">memoryUsage</a></code></div><p>In bytes.</p></li></ul>"##;
    let crystal = r##"<div class="entry-detail" id="debug?-instance-method"><div class="signature">def <strong>debug?</strong>
        <a class="method-permalink" href="#debug?-instance-method">#</a></div><br/><div>True or not.</div></div>"##;
    let rustdoc = r##"<span id="structfield.name" class="structfield section-header"><a href="#structfield.name"
        class="anchor field">§</a><code>name: <a href="b.html">TestName</a></code></span><div class="docblock"><p>Its name.</p>
        </div><span id="structfield.ignore" class="structfield section-header"><a href="#structfield.ignore"
        class="anchor field">§</a><code>ignore: bool</code></span>"##;
    let haproxy = r##"<a class="anchor" name="ca-base"></a><a class="anchor" name="3.1-ca-base"></a><a class="anchor"
        name="ca-base (Global parameters)"></a><div class="keyword"><b><a class="anchor" name="ca-base"></a><a
        href="#3.1-ca-base">ca-base</a></b> <span>&lt;dir&gt;</span></div><pre class="text">Assigns a directory.</pre>"##;
    let nim = r##"<dl class="item"><div id="addSep,string,Natural"><dt><pre><span>func</span> <a
        href="#addSep%2Cstring%2CNatural"><span>addSep</span></a><span>(</span><span>dest</span>: <span>var</span> <a
        href="system.html#string">string</a>)</pre></dt><dd><p>Adds.</p></dd></div></dl>"##;
    for (html, expected) in [
        (
            haddock,
            &[
                "#v:decode [T] decode :: FromJSON a => ByteString -> Maybe a: Reads JSON.",
                "#v:.-61- [T] (.=) :: Key -> kv: ",
                "#t:Enc-39- [T] newtype Enc' tag: ",
            ][..],
        ),
        (odoc, &["#val-make [T] val make : int -> t: Makes one."]),
        (
            documenter,
            &["#Primes.isprime [T] Primes.isprime — Function: isprime(n::Integer) -> Bool\nTells primes."],
        ),
        (jazzy, &["#/s:5Image5CacheP11memoryUsage [T] memoryUsage: In bytes."]),
        (crystal, &["#debug?-instance-method [T] def debug?: True or not."]),
        (
            rustdoc,
            &["#structfield.name [T] name: TestName: Its name.", "#structfield.ignore [T] ignore: bool: "],
        ),
        (haproxy, &["#3.1-ca-base [T] ca-base <dir>: Assigns a directory."]),
        (nim, &["#addSep,string,Natural [T] func addSep(dest: var string): Adds."]),
    ] {
        let html = format!(r##"<main><h1>Title</h1><h2 id="t">T</h2>{html}<h2 id="end">End</h2></main>"##);
        let all = [&["# [] Title: ", "#t [] T: "], expected, &["#end [] End: "]].concat();
        check(&html, &all);
    }
}

/// A line is named by its link, or by what the link points at, whatever stands around it.
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

/// Sentences, captions, lists of parameters, lines of source and links to other places declare nothing.
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
