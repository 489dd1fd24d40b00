//! Language tags (BCP 47): [`tag`], and folders that are named for a language ([`folder`], [`is_known`], [`of_country`]).

/// How deep a folder for a language may lie: `org/project/docs/stable/pt-br/`.
const MAX_DEPTH: usize = 6;

/// Codes of countries by which folders are called in place of a language.
#[rustfmt::skip]
const COUNTRIES: [(&str, &str); 24] = [
    ("ae", "ar"), ("am", "hy"), ("ar", "es"), ("at", "de"), ("br", "pt"), ("by", "be"), ("ch", "de"), ("cn", "zh"),
    ("cz", "cs"), ("eg", "ar"), ("gb", "en"), ("ge", "ka"), ("gr", "el"), ("hk", "zh"), ("il", "he"), ("in", "hi"),
    ("ir", "fa"), ("jp", "ja"), ("kr", "ko"), ("mx", "es"), ("rs", "sr"), ("tw", "zh"), ("ua", "uk"), ("us", "en"),
];

/// Languages with a tag of two letters (ISO 639-1), besides those that are hardly written.
#[rustfmt::skip]
const KNOWN: [&str; 109] = [
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "bo", "br", "bs", "ca", "co", "cs", "cy", "da", "de", "dv", "dz", "el",
    "en", "eo", "es", "et", "eu", "fa", "ff", "fi", "fo", "fr", "fy", "ga", "gd", "gl", "gu", "ha", "he", "hi", "hr", "ht",
    "hu", "hy", "id", "ig", "is", "it", "iu", "ja", "jv", "ka", "kk", "kl", "km", "kn", "ko", "ku", "ky", "la", "lb", "lo",
    "lt", "lv", "mg", "mi", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "no", "oc", "or", "pa", "pl",
    "ps", "pt", "ro", "ru", "rw", "sa", "sd", "si", "sk", "sl", "so", "sq", "sr", "su", "sv", "sw", "ta", "te", "tg", "th",
    "tk", "tr", "tt", "ug", "uk", "ur", "uz", "vi", "zh",
];

/// Whether a [`tag`] names a language, rather than a folder such as `api` or `src`.
pub(crate) fn is_known(tag: &str) -> bool {
    KNOWN.contains(&primary(tag))
}

/// The tag of a folder that is called by the code of a country: `ja-jp` of `jp`. Only a text shows that it is one.
pub(crate) fn of_country(folder: &str) -> Option<String> {
    let known = COUNTRIES.iter().find(|(country, _)| folder.eq_ignore_ascii_case(country));
    known.map(|(country, language)| format!("{language}-{country}"))
}

/// Language, script and region of a tag in lower case, separated by hyphens: `pt-br` of `pt_BR`. `None` if the tag is
/// invalid or means an unknown language.
pub fn tag(lang: &str) -> Option<String> {
    let lang = lang.trim().to_ascii_lowercase();
    let mut subtags = lang.split(',').next().unwrap_or("").split(['-', '_']);
    let alphabetic = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let primary = subtags.next().filter(|part| (2..=3).contains(&part.len()) && alphabetic(part))?;
    if primary == "und" {
        return None;
    }
    let mut tag = primary.to_owned();
    let mut rest = subtags.peekable();
    let is_script = |part: &&str| part.len() == 4 && alphabetic(part);
    let is_region = |part: &&str| match part.len() {
        2 => alphabetic(part),
        3 => part.bytes().all(|byte| byte.is_ascii_digit()),
        _ => false,
    };
    let script = rest.next_if(is_script);
    let region = rest.next_if(is_region);
    script.into_iter().chain(region).for_each(|part| tag.extend(["-", part]));
    Some(tag)
}

/// The primary subtag of a [`tag`].
pub fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

/// The first folders around a page, which may be named for its language, outermost first.
pub(crate) fn folders(url: &str) -> impl Iterator<Item = &str> {
    let (folders, _) = url.rsplit_once('/').unwrap_or_default();
    folders.split('/').filter(|folder| !folder.is_empty()).take(MAX_DEPTH)
}

/// The folder around a page that is named for its language, by a tag with the same primary subtag or by the region:
/// `pt`, `pt-PT` or `br` for `pt-br`.
pub(crate) fn folder<'a>(url: &'a str, language: &str) -> Option<&'a str> {
    let region = language.rsplit_once('-').map(|(_, region)| region);
    let names = |folder: &&str| {
        let own =
            tag(folder).is_some_and(|tag| primary(&tag) == primary(language) && tag.len() == folder.len());
        own || region.is_some_and(|region| folder.eq_ignore_ascii_case(region))
    };
    folders(url).find(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_one_form() {
        for (lang, expected) in [
            ("de", Some("de")),
            (" pt_BR ", Some("pt-br")),
            ("zh-Hant-TW", Some("zh-hant-tw")),
            ("zh-Hans", Some("zh-hans")),
            ("es-419", Some("es-419")),
            ("en-US,de", Some("en-us")),
            ("de-1996", Some("de")),
            ("sl-rozaj-biske", Some("sl")),
            ("English", None),
            ("und", None),
            ("", None),
        ] {
            assert_eq!(tag(lang).as_deref(), expected, "{lang}");
        }
    }

    #[test]
    fn folders_are_named_for_languages() {
        for (url, language, expected) in [
            ("pt-BR/a.html", "pt-br", Some("pt-BR")),
            ("docs/pt/a.html", "pt-br", Some("pt")),
            ("br/a.html", "pt-br", Some("br")),
            ("br/a.html", "pt", None),
            ("docs/cn/a.html", "zh-cn", Some("cn")),
            ("de/a.html", "en", None),
            ("de-guide/a.html", "de", None),
            ("a/b/c/de/a.html", "de", Some("de")),
            ("a/b/c/d/e/f/de/a.html", "de", None),
            ("de.html", "de", None),
        ] {
            assert_eq!(folder(url, language), expected, "{url} {language}");
        }
    }
}
