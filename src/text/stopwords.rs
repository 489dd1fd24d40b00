//! Stop words: words that say little about the topic of a text.
//!
//! Questions are full of them ("how do I …"). They are never dropped, neither from the index nor from a query, so that
//! a query of stop words alone has hits. Beside other words they weigh less.

use super::analyzer_settings::TextSettings;
use super::language::Language;
use super::languages;

/// Snowball's English list and the folded forms of its contractions, in byte order.
const ENGLISH: &str = "a about above after again against all am an and any are aren't as at be because been before being \
     below between both but by can can't cannot could couldn't did didn't do does doesn't doing don't \
     down during each few for from further had hadn't has hasn't have haven't having he her here here's \
     hers herself him himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself \
     let's me more most mustn't my myself no nor not of off on once only or other ought our ours \
     ourselves out over own same shan't she should shouldn't so some such than that that's the their \
     theirs them themselves then there there's these they they're they've this those through to too under \
     until up very was wasn't we we're we've were weren't what what's when when's where where's which \
     while who who's whom why why's will with won't would wouldn't you you'd you'll you're you've your \
     yours yourself yourselves";

/// The stop words of one language, and the author's, folded. Lists of other languages than English come with the
/// feature `languages` and hold articles, pronouns, prepositions and question words. Languages without a list have
/// only the author's.
pub struct StopWords {
    sorted: Vec<&'static str>,
    own: Vec<String>,
    longest: usize,
}

impl StopWords {
    /// Loads the list of a language and the author's.
    pub fn new(language: Language, settings: &TextSettings) -> Self {
        let list = match language {
            _ if settings.only_own_stop_words => "",
            _ if language.stems_as_english() => ENGLISH,
            _ => languages::stop_words(language),
        };
        let sorted: Vec<&str> = list.split_ascii_whitespace().collect();
        let own = settings.stop_words.clone();
        let mut longest = sorted.iter().fold(0, |longest, word| word.len().max(longest));
        longest = own.iter().fold(longest, |longest, word| word.len().max(longest));
        StopWords { sorted, own, longest }
    }

    /// Whether a folded, unstemmed word is a stop word. Cost: two binary searches.
    pub fn contains(&self, word: &str) -> bool {
        let is_own = || self.own.binary_search_by(|own| own.as_str().cmp(word)).is_ok();
        word.len() <= self.longest && (self.sorted.binary_search(&word).is_ok() || is_own())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold;

    fn check(language: Language, stop: &str, other: &str) {
        let words = StopWords::new(language, &TextSettings::default());
        assert!(words.sorted.is_sorted(), "{language:?}");
        assert!(words.sorted.iter().all(|word| fold(word) == *word), "{language:?}");
        assert!(words.contains(stop) && !words.contains(other), "{language:?}");
    }

    #[test]
    fn lists_are_sorted_and_folded() {
        check(Language::English, "yourselves", "thread");
        check(Language::Japanese, "how", "thread");
        assert!(StopWords::new(Language::Other, &TextSettings::default()).sorted.is_empty());
    }

    #[test]
    fn authors_add_to_a_list_or_replace_it() {
        for (only_own_stop_words, expected) in [(false, [true, true, false]), (true, [false, true, false])] {
            let stop_words = ["acme".to_owned(), "widget".to_owned()].into();
            let settings = TextSettings { stop_words, only_own_stop_words, ..TextSettings::default() };
            let words = StopWords::new(Language::English, &settings);
            assert_eq!(["how", "widget", "thread"].map(|word| words.contains(word)), expected);
        }
    }

    #[cfg(feature = "languages")]
    #[test]
    fn other_languages_have_lists_of_their_own() {
        for (language, stop, other) in [
            (Language::German, "fur", "how"),
            (Language::French, "ou", "how"),
            (Language::Spanish, "como", "how"),
            (Language::Italian, "perche", "how"),
            (Language::Portuguese, "nao", "how"),
            (Language::Dutch, "hoe", "how"),
            (Language::Russian, "еще", "how"),
            (Language::Catalan, "perque", "how"),
            (Language::Czech, "protoze", "how"),
            (Language::Indonesian, "bagaimana", "how"),
            (Language::Polish, "gdzie", "how"),
        ] {
            check(language, stop, other);
        }
    }
}
