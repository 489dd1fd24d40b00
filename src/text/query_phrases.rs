//! Phrases that tell what a question asks for, in English.
//!
//! A list separates its phrases by `/` and their folded words by single blanks.

use super::fold::fold;
use super::language::Language;

/// The phrases of one language.
pub struct QueryPhrases {
    /// Begin a question.
    pub question: &'static str,
    /// Ask for something without saying what.
    pub asking: &'static str,
    /// Precede things that are compared.
    pub between: &'static str,
    /// Separate things that are compared.
    pub versus: &'static str,
    /// Separate things after a phrase of `between`.
    pub pairing: &'static str,
    /// Separate things of which one may be meant.
    pub alternative: &'static str,
    /// Begin what follows the last of the things compared.
    pub context: &'static str,
    /// Ask how two things are connected.
    pub relationship: &'static str,
    /// Ask for a whole topic.
    pub overview: &'static str,
}

const ENGLISH: QueryPhrases = QueryPhrases {
    question: "how/why/what is/what are/what does/what do/what did/what should/what happens/what to/what's/when is/\
               when are/when do/when does/when should/when to/where is/where are/where do/where does/where can/\
               where to/which is/which are/which of/who is/who are/whose/can i/can we/can you/could i/do i/do you/does/\
               did/should i/should we/is there/is it/is this/is that/are there/am i/has anyone/i want to/i need to",
    asking: "way to/ways to/way of/best way to/best way of/better way to/good way to/easy way to/easiest way to/\
             simple way to/simplest way to/quick way to/right way to/correct way to/proper way to/recommended way to/\
             preferred way to/possible to/want to/wants to/need to/needs to/like to/trying to/wondering how/\
             looking for/happens if/happens when/happens to/tell me/\
             tell me about/show me/explain how/explain what/explain why/explain to me/overview of/information about/\
             information on/anyone/anybody/please/what kind of/what sort of/the purpose of/is the point of/\
             the meaning of/meant by/where can i find/where do i find/should i use/should we use",
    between: "difference between/differences between/distinction between/comparison between/comparison of",
    versus: "vs/versus/different from/different than/differ from/differs from/compared to/compared with/better than/\
             as opposed to",
    pairing: "and/or/vs/versus",
    alternative: "or/or a/or an/or the",
    context: "in/for/with/on/using/when/while/if",
    relationship: "what uses/who uses/what calls/who calls/what depends on/what references/what links to/\
                   what implements/what inherits from/depend on/depends on/relate to/relates to/related to/\
                   relation between/relationship between/interact with/interacts with",
    overview: "overview/introduction/getting started/tutorial/tell me about/guide to/basics of/concepts of",
};

const NONE: QueryPhrases = QueryPhrases {
    question: "",
    asking: "",
    between: "",
    versus: "",
    pairing: "",
    alternative: "",
    context: "",
    relationship: "",
    overview: "",
};

impl QueryPhrases {
    /// The phrases of a language; languages without a list have none.
    pub fn of(language: Language) -> &'static Self {
        if language == Language::English { &ENGLISH } else { &NONE }
    }
}

/// The number of words of the longest phrase of `list` with which `words` (folded) begin; 0 for none.
pub fn phrase_at(list: &str, words: &[String]) -> usize {
    let length = |phrase: &str| {
        let mut count = 0;
        for word in phrase.split(' ') {
            if word.is_empty() || words.get(count).is_none_or(|typed| typed != word) {
                return 0;
            }
            count += 1;
        }
        count
    };
    list.split('/').map(length).max().unwrap_or(0)
}

/// A word folded, without punctuation around it.
pub fn plain_word(typed: &str) -> String {
    fold(typed.trim_matches(|c: char| c.is_ascii_punctuation() && c != '_'))
}

/// The words of a text between blanks, each as [`plain_word`].
pub fn plain_words(text: &str) -> Vec<String> {
    text.split_whitespace().map(plain_word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_folded_and_well_formed() {
        let QueryPhrases { question, asking, relationship, overview, .. } =
            QueryPhrases::of(Language::English);
        let QueryPhrases { between, versus, pairing, alternative, context, .. } =
            QueryPhrases::of(Language::English);
        let lists =
            [question, asking, relationship, overview, between, versus, pairing, alternative, context];
        for phrase in lists.iter().flat_map(|list| list.split('/')) {
            assert!(!phrase.is_empty() && fold(phrase) == *phrase, "{phrase}");
            assert_eq!(plain_words(phrase).join(" "), *phrase);
        }
        assert_eq!(phrase_at(QueryPhrases::of(Language::German).question, &plain_words("how")), 0);
    }

    #[test]
    fn the_longest_phrase_counts() {
        for (text, expected) in [("a b c", 2), ("a", 1), ("a c", 1), ("b a", 0), ("", 0), ("ab", 0)] {
            assert_eq!(phrase_at("a/a b/c", &plain_words(text)), expected, "{text}");
        }
    }
}
