//! Stemmers and stop words of all languages but English. Modules for pages in English have `languages_none` in its place.

use std::borrow::Cow;

use rust_stemmers::{Algorithm, Stemmer};

use super::fold::fold_into;
use super::language::Language;
use super::lower::lower;

/// Whether a build has these.
pub const ARE_ALL: bool = true;

const GERMAN: &str = "aber als am an auch auf aus bei bin bis das dass dem den der des die dies diese du durch ein eine \
     einem einen einer eines er es fur hat ich ihr im in ist kann man mein mit nach nicht noch nur oder \
     ohne sich sie sind so uber um und uns unter vom von vor wann warum was wenn wer werden wie wir wird \
     wo zu zum zur";

const FRENCH: &str = "a au aux avec ce ces cette comment dans de des donc du elle en est et eux il ils je la le les leur \
     lui ma mais me mes mon ne nos notre nous on ou par pas pour pourquoi quand que quel quelle qui sa \
     sans se ses son sont sur ta te tu un une vos votre vous y";

const SPANISH: &str = "a al como con cual cuando de del desde donde el ella ellos en entre era es esta este esto ha hay la \
     las le les lo los me mi muy no nos o para pero por porque que quien se ser si sin sobre son su sus \
     te tu un una uno y ya yo";

const ITALIAN: &str = "a ad ai al alla alle anche che chi ci come con da dal dalla dei del della delle di dove e ed gli ha \
     ho i il in io la le lo ma mi ne nei nel nella non o per perche piu quale quando questa questo se si \
     sono su sul sulla un una uno";

const PORTUGUESE: &str = "a ao aos as com como da das de do dos e ela ele em entre era essa esse esta este eu foi ha isso ja \
     mais mas me na nao nas no nos o os ou para pela pelo por porque qual quando que quem sao se sem ser \
     seu sua tambem um uma";

const DUTCH: &str = "aan als bij dan dat de der deze die dit door een en er het hij hoe hun ik in is je kan maar me met \
     mijn naar niet nog of om ook op over te tot u uit van voor waar waarom wanneer wat we werd wie wij \
     worden wordt ze zich zij zijn zo zonder";

const RUSSIAN: &str = "а без бы был была было в во вот все где да для до его если еще же за и из или их к как когда который \
     ли мы на над не него нет но о об он она они от по под при с со так также такой то только ты у уже \
     чем что чтобы это этот я";

/// The stop words of a language other than English, in byte order; none of a language without a list.
pub fn stop_words(language: Language) -> &'static str {
    match language {
        Language::Dutch => DUTCH,
        Language::French => FRENCH,
        Language::German => GERMAN,
        Language::Italian => ITALIAN,
        Language::Portuguese => PORTUGUESE,
        Language::Russian => RUSSIAN,
        Language::Spanish => SPANISH,
        _ => "",
    }
}

/// The Snowball stemmer of a language.
pub struct NativeStemmer {
    stemmer: Stemmer,
    language: Language,
}

impl NativeStemmer {
    /// The stemmer of a language; none of English, whose own is smaller, and of languages that Snowball lacks.
    pub fn of(language: Language) -> Option<Self> {
        let stemmer = Stemmer::create(algorithm(language)?);
        Some(NativeStemmer { stemmer, language })
    }

    /// The stem of a word, folded; `folded` is `word` folded.
    pub fn stem<'a>(&self, word: &str, folded: &'a str) -> Cow<'a, str> {
        let dotless = self.language == Language::Turkish && word.contains('I');
        if word.is_ascii() && !dotless {
            return self.stemmer.stem(folded);
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
        fold_into(&self.stemmer.stem(&small), &mut stem);
        stem.into()
    }
}

fn algorithm(language: Language) -> Option<Algorithm> {
    Some(match language {
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
