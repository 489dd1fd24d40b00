//! Languages and their stemmers.

use std::borrow::Cow;

use super::british::american;
use super::english;
use super::languages::{self, NativeStemmer};

/// The language in which texts are analyzed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Language {
    /// Arabic.
    Arabic,
    /// Chinese, in any script. As in Japanese, Korean and Thai, words in Latin letters are analyzed as English.
    Chinese,
    /// Danish.
    Danish,
    /// Dutch.
    Dutch,
    /// English.
    #[default]
    English,
    /// Finnish.
    Finnish,
    /// French.
    French,
    /// German.
    German,
    /// Greek.
    Greek,
    /// Hungarian.
    Hungarian,
    /// Italian.
    Italian,
    /// Japanese.
    Japanese,
    /// Korean.
    Korean,
    /// Norwegian, Bokmål and Nynorsk.
    Norwegian,
    /// Portuguese.
    Portuguese,
    /// Romanian.
    Romanian,
    /// Russian.
    Russian,
    /// Spanish.
    Spanish,
    /// Swedish.
    Swedish,
    /// Tamil.
    Tamil,
    /// Thai.
    Thai,
    /// Turkish.
    Turkish,
    /// Any other: words are folded, not stemmed.
    Other,
    // Behind the others, so that the module of English does not change with them.
    /// Armenian.
    Armenian,
    /// Basque.
    Basque,
    /// Catalan.
    Catalan,
    /// Czech.
    Czech,
    /// Esperanto.
    Esperanto,
    /// Estonian.
    Estonian,
    /// Hindi.
    Hindi,
    /// Indonesian.
    Indonesian,
    /// Irish.
    Irish,
    /// Lithuanian.
    Lithuanian,
    /// Nepali.
    Nepali,
    /// Polish.
    Polish,
    /// Serbian.
    Serbian,
    /// Yiddish.
    Yiddish,
}

const TAGS: [(&str, Language); 24] = [
    ("ar", Language::Arabic),
    ("da", Language::Danish),
    ("de", Language::German),
    ("el", Language::Greek),
    ("en", Language::English),
    ("es", Language::Spanish),
    ("fi", Language::Finnish),
    ("fr", Language::French),
    ("hu", Language::Hungarian),
    ("it", Language::Italian),
    ("ja", Language::Japanese),
    ("ko", Language::Korean),
    ("no", Language::Norwegian),
    ("nb", Language::Norwegian),
    ("nn", Language::Norwegian),
    ("nl", Language::Dutch),
    ("pt", Language::Portuguese),
    ("ro", Language::Romanian),
    ("ru", Language::Russian),
    ("sv", Language::Swedish),
    ("ta", Language::Tamil),
    ("th", Language::Thai),
    ("tr", Language::Turkish),
    ("zh", Language::Chinese),
];

impl Language {
    /// The language of a BCP 47 tag (`de`, `pt-BR`, `zh_Hans`), by its primary subtag.
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_']).next().unwrap_or("").trim();
        let mut known = TAGS.iter().chain(languages::TAGS);
        known
            .find(|(known, _)| known.eq_ignore_ascii_case(primary))
            .map_or(Language::Other, |(_, language)| *language)
    }

    /// Its primary subtag; `und` for [`Language::Other`]. [`Language::from_tag`] is the inverse.
    pub fn tag(self) -> &'static str {
        TAGS.iter()
            .chain(languages::TAGS)
            .find(|(_, language)| *language == self)
            .map_or("und", |(tag, _)| tag)
    }

    /// Whether the language's stemmer is missing, so that its terms would differ from those in the index. Never with the
    /// feature `stemmers`.
    pub fn lacks_stemmer(self) -> bool {
        languages::lacks(self)
    }

    /// Whether pages need a stemmer of the language beside their search module.
    #[cfg(feature = "stemmers")]
    pub fn has_stemmer(self) -> bool {
        languages::has(self)
    }

    /// English, and languages whose own words become pairs of characters.
    pub(super) fn stems_as_english(self) -> bool {
        use Language::{Chinese, English, Japanese, Korean, Thai};
        matches!(self, English | Chinese | Japanese | Korean | Thai)
    }

    /// Whether an apostrophe ties articles and pronouns to the next word (`l'index`, `dell'indice`).
    pub(super) fn elides(self) -> bool {
        matches!(self, Language::Catalan | Language::French | Language::Italian)
    }
}

/// Maximum letters of an elided word: `lorsqu'`, `quest'`.
const MAX_ELIDED: usize = 7;

/// Bytes of the elided article or pronoun at the start of a word (`l'`, `jusqu'`).
pub(super) fn elided(word: &str) -> usize {
    let Some((before, after)) = word.split_once(['\'', '’']) else { return 0 };
    let article = before.len() <= MAX_ELIDED && !before.eq_ignore_ascii_case("aujourd");
    if article { word.len() - after.len() } else { 0 }
}

/// The Snowball stemmers for the words of one language; by default none.
#[derive(Default)]
pub struct Stemming {
    /// Stems words in Latin letters as English, in languages of other scripts.
    english: bool,
    native: Option<NativeStemmer>,
}

impl Stemming {
    /// The stemmers of a language. Builds without the feature `languages` have English alone.
    pub fn new(language: Language) -> Self {
        let english = language.stems_as_english() || languages::has_other_script(language);
        Stemming { english, native: NativeStemmer::of(language) }
    }

    /// Whether the word is stemmed as English.
    pub fn is_english(&self, word: &[u8]) -> bool {
        self.english && word.is_ascii()
    }

    /// The stem of a word, folded; of an English word, that of its American spelling. `folded` is `word` folded. Stemmers
    /// of the language itself need `word`, since accents tell suffixes apart.
    pub fn stem<'a>(&self, word: &str, folded: &'a str) -> Cow<'a, str> {
        if self.english && folded.is_ascii() {
            return english::stem(&american(folded)).into();
        }
        match &self.native {
            Some(native) => native.stem(word, folded),
            None => folded.into(),
        }
    }
}
