//! What rules leave out of a page: [`PartRule`], of which a setting keeps some ([`PartRules`]).

use serde::{Deserialize, Serialize};

/// Why a part of a page is not in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartRule {
    /// Scripts, styles and the like, which nobody sees. Never told, never kept.
    Unseen,
    /// The author's setting or attribute.
    Ignored,
    /// An element for navigation or around the content: `nav`, `footer`, `dialog`.
    Element,
    /// An element with such a role.
    Role,
    /// A control: `button`, `select`.
    Control,
    /// What is in a graphic, a frame or a player.
    Media,
    /// An element that is hidden at first, and no panel.
    Hidden,
    /// A class that a generator gives to what is not text.
    Furniture,
    /// A permalink, or a badge in a heading.
    Sign,
    /// A link to view or change the source, or the label of a tab.
    Tool,
    /// What is not to be shown in excerpts, in code: line numbers.
    Numbers,
    /// The way to the page, or links to the next one.
    Breadcrumb,
    /// A table of contents.
    Contents,
    /// What is called a sidebar.
    Sidebar,
    /// What is called like a part around the content, such as a menu or a footer.
    Frame,
    /// A header without the page's heading.
    Header,
    /// A form without headings and paragraphs.
    Form,
    /// What stands beside the main content.
    Outside,
    /// A line with which most pages begin or end.
    Line,
    /// What a manual on one page has of its chapters, which are pages.
    Chapter,
    /// A section that stands the same on more pages than are listed for it.
    Copy,
}

/// All rules that a setting can switch off, each with its word.
#[rustfmt::skip]
const WORDS: [(PartRule, &str); 19] = [
    (PartRule::Element, "element"), (PartRule::Role, "role"), (PartRule::Control, "control"), (PartRule::Media, "media"),
    (PartRule::Hidden, "hidden"), (PartRule::Furniture, "furniture"), (PartRule::Sign, "sign"), (PartRule::Tool, "tool"),
    (PartRule::Numbers, "numbers"), (PartRule::Breadcrumb, "breadcrumb"), (PartRule::Contents, "contents"),
    (PartRule::Sidebar, "sidebar"), (PartRule::Frame, "frame"), (PartRule::Header, "header"), (PartRule::Form, "form"),
    (PartRule::Outside, "outside"), (PartRule::Line, "line"), (PartRule::Chapter, "chapter"), (PartRule::Copy, "copy"),
];

impl PartRule {
    /// Its name in the settings and in what a build tells.
    pub fn word(self) -> &'static str {
        let of = WORDS.iter().find(|(rule, _)| *rule == self).map(|(_, word)| *word);
        of.unwrap_or(if self == PartRule::Ignored { "ignored" } else { "unseen" })
    }

    /// The rule of this name, if a setting can switch it off.
    pub fn named(word: &str) -> Option<PartRule> {
        WORDS.iter().find(|(_, known)| *known == word).map(|(rule, _)| *rule)
    }

    /// The words of all rules that a setting can switch off.
    pub fn words() -> impl Iterator<Item = &'static str> {
        WORDS.iter().map(|(_, word)| *word)
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRules(u32);

impl PartRules {
    /// Whether the rule is one of them.
    pub fn has(self, rule: PartRule) -> bool {
        self.0 & (1 << rule as u32) != 0
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<PartRule> for PartRules {
    fn from_iter<I: IntoIterator<Item = PartRule>>(rules: I) -> Self {
        PartRules(rules.into_iter().fold(0, |set, rule| set | 1 << rule as u32))
    }
}
