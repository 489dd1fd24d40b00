//! Ruby: characters with their reading beside them ([`Ruby`]). The letters of a run stay together, as they are searched, even
//! where each has an element of its own and the ending of the word has none. The readings follow the run.

use ego_tree::NodeId;

use super::text::{is_cjk, is_invisible};

/// What separates a reading from the one before.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    #[default]
    None,
    /// Nothing between characters of a script without spaces, else a blank.
    Script,
    Blank,
}

/// What a text is.
pub(super) enum Part {
    /// Of a reading.
    Reading,
    /// Of the run, or there is none.
    Run,
    /// Of the run up to this byte.
    Ends(usize),
}

/// The readings of a run: of letters with nothing between them, some of which are in `ruby` elements.
#[derive(Default)]
pub(crate) struct Ruby {
    /// The outermost `ruby` element that is open.
    node: Option<NodeId>,
    /// The outermost `rt` or `rtc` that is open.
    reading: Option<NodeId>,
    /// Whether the next letter of a reading begins one.
    begins_reading: bool,
    /// Bases of the element that have no reading yet, their text, and whether the next text begins one.
    bases: usize,
    base: String,
    begins_base: bool,
    readings: String,
    joint: Joint,
    /// Whether the run is at the end of a line of the source.
    is_at_line_end: bool,
}

impl Ruby {
    pub(super) fn open(&mut self, node: NodeId) {
        if self.node.is_none() {
            self.node = Some(node);
            self.joint = self.joint.max(Joint::Script);
        }
        self.begins_base = true;
    }

    /// The next base (`rb`) opens.
    pub(super) fn open_base(&mut self) {
        self.begins_base = true;
    }

    /// A reading (`rt`), or a list of them (`rtc`), opens.
    pub(super) fn open_reading(&mut self, node: NodeId) {
        if self.node.is_some() {
            self.reading.get_or_insert(node);
            self.begins_reading = true;
        }
    }

    pub(super) fn close(&mut self, node: NodeId) {
        let is_reading = self.reading.take_if(|open| *open == node).is_some();
        let is_ruby = self.node.take_if(|open| *open == node).is_some();
        if is_reading {
            (self.begins_base, self.is_at_line_end, self.joint) = (true, false, Joint::None);
        }
        if is_ruby || is_reading && self.begins_reading {
            // It has no reading, as the kana within a word.
            let base = std::mem::take(&mut self.base);
            self.pass(&base);
            self.bases = 0;
        }
    }

    /// Keeps a text if it is of a reading, and says what it is.
    pub(super) fn take(&mut self, text: &str, is_code: bool) -> Part {
        if self.reading.is_some() {
            self.read(text);
            return Part::Reading;
        }
        let end = self.end_in(text, is_code);
        if self.node.is_none() {
            self.pass(&text[..end.unwrap_or(text.len())]);
        } else if !text.trim().is_empty() {
            self.bases += usize::from(std::mem::take(&mut self.begins_base));
            self.base.push_str(text);
        }
        end.map_or(Part::Run, Part::Ends)
    }

    /// The readings of the run so far.
    pub(super) fn readings(&self) -> &str {
        &self.readings
    }

    /// Ends the run, unless a reading is open. Returns its readings.
    pub(super) fn end_run(&mut self) -> Option<String> {
        let is_at_line_end = std::mem::take(&mut self.is_at_line_end);
        if self.reading.is_some() || self.readings.is_empty() {
            return None;
        }
        let mut readings = std::mem::take(&mut self.readings);
        readings.push_str(if is_at_line_end { "\n" } else { "" });
        Some(readings)
    }

    fn read(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.joint = if self.begins_reading { self.joint } else { Joint::Blank };
                continue;
            }
            if std::mem::take(&mut self.begins_reading) {
                // One more reading of the same characters.
                self.joint = if self.bases == 0 { Joint::Blank } else { self.joint };
                self.bases = self.bases.saturating_sub(1);
                self.base.clear();
            }
            let joins = |joint| match joint {
                Joint::None => true,
                Joint::Script => is_cjk(c) && self.readings.ends_with(is_cjk),
                Joint::Blank => false,
            };
            if !self.readings.is_empty() && !joins(self.joint) {
                self.readings.push(' ');
            }
            self.readings.push(c);
            self.joint = Joint::None;
        }
    }

    /// Text of the run without a reading: kana read as they are written, the rest separates readings.
    fn pass(&mut self, text: &str) {
        if self.readings.is_empty() {
            return;
        }
        for c in text.chars().filter(|c| !c.is_whitespace() && !is_invisible(*c)) {
            if !is_hiragana(c) {
                self.joint = Joint::Blank;
            } else if self.joint != Joint::Blank {
                self.readings.push(c);
            }
        }
    }

    /// Where the run ends in a text: before what is no letter. Lines of the source may break between characters that are
    /// written without spaces.
    fn end_in(&mut self, text: &str, is_code: bool) -> Option<usize> {
        if self.readings.is_empty() {
            return None;
        }
        let mut space = None;
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                self.is_at_line_end |= c == '\n' && !is_code;
                space.get_or_insert(at);
                continue;
            }
            if self.is_at_line_end && !is_cjk(c) {
                return Some(at);
            }
            if std::mem::take(&mut self.is_at_line_end) {
                space = None;
            }
            let is_letter = c.is_alphanumeric() || is_hiragana(c) || is_invisible(c);
            if self.node.is_none() && (space.is_some() || !is_letter) {
                return space.or(Some(at));
            }
        }
        space.filter(|_| self.node.is_none() && !self.is_at_line_end)
    }
}

/// With the marks that a decomposed text has behind them.
fn is_hiragana(c: char) -> bool {
    ('\u{3041}'..='\u{309f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::*;

    #[test]
    fn ruby_keeps_characters_together() {
        for (ruby, expected) in [
            (
                "私の<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>です",
                "私の漢字です かんじです",
            ),
            ("<ruby>東京<rt>とうきょう</ruby>", "東京 とうきょう"),
            ("<ruby>東<rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc></ruby>へ", "東京へ とうきょうへ"),
            ("<ruby>東京</ruby>へ", "東京へ"),
            // An element for each character.
            ("<ruby>東<rt>とう</rt></ruby><ruby>京<rt>きょう</rt></ruby>駅、です", "東京駅 とうきょう、です"),
            (
                "<b><ruby>東<rt>\n とう </rt></ruby>\n </b>\n <ruby>\n 京\n <rt>きょう</rt></ruby> 駅",
                "東京 とうきょう 駅",
            ),
            // The ending of the word is outside, or has no reading.
            ("<ruby>食<rt>た</rt></ruby>べる。", "食べる たべる。"),
            ("<ruby>食<rt>た</rt>べ<rt></rt>物<rt>もの</rt></ruby> x", "食べ物 たべもの x"),
            ("<ruby>食<rt>た</rt>べる</ruby>", "食べる たべる"),
            ("<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>", "東京 とうきょう"),
            (
                "<ruby><span>東</span><rt><i>とう</i></rt></ruby><em><ruby>京<rt>きょう</ruby></em>",
                "東京 とうきょう",
            ),
            // Two readings of the same.
            ("<ruby>東京<rt>とうきょう</rt><rtc><rt>Tōkyō</rt></rtc></ruby>", "東京 とうきょう Tōkyō"),
            ("<ruby><ruby>東南<rt>とうなん</rt></ruby><rt>たつみ</rt></ruby>", "東南 とうなん たつみ"),
            // Letters.
            ("<ruby>北<rt>běi</rt></ruby><ruby>京<rt>jīng</rt></ruby>", "北京 běi jīng"),
            ("<ruby>北<rt>běi</rt>京<rt>jīng</rt></ruby>", "北京 běijīng"),
            ("<ruby>WWW<rt>World Wide Web</rt></ruby>\n is", "WWW World Wide Web is"),
            ("<ruby>WWW<rt>World Wide Web</rt></ruby>-Seite", "WWW World Wide Web-Seite"),
            ("<ruby>a<rt>x</rt></ruby> <ruby>b<rt>y</rt></ruby>", "a x b y"),
            ("<rt>a</rt>b", "ab"),
        ] {
            let page = format!("<main><h1 id=t>{ruby}</h1><p>{ruby}</main>");
            assert_eq!(outline(&page), [format!("#t [] {expected}: {expected}")], "{ruby}");
        }
    }

    #[test]
    fn readings_stay_in_their_block() {
        let ruby = "<ruby>東<rt>とう</rt></ruby>";
        for (html, expected) in [
            (format!("<p>{ruby}<p>京"), "東 とう\n京"),
            (format!("<p>{ruby}<br>京"), "東 とう\n京"),
            (format!("<table><tr><td>{ruby}<td>京</table>"), "東 とう 京"),
            (format!("<p>{ruby}<button>x</button>京"), "東 とう 京"),
            (format!("<pre>{ruby}京 x\n{ruby}\ny</pre>"), "東京 とう x\n東 とう\ny"),
            (format!("{ruby}<dl><dt>京<dd>x</dl>"), "東 とう\n京\nx"),
            (format!("{ruby}<svg><text>Client</text><text>Server</text></svg>"), "東 とう\nClient\nServer"),
        ] {
            let page = format!("<main><h1 id=t>T</h1>{html}</main>");
            assert_eq!(outline(&page), [format!("#t [] T: {expected}")], "{html}");
        }
    }

    #[test]
    fn links_have_the_readings_of_their_texts() {
        let html = "<main><h1 id=t>T</h1><a href=b.html><ruby>東<rt>とう</rt></ruby></a>\
                    <a href=c.html><ruby>京<rt>きょう</rt></ruby></a>駅</main>";
        let page = read_page("a.html", html.as_bytes(), &IngestConfig::default()).unwrap();
        let texts: Vec<&str> = page.links.iter().map(|link| link.text.as_ref()).collect();
        assert_eq!(texts, ["東 とう", "京 きょう"]);
    }
}
