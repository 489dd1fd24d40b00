//! Ruby: characters with their reading beside them ([`Ruby`]). The characters stay together, as they are searched, and the
//! readings follow them.

use ego_tree::NodeId;

/// An open `ruby` element.
pub(in crate::ingest) struct Ruby {
    node: NodeId,
    /// The reading that is open.
    reading: Option<NodeId>,
    readings: String,
}

impl Ruby {
    pub(in crate::ingest) fn new(node: NodeId) -> Self {
        Ruby { node, reading: None, readings: String::new() }
    }

    pub(in crate::ingest) fn is(&self, node: NodeId) -> bool {
        self.node == node
    }

    /// A reading (`rt`), or a list of them (`rtc`), opens.
    pub(super) fn open_reading(&mut self, node: NodeId) {
        self.reading.get_or_insert(node);
    }

    pub(in crate::ingest) fn close(&mut self, node: NodeId) {
        self.reading.take_if(|open| *open == node);
    }

    /// Keeps a text if it is of a reading. Returns whether it did.
    pub(in crate::ingest) fn take(&mut self, text: &str) -> bool {
        if self.reading.is_some() {
            self.readings.push_str(text);
        }
        self.reading.is_some()
    }

    /// All readings.
    pub(super) fn into_readings(self) -> String {
        self.readings
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::generators_tests::outline;

    #[test]
    fn ruby_keeps_characters_together() {
        for (ruby, expected) in [
            (
                "私の<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>です",
                "私の漢字 かんじ です",
            ),
            ("<ruby>東京<rt>とうきょう</ruby>", "東京 とうきょう"),
            ("<ruby>東<rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc></ruby>へ", "東京 とうきょう へ"),
            ("<ruby>東京</ruby>へ", "東京へ"),
        ] {
            let page = format!("<main><h1 id=t>{ruby}</h1><p>{ruby}</main>");
            assert_eq!(outline(&page), [format!("#t [] {expected}: {expected}")], "{ruby}");
        }
    }
}
