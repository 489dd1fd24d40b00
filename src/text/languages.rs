//! Stemming and stop words of all languages but English. Modules for pages in English have `languages_none` in its place.

use std::borrow::Cow;

use super::fold::fold_into;
use super::language::Language;
use super::lower::lower;
use super::snowball::Snowball;

#[cfg(feature = "stemmers")]
pub use super::snowball::has;
pub use super::snowball::lacks;

/// The tags of the languages that the module of English does not know.
pub const TAGS: &[(&str, Language)] = &[
    ("ca", Language::Catalan),
    ("cs", Language::Czech),
    ("eo", Language::Esperanto),
    ("et", Language::Estonian),
    ("eu", Language::Basque),
    ("ga", Language::Irish),
    ("hi", Language::Hindi),
    ("hy", Language::Armenian),
    ("id", Language::Indonesian),
    ("lt", Language::Lithuanian),
    ("ne", Language::Nepali),
    ("pl", Language::Polish),
    ("sr", Language::Serbian),
    ("yi", Language::Yiddish),
];

/// Longer words are not stemmed.
pub(super) const MAX_STEMMED_BYTES: usize = 512;

/// Whether the language's own words are in another script than English, so that words in Latin letters are English.
pub fn has_other_script(language: Language) -> bool {
    use Language::{Arabic, Armenian, Greek, Hindi, Nepali, Russian, Tamil, Yiddish};
    matches!(language, Arabic | Armenian | Greek | Hindi | Nepali | Russian | Tamil | Yiddish)
}

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

const CATALAN: &str = "a al als amb aquest aquesta aquests com de del dels des el ella ells els em en entre era es esta ha \
     han i jo la les li lo mes molt no o on per pero perque quan que qui quin quina se sense ser si \
     sobre soc son sota tambe te tu un una uns us va";

const CZECH: &str = "a aby ale ani by byl byla bylo byly co dnes do i jak jaka jake jako je jeho jej jejich jen jeste ji \
     jsem jsme jsou k kde kdo kdyz ke ktera ktere ktery ma muze na nad ne nebo nejsou neni o od on ona \
     oni pak po pod podle pokud pred pri pro proc proto protoze s se si tak take tato tedy tento ti to \
     tohle toho tom tomto toto tyto u uz v ve vsak z za ze";

const INDONESIAN: &str = "ada adalah agar akan antara apa apakah atau bagaimana bahwa bisa dalam dan dapat dari dengan di dia \
     hanya harus ia ini itu jika juga kami kapan karena ke kepada kita mana mengapa mereka oleh pada saat \
     saya sebagai seperti siapa sudah telah tetapi tidak untuk yang";

const POLISH: &str = "a aby ale bez bo by byc byl byla bylo byly co czy czyli dla do gdy gdzie go i ich ile im inne ja jak \
     jaka jakie jako je jego jej jest jezeli juz kiedy kto ktora ktore ktory lub ma mam moze mozna my na \
     nad nas nawet nich nie nim o od on ona one oni oraz po pod poniewaz przed przez przy sa sie sobie ta \
     tak takie tam te tego tej ten to tu tylko w we wiec wszystko z za ze";

/// The stop words of a language other than English, in byte order; none of a language without a list.
pub fn stop_words(language: Language) -> &'static str {
    match language {
        Language::Catalan => CATALAN,
        Language::Czech => CZECH,
        Language::Dutch => DUTCH,
        Language::French => FRENCH,
        Language::German => GERMAN,
        Language::Indonesian => INDONESIAN,
        Language::Italian => ITALIAN,
        Language::Polish => POLISH,
        Language::Portuguese => PORTUGUESE,
        Language::Russian => RUSSIAN,
        Language::Spanish => SPANISH,
        _ => "",
    }
}

/// The Snowball stemmer of a language.
pub struct NativeStemmer {
    stemmer: Snowball,
    language: Language,
}

impl NativeStemmer {
    /// The stemmer of a language; none of English, whose own is smaller, and of languages that Snowball lacks.
    pub fn of(language: Language) -> Option<Self> {
        Some(NativeStemmer { stemmer: Snowball::of(language)?, language })
    }

    /// The stem of a word, folded; `folded` is `word` folded.
    pub fn stem<'a>(&self, word: &str, folded: &'a str) -> Cow<'a, str> {
        // A short word is the same without its suffixes, or an acronym: `API`.
        let dotless = self.language == Language::Turkish && word.contains('I') && word.len() > 3;
        if word.is_ascii() && !dotless {
            return self.stemmer.stem(folded);
        }
        let mut small = String::with_capacity(word.len());
        for c in word.chars() {
            match c {
                'I' if dotless => small.push('ı'),
                'ё' | 'Ё' => small.push('е'),
                '’' => small.push('\''),
                '\u{ad}' | '·' => {}
                _ => small.push(lower(c)),
            }
        }
        let mut stem = String::with_capacity(small.len());
        fold_into(&self.stemmer.stem(&small), &mut stem);
        stem.into()
    }
}
