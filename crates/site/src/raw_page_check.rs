//! [`RawPage::check`]: whether a page that was stored is one that `read_page` could have made.

use super::languages::language_tag::tag;
use super::metadata::page_metadata::{MAX_FILTER_BYTES, MAX_META_BYTES, MAX_VALUES};
use super::raw_page::RawPage;
use super::settings::weight::WEIGHTS;
use docfuse::index::{MAX_NAME_BYTES, Section};

impl RawPage {
    /// The path of its file from the site's root.
    pub fn file(&self) -> &str {
        &self.url
    }

    /// Checks what the rest of the code relies on. O(page).
    ///
    /// # Errors
    /// What was expected of the page, in a few words.
    pub fn check(&self) -> Result<(), &'static str> {
        let count = self.sections.len();
        let are_before = |(at, parent): (usize, &Option<usize>)| parent.is_none_or(|parent| parent < at);
        let is_weight = |weight: f32| WEIGHTS.contains(&weight);
        let is_rising = |pair: &[(String, usize)]| pair[0].0 < pair[1].0;
        let values = &self.metadata;
        let fits = |list: &[(String, String)], most: usize| {
            list.len() <= MAX_VALUES
                && list.iter().all(|(name, value)| name.len() <= MAX_NAME_BYTES && value.len() <= most)
                && list.windows(2).all(|pair| pair[0] < pair[1])
        };
        for (is_so, expected) in [
            (count > 0, "at least one section"),
            (self.parents.len() == count, "a parent for each section"),
            (self.parents.iter().enumerate().all(are_before), "parents before their sections"),
            (self.links.iter().all(|link| link.from < count), "links from its own sections"),
            (self.places.iter().all(|(_, section)| *section < count), "ids in its own sections"),
            (self.places.windows(2).all(is_rising), "ids in order"),
            (self.stub_weight.is_none_or(is_weight), "a weight from 0 to 10"),
            (self.sections.iter().all(|section| is_weight(section.weight)), "weights from 0 to 10"),
            (self.sections.iter().all(has_code_in_order), "code inside of its text, in order"),
            (self.sections.iter().all(has_short_names), "short names"),
            (tag(&self.language).as_ref() == Some(&self.language), "a language tag in lower case"),
            (fits(&values.filters, MAX_FILTER_BYTES), "filters in order, within their limits"),
            (fits(&values.meta, MAX_META_BYTES), "metadata in order, within its limits"),
        ] {
            if !is_so {
                return Err(expected);
            }
        }
        Ok(())
    }
}

fn has_code_in_order(section: &Section) -> bool {
    let mut end = 0;
    section.code.iter().all(|code| {
        let is_after = code.start >= end && code.end > code.start;
        end = code.end;
        is_after && section.text.get(code.clone()).is_some()
    })
}

fn has_short_names(section: &Section) -> bool {
    section.names.iter().all(|name| name.text.len() <= MAX_NAME_BYTES)
}

#[cfg(test)]
mod tests {
    use super::super::{IngestConfig, read_page};
    use super::*;

    fn page() -> RawPage {
        let html = "<html lang=pt-BR><title>Threads</title><link rel=canonical href=https://e.org/d/a.html>\
                    <meta name=description content=About><main><h1 id=top>Threads</h1><p>Text \
                    <span data-docfuse-filter=level>basic</span><pre>code()</pre><h2 id=a>Sub</h2>\
                    <p data-docfuse-weight=0.3>See <a href=b.html#x>b</a>.\
                    <dl class='py function'><dt class=sig id=a.b>b()</dt><dd>Calls.</dd></dl></main>";
        read_page("d/a.html", html.as_bytes(), &IngestConfig::default()).unwrap()
    }

    #[test]
    fn a_page_is_read_back_as_it_was() {
        let page = page();
        assert!(page.sections.len() > 2 && page.canonical.is_some() && !page.links.is_empty());
        assert!(page.sections.iter().any(|section| section.symbol_kind == "function"));
        page.check().unwrap();
        let stored = serde_json::to_string(&page).unwrap();
        assert_eq!(serde_json::from_str::<RawPage>(&stored).unwrap(), page);
    }

    #[test]
    fn long_identifiers_are_no_names() {
        let long = "a_".repeat(MAX_NAME_BYTES);
        let html = format!(
            "<title>Settings</title><main><h1>Settings</h1><table><tr><td><code>{long}</code><td>A long name.\
             <tr><td><code>short_one</code><td>Another.</table></main>"
        );
        let page = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        page.check().unwrap();
        assert!(
            page.sections.iter().any(|section| section.names.iter().any(|name| name.text == "short_one"))
        );
    }

    #[test]
    fn other_pages_are_refused() {
        type Change = fn(&mut RawPage);
        for (change, expected) in [
            ((|page| page.sections.clear()) as Change, "at least one section"),
            (|page| page.parents.truncate(1), "a parent for each"),
            (|page| page.parents[1] = Some(1), "parents before"),
            (|page| page.links[0].from = 99, "links from"),
            (|page| page.places[0].1 = 99, "ids in its own"),
            (|page| page.places.reverse(), "ids in order"),
            (|page| page.stub_weight = Some(f32::NAN), "a weight"),
            (|page| page.sections[0].weight = -1.0, "weights"),
            (|page| page.sections[0].code.push(0..1000), "code inside"),
            (|page| page.language = "English".to_owned(), "language tag"),
            (|page| page.metadata.filters.push(("a".to_owned(), "b".repeat(201))), "filters"),
        ] {
            let mut page = page();
            change(&mut page);
            assert!(page.check().unwrap_err().contains(expected), "{expected}");
        }
    }
}
