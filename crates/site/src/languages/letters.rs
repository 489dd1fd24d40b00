//! Languages that their letters tell: [`by_letters`], and how many letters of a text are in the script of one ([`percent`]).

/// Least share of the letters of a text, in percent, that make its script: texts about software have many Latin words.
const MIN_PERCENT: usize = 15;

/// Of so many letters in a script, one must be a mark of the language.
const LETTERS_OF_A_MARK: usize = 200;

/// A script: its blocks of characters, and the languages that have it, the most written one first.
struct Script {
    blocks: &'static [(char, char)],
    languages: &'static [&'static str],
}

const fn script(blocks: &'static [(char, char)], languages: &'static [&'static str]) -> Script {
    Script { blocks, languages }
}

const HANGUL: &[(char, char)] = &[('가', '힣')];
const KANA: &[(char, char)] = &[('ぁ', 'ヿ')];

#[rustfmt::skip]
const SCRIPTS: [Script; 25] = [
    script(
        &[('Ѐ', 'ԯ')],
        &["ru", "uk", "bg", "be", "sr", "mk", "kk", "ky", "mn", "tg", "tt", "uz", "az", "bs", "ku", "tk"],
    ),
    script(
        &[('؀', 'ۿ'), ('ݐ', 'ݿ'), ('ࢠ', 'ࣿ'), ('ﭐ', '\u{fdff}'), ('ﹰ', '\u{fefe}')],
        &["ar", "fa", "ur", "ps", "sd", "ug", "ku", "az", "uz", "kk", "ms", "pa"],
    ),
    script(
        &[('一', '\u{9fff}'), ('㐀', '\u{4dbf}'), ('々', '〇'), ('\u{20000}', '\u{3ffff}'), ('가', '힣'), ('ぁ', 'ヿ')],
        &["zh", "ja", "ko", "yue", "wuu", "lzh", "nan", "hak"],
    ),
    script(&[('ऀ', 'ॿ')], &["hi", "ne", "mr", "sa", "sd", "bho", "mai"]),
    script(&[('\u{590}', '\u{5ff}')], &["he", "yi", "iw"]),
    script(&[('Ͱ', 'Ͽ'), ('ἀ', '῿')], &["el"]),
    script(&[('԰', '֏')], &["hy"]),
    script(&[('Ⴀ', 'ჿ')], &["ka"]),
    script(&[('ঀ', '\u{9ff}')], &["bn", "as"]),
    script(&[('\u{a00}', '\u{a7f}')], &["pa"]),
    script(&[('\u{a80}', '\u{aff}')], &["gu"]),
    script(&[('\u{b00}', '\u{b7f}')], &["or"]),
    script(&[('\u{b80}', '\u{bff}')], &["ta"]),
    script(&[('\u{c00}', '\u{c7f}')], &["te"]),
    script(&[('\u{c80}', '\u{cff}')], &["kn"]),
    script(&[('\u{d00}', '\u{d7f}')], &["ml"]),
    script(&[('\u{d80}', '\u{dff}')], &["si"]),
    script(&[('ก', '๛')], &["th"]),
    script(&[('\u{e80}', '\u{eff}')], &["lo"]),
    script(&[('ༀ', '\u{fff}')], &["bo", "dz"]),
    script(&[('က', '႟')], &["my"]),
    script(&[('ሀ', '\u{139f}')], &["am", "ti"]),
    script(&[('ក', '\u{17ff}')], &["km"]),
    script(&[('ހ', '\u{7bf}')], &["dv"]),
    script(&[('᐀', 'ᙿ')], &["iu"]),
];

/// Languages of a script that letters tell from its first one: those that they have, and some that they lack.
const MARKS: [(&str, &str, &str); 7] = [
    ("be", "ў", ""),
    ("uk", "їєґ", "ыэъў"),
    ("mk", "ѓќѕ", "ыэ"),
    ("sr", "ђћ", "ыэ"),
    ("bg", "ъ", "ыэё"),
    ("ur", "ٹڈڑےں", ""),
    ("fa", "پچژگ", "ٹڈڑ"),
];

/// What the letters of a text say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByLetters {
    pub(super) language: &'static str,
    /// Whether none of the other languages of the script is as likely.
    is_sure: bool,
    /// The languages of its script.
    languages: &'static [&'static str],
}

impl ByLetters {
    /// Whether a text with these letters is not in a language. Of those with one script, only some can be told.
    pub(super) fn excludes(self, language: &str) -> bool {
        let is_told = || {
            let is_first = [SCRIPTS[0].languages[0], SCRIPTS[1].languages[0]].contains(&language);
            is_first
                || ["zh", "ja", "ko"].contains(&language)
                || MARKS.iter().any(|(marked, ..)| *marked == language)
        };
        language != self.language && (!self.languages.contains(&language) || self.is_sure && is_told())
    }
}

/// The language that the letters of a text tell; `None` for Latin and unknown letters. O(text).
pub(super) fn by_letters(text: &str) -> Option<ByLetters> {
    let mut counts = [0; SCRIPTS.len()];
    let mut all = 0;
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        all += 1;
        if let Some(at) = SCRIPTS.iter().position(|script| !c.is_ascii() && is_in(c, script.blocks)) {
            counts[at] += 1;
        }
    }
    let (at, count) = counts.into_iter().enumerate().max_by_key(|(_, count)| *count)?;
    if count * 100 < all.max(1) * MIN_PERCENT {
        return None;
    }
    let languages = SCRIPTS[at].languages;
    let is_tenth = |blocks| text.chars().filter(|c| is_in(*c, blocks)).count() * 10 >= count;
    let has = |letters: &str| {
        let letters: Vec<char> = letters.chars().collect();
        text.chars().filter(|c| c.to_lowercase().any(|c| letters.contains(&c))).count() * LETTERS_OF_A_MARK
            >= count
            && !letters.is_empty()
    };
    let marked = MARKS.iter().filter(|(language, ..)| languages.contains(language));
    let marked = || {
        marked.clone().find(|(_, marks, others)| has(marks) && !has(others)).map(|(language, ..)| *language)
    };
    let told = match languages[0] {
        "zh" if is_tenth(HANGUL) => Some("ko"),
        "zh" if is_tenth(KANA) => Some("ja"),
        "zh" => Some("zh"),
        _ => marked(),
    };
    let is_sure = told.is_some() || languages.len() == 1;
    Some(ByLetters { language: told.unwrap_or(languages[0]), is_sure, languages })
}

/// Percent of the letters of a text that are in the script of a language, and none if they tell another one. `None` of
/// languages in Latin letters, or if the text is in those and the language has both. O(text).
pub(super) fn percent(text: &str, language: &str) -> Option<usize> {
    let of_language = || SCRIPTS.iter().filter(|script| script.languages.contains(&language));
    of_language().next()?;
    let letters = || text.chars().filter(|c| c.is_alphabetic());
    let is_own = |c: &char| !c.is_ascii() && of_language().any(|script| is_in(*c, script.blocks));
    let percent = letters().filter(is_own).count() * 100 / letters().count().max(1);
    let has_latin = ["sr", "bs", "uz", "az", "kk", "tt", "ku", "tk", "ms"].contains(&language);
    match by_letters(text) {
        Some(found) if found.excludes(language) => Some(0),
        None if has_latin => None,
        _ => Some(percent),
    }
}

fn is_in(c: char, blocks: &[(char, char)]) -> bool {
    blocks.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [(&str, &str); 22] = [
        ("ar", "هذا هو دليل الأداة وما يجب عمله عندما لا يعمل شيء كما ينبغي"),
        ("fa", "این راهنمای ابزار است و می‌گوید که وقتی چیزی کار نمی‌کند چه باید کرد"),
        ("ur", "یہ آلے کی رہنمائی ہے اور بتاتی ہے کہ جب کوئی چیز کام نہ کرے تو کیا کرنا ہے"),
        ("he", "זהו המדריך של הכלי ומה לעשות כאשר משהו אינו עובד כמו שצריך"),
        ("el", "Αυτός είναι ο οδηγός του εργαλείου και τι να κάνετε όταν κάτι δεν λειτουργεί"),
        ("hi", "यह उपकरण की मार्गदर्शिका है और बताती है कि जब कुछ काम न करे तो क्या करें"),
        ("ru", "Это руководство по объекту и то, что делать, если что-то не работает, как было сказано выше"),
        ("uk", "Це посібник з інструмента і те, що робити, якщо щось не працює так, як її описано"),
        ("be", "Гэта дапаможнік па інструменце і тое, што рабіць, калі ўсё не працуе"),
        ("bg", "Това е ръководство за инструмента и какво да направите, когато нещо не работи"),
        ("sr", "Ово је упутство за алат и шта да урадите када нешто не ради, па ћете га поново покренути"),
        ("mk", "Ова е упатство за алатката и што да направите кога нешто не работи, па ќе ја видите"),
        ("hy", "Սա գործիքի ուղեցույցն է և այն, թե ինչ անել, երբ ինչ-որ բան չի աշխատում"),
        ("ka", "ეს არის ხელსაწყოს სახელმძღვანელო და რა უნდა გააკეთოთ"),
        ("ta", "இது கருவியின் வழிகாட்டி மற்றும் என்ன செய்ய வேண்டும்"),
        ("bn", "এটি সরঞ্জামের নির্দেশিকা এবং কিছু কাজ না করলে কী করবেন"),
        ("th", "นี่คือคู่มือของเครื่องมือและสิ่งที่ต้องทำเมื่อมีบางอย่างไม่ทำงาน"),
        ("am", "ይህ የመሳሪያው መመሪያ ነው"),
        ("km", "នេះគឺជាការណែនាំអំពីឧបករណ៍"),
        ("zh", "这是工具的手册,说明出现问题时该怎么办"),
        ("ja", "これは道具の手引きで、動かないときに何をするかを説明します"),
        ("ko", "이것은 도구의 안내서이며 무엇인가 작동하지 않을 때 할 일을 설명합니다"),
    ];

    #[test]
    fn letters_tell_languages() {
        for (language, text) in TEXTS {
            let text = format!("{text} docfuse build");
            let found = by_letters(&text).unwrap();
            assert_eq!(found.language, language, "{text}");
            assert!(!found.excludes(language) && found.excludes("en") && found.excludes("sv"), "{language}");
            assert!(percent(&text, language) >= Some(MIN_PERCENT), "{language}");
            assert_eq!(percent(&text, "pl"), None);
        }
        for text in ["", "12 + 3", "The letters α and β of docfuse", "Żółć i jaźń", "Tiếng Việt"]
        {
            assert_eq!(by_letters(text), None, "{text}");
        }
    }

    #[test]
    fn languages_of_one_script_are_told_where_their_letters_are() {
        let text = |language: &str| TEXTS.iter().find(|(known, _)| *known == language).unwrap().1;
        for (of_text, language, excluded) in [
            ("ja", "zh", true),
            ("zh", "ja", true),
            ("uk", "ru", true),
            ("ru", "uk", false),
            ("fa", "ar", true),
            // Nothing tells them.
            ("ru", "tt", false),
            ("sr", "kk", false),
            ("hi", "mr", false),
            ("ar", "ps", false),
            ("he", "yi", false),
        ] {
            let found = by_letters(text(of_text)).unwrap();
            assert_eq!(found.excludes(language), excluded, "{of_text} {language}");
            assert_eq!(percent(text(of_text), language) == Some(0), excluded, "{of_text} {language}");
        }
        assert_eq!(percent("Ovo je uputstvo za alat", "sr"), None);
        assert_eq!(percent("This is the guide", "ru"), Some(0));
    }
}
