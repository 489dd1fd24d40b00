//! Languages and their stemmers.

use std::borrow::Cow;

#[cfg(feature = "languages")]
use rust_stemmers::{Algorithm, Stemmer};

use super::british::american;
use super::english;
#[cfg(feature = "languages")]
use super::{fold::fold_into, lower::lower};

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
        TAGS.iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(primary))
            .map_or(Language::Other, |(_, language)| *language)
    }

    /// Its primary subtag; `und` for [`Language::Other`]. [`Language::from_tag`] is the inverse.
    pub fn tag(self) -> &'static str {
        TAGS.iter().find(|(_, language)| *language == self).map_or("und", |(tag, _)| tag)
    }

    /// Whether this build lacks the language's stemmer, so that its terms would differ from those in the index.
    /// Always false with the feature `languages`.
    pub fn needs_languages(self) -> bool {
        !cfg!(feature = "languages") && !self.stems_as_english() && self != Language::Other
    }

    /// English, and languages whose own words become pairs of characters.
    pub(super) fn stems_as_english(self) -> bool {
        use Language::{Chinese, English, Japanese, Korean, Thai};
        matches!(self, English | Chinese | Japanese | Korean | Thai)
    }

    /// Whether an apostrophe ties articles and pronouns to the next word (`l'index`, `dell'indice`).
    pub(super) fn elides(self) -> bool {
        matches!(self, Language::French | Language::Italian)
    }

    #[cfg(feature = "languages")]
    fn algorithm(self) -> Option<Algorithm> {
        Some(match self {
            Language::Arabic => Algorithm::Arabic,
            Language::Danish => Algorithm::Danish,
            Language::Dutch => Algorithm::Dutch,
            Language::Finnish => Algorithm::Finnish,
            Language::French => Algorithm::French,
            Language::German => Algorithm::German,
            Language::Greek => Algorithm::Greek,
            Language::Hungarian => Algorithm::Hungarian,
            Language::Italian => Algorithm::Italian,
            Language::Norwegian => Algorithm::Norwegian,
            Language::Portuguese => Algorithm::Portuguese,
            Language::Romanian => Algorithm::Romanian,
            Language::Russian => Algorithm::Russian,
            Language::Spanish => Algorithm::Spanish,
            Language::Swedish => Algorithm::Swedish,
            Language::Tamil => Algorithm::Tamil,
            Language::Turkish => Algorithm::Turkish,
            _ => return None,
        })
    }
}

/// The Snowball stemmers for the words of one language.
pub struct Stemming {
    /// Stems words in Latin letters as English, in languages of other scripts.
    english: bool,
    #[cfg(feature = "languages")]
    native: Option<Stemmer>,
    #[cfg(feature = "languages")]
    language: Language,
}

impl Stemming {
    /// The stemmers of a language. English is a constant, so that builds without the feature `languages` link no other.
    pub fn new(language: Language) -> Self {
        use Language::{Arabic, Greek, Russian, Tamil};
        let english = language.stems_as_english() || matches!(language, Arabic | Greek | Russian | Tamil);
        Stemming {
            english,
            #[cfg(feature = "languages")]
            native: language.algorithm().map(Stemmer::create),
            #[cfg(feature = "languages")]
            language,
        }
    }

    /// Whether the word is stemmed as English.
    pub fn is_english(&self, word: &[u8]) -> bool {
        self.english && word.is_ascii()
    }

    /// The stem of a word, folded; of an English word, that of its American spelling. `folded` is `word` folded. Stemmers of the language itself need `word`, since
    /// accents tell suffixes apart.
    pub fn stem<'a>(&self, word: &str, folded: &'a str) -> Cow<'a, str> {
        if self.english && folded.is_ascii() {
            return english::stem(&american(folded)).into();
        }
        #[cfg(feature = "languages")]
        if let Some(native) = &self.native {
            return self.native_stem(native, word, folded);
        }
        let _ = word;
        folded.into()
    }

    #[cfg(feature = "languages")]
    fn native_stem<'a>(&self, native: &Stemmer, word: &str, folded: &'a str) -> Cow<'a, str> {
        let dotless = self.language == Language::Turkish && word.contains('I');
        if word.is_ascii() && !dotless {
            return native.stem(folded);
        }
        let mut small = String::with_capacity(word.len());
        for c in word.chars() {
            match c {
                'I' if dotless => small.push('ı'),
                'ё' | 'Ё' => small.push('е'),
                '’' => small.push('\''),
                '\u{ad}' => {}
                _ => small.push(lower(c)),
            }
        }
        let mut stem = String::with_capacity(small.len());
        fold_into(&native.stem(&small), &mut stem);
        stem.into()
    }
}
