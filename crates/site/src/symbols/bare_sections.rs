//! Sections without text of their own: [`settle`].
//!
//! "Options" above the sections of the options says nothing as a hit, and no more if its text is "Options" again. Such a section shows the headings of its child
//! sections, each on a line after [`HEADING_MARK`]. Without child sections, its heading joins the section around it, or the
//! page's first, and is a listed name of that one. The section of a documented symbol always stays; its signature is its
//! text. So does a page's first section, which shows the headings of the page. Of a page that is only a heading and a table
//! of contents, `read_page` has read the table as text.

use super::names::{list_heading, qualified};
use super::signature::named_by;
use super::symbol_kind::is_module_kind;
use crate::raw_page::RawPage;
use docfuse::index::{HEADING_MARK, NameKind, Section, TextSource, USUAL_WEIGHT};
use docfuse::text::fold;

/// Most headings of other sections that a section shows. No reader looks through more, and all of them count as its text.
const MAX_SHOWN: usize = 64;

/// Most bytes of signs in a text that repeats a heading.
const MAX_SIGNS: usize = 16;

/// Factor for the weight of a section that only shows headings: its page's opening, and the sections that it names,
/// fit a query of the same words better.
const BARE_WEIGHT: f32 = 0.5;

/// Gives a text to the page's sections without one, or folds them into others. O(sections + length of headings).
pub(crate) fn settle(page: &mut RawPage) {
    clear_repetitions(page);
    let is_bare: Vec<bool> = page.sections.iter().map(|section| section.text.is_empty()).collect();
    if !is_bare.contains(&true) {
        return;
    }
    let mut shown: Vec<Vec<String>> = vec![Vec::new(); is_bare.len()];
    let mut is_listed = vec![false; is_bare.len()];
    for (at, parent) in page.parents.iter().enumerate().skip(1) {
        let is_beside_first = *parent == page.parents[0];
        let above = parent.or(is_beside_first.then_some(0)).filter(|&above| is_bare[above]);
        let is_shown = page.sections[at].weight > 0.0;
        if let Some(above) = above.filter(|&above| is_shown && shown[above].len() < MAX_SHOWN) {
            shown[above].push(short(&page.sections[at].heading));
            is_listed[at] = true;
        }
    }
    let mut into: Vec<usize> = (0..is_bare.len()).collect();
    for at in (0..is_bare.len()).filter(|&at| is_bare[at]) {
        let is_symbol = documents_symbol_or_option(&page.url, &page.sections[at]);
        if at > 0 && !is_symbol && shown[at].is_empty() {
            // The other one comes before it, so it is settled.
            let around = page.parents[at].unwrap_or(0);
            let kept = into[around];
            into[at] = kept;
            if page.sections[at].weight > 0.0 {
                let heading = page.sections[at].heading.clone();
                list_heading(&mut page.sections[kept].names, &heading);
                // Its words stand nowhere else.
                if !is_listed[at] {
                    shown[kept].push(short(&heading));
                }
            }
        }
    }
    for (at, (section, shown)) in page.sections.iter_mut().zip(shown).enumerate() {
        if is_bare[at] && documents_symbol_or_option(&page.url, section) {
            section.text.clone_from(&section.heading);
            section.source = TextSource::Signature;
            if let Some(weight) = page.stub_weight.filter(|_| section.weight == USUAL_WEIGHT) {
                section.weight = weight;
            }
        } else if is_bare[at] && !shown.is_empty() {
            section.source = TextSource::Headings;
            section.weight *= if at == 0 { 1.0 } else { BARE_WEIGHT };
        }
        for heading in shown.iter().filter(|heading| !heading.is_empty()) {
            let gap = if section.text.is_empty() { "" } else { "\n" };
            section.text.extend([gap, HEADING_MARK, heading]);
        }
    }
    page.fold_sections(&into);
}

/// Empties the sections whose text only repeats their heading: a bare one is no hit. The page's first keeps it, and code is
/// more than a repetition.
fn clear_repetitions(page: &mut RawPage) {
    let letters = |text: &str| fold(text).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    for section in page.sections.iter_mut().skip(1).filter(|section| section.code.is_empty()) {
        let is_near = section.text.len() <= section.heading.len() + MAX_SIGNS;
        let text = if is_near { letters(&section.text) } else { String::new() };
        if !text.is_empty() && text == letters(&section.heading) {
            section.text.clear();
        }
    }
}

/// Whether a section documents a symbol or an option.
pub(crate) fn documents_symbol_or_option(url: &str, section: &Section) -> bool {
    section.heading.starts_with('-') || documents_symbol(url, section)
}

/// Whether a section documents a symbol.
pub(crate) fn documents_symbol(url: &str, section: &Section) -> bool {
    // A module has more to say than a signature.
    let is_declared = || {
        !is_module_kind(&section.symbol_kind) && section.names.iter().any(|name| name.kind == NameKind::Plain)
    };
    qualified(url, &section.anchor, &section.heading).is_some()
        || is_declared()
        || named_by(&section.heading).is_signature
}

/// A heading in a list: of a signature, the name.
fn short(heading: &str) -> String {
    let named = named_by(heading);
    let name = named.names.first().filter(|_| named.is_signature);
    name.copied().unwrap_or(heading).to_owned()
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::*;

    #[test]
    fn bare_sections_show_headings_or_join_others() {
        for (why, html, expected) in [
            (
                "child sections",
                "<h1 id=t>T</h1>x<h2 id=o>Options</h2><h3 id=a>Fast</h3>y<h3 id=b>Slow</h3>z",
                &[
                    "#t [] T: x",
                    "#o [] Options: › Fast\n› Slow",
                    "#a [Options] Fast: y",
                    "#b [Options] Slow: z",
                ][..],
            ),
            (
                "nothing follows",
                "<h1 id=t>T</h1>x<h2 id=a>A</h2>y<h2 id=c>Table of contents</h2><h2 id=b>B</h2>z",
                &["#t [] T: x\n› Table of contents", "#a [] A: y", "#b [] B: z"],
            ),
            (
                "bare below bare",
                "<h1 id=t>T</h1>x<h2 id=a>A</h2><h3 id=b>B</h3>",
                &["#t [] T: x", "#a [] A: › B"],
            ),
            (
                "without one around",
                "<h2 id=a>A</h2>x<h2 id=b>B</h2><h2 id=c>C</h2><h2 id=d>D</h2>y",
                &["#a [] A: x\n› B\n› C", "#d [] D: y"],
            ),
            (
                "nothing but a repetition",
                "<h1 id=t>Tool</h1>x<h2 id=a>Read it</h2><p>Read it ¶<h2 id=b>B</h2><pre>B</pre><h2 id=c>→</h2>➔",
                &["#t [] Tool: x\n› Read it", "#b [] B: B", "#c [] →: ➔"],
            ),
            ("the page's opening", "<h1 id=t>T</h1><h2 id=a>A</h2>x", &["#t [] T: › A", "#a [] A: x"]),
            ("a page of chapters", "<h1 id=t>T</h1><h1 id=a>A</h1>x", &["#t [] T: › A", "#a [] A: x"]),
            ("only a heading", "<h1 id=t>T</h1>", &["#t [] T: "]),
            (
                "a heading above links to pages",
                "<div class=breadcrumbs><a href=z>Z</a></div><h1 id=t>T</h1>\
                 <dl class=toc><dt><a href=a>A</a><dt><a href=b>b(c)</a></dl>",
                &["#t [] T: A\nb(c)"],
            ),
            (
                "a heading above links to itself",
                "<h1 id=t>T</h1><ul class=toc><li><a href=#t>T</a></ul>",
                &["#t [] T: "],
            ),
            (
                "a page with text beside links to pages",
                "<h1 id=t>T</h1>x<ul class=toc><li><a href=a>A</a></ul>",
                &["#t [] T: x"],
            ),
            (
                "a symbol",
                "<h1 id=t>T</h1>x<h2 id=os.sep>sep</h2><h2 id=f>f(a, b)</h2><h2 id=g>G</h2>y",
                &["#t [] T: x", "#os.sep [] sep: sep", "#f [] f(a, b): f(a, b)", "#g [] G: y"],
            ),
            (
                "a class with members",
                "<h1 id=t>T</h1>x<dl><dt class=sig id=C>class C(a)<dd><dl><dt class=sig id=C.f>f(b)<dd>y</dl></dl>",
                &["#t [] T: x", "#C [] class C(a): class C(a)\n› f", "#C.f [class C] f(b): y"],
            ),
            (
                "terms of one description",
                "<h1 id=t>T</h1>x<dl><dt id=-a>-a<dt id=--all>--all<dd>All.<dt id=r>Red<dt id=b>Blue<dd>Colors.</dl>",
                &["#t [] T: x", "#-a [] -a, --all: All.", "#r [] Red, Blue: Colors."],
            ),
        ] {
            assert_eq!(outline(&format!("<main>{html}</main>")), expected, "{why}");
        }
    }

    /// Headings that stand elsewhere are cut; those that nothing else has are not.
    #[test]
    fn all_words_of_long_lists_are_kept() {
        let list = |text: &str| -> String {
            (0..70).map(|at| format!("<h3 id=i{at}>Item {at}</h3>{text}")).collect()
        };
        for (text, shown, sections) in [("", 70, 2), ("x", super::MAX_SHOWN, 72)] {
            let found = outline(&format!("<main><h1 id=t>T</h1>x<h2 id=o>All</h2>{}</main>", list(text)));
            assert_eq!(found.len(), sections);
            assert_eq!(found[1].matches("Item").count(), shown, "{}", found[1]);
        }
    }

    #[test]
    fn sections_of_headings_weigh_less_than_the_opening() {
        let page = |html: &str| {
            let raw = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
            finish_site(vec![raw]).0.remove(0)
        };
        let options =
            page("<title>Options</title><h1 id=t>Options</h1><h2 id=o>Options</h2><h3 id=a>A</h3>x");
        let found: Vec<(f32, TextSource)> =
            options.sections.iter().map(|section| (section.weight, section.source)).collect();
        let (own, headings) = (TextSource::Own, TextSource::Headings);
        assert_eq!(found, [(1.0, headings), (0.5, headings), (1.0, own)]);
    }

    /// Links and ids follow what they lead to; options of one description are found by each of their names.
    #[test]
    fn folded_sections_stay_reachable() {
        let target = "<main><h1 id=t>T</h1>x<h2 id=c>Contents</h2><h2 id=o>O</h2>\
                      <dl><dt id=-a>-a<dt id=--all>--all<dd>All.<dt id=r>Red<dt id=b>Blue<dd>Colors.</dl></main>";
        let links = "<p><a href=b.html#c>1</a> <a href=b.html#-a>2</a> <a href=b.html#--all>3</a>";
        let read =
            |(url, html): (&str, &str)| read_page(url, html.as_bytes(), &IngestConfig::default()).unwrap();
        let (pages, _) = finish_site([("a.html", links), ("b.html", target)].map(read).into());
        let anchors: Vec<&str> = pages[0].links.iter().map(|link| &**link.anchor).collect();
        assert_eq!(anchors, ["t", "-a", "-a"]);
        let names = |at: usize| -> Vec<&str> {
            pages[1].sections[at].names.iter().map(|name| name.text.as_str()).collect()
        };
        assert_eq!(pages[1].sections.len(), 4);
        assert_eq!(names(2), ["-a", "--all"]);
        assert_eq!(names(3), ["Red", "Blue", "Red, Blue"]);
    }
}
