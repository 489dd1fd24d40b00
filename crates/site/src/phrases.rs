//! Words of natural languages in headings and links: [`PHRASES`], a row for each language.
//!
//! Every row applies to every page, whatever its language: translated sites keep English furniture.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::generators;
use docfuse::text::fold;

/// The words of one language, in lower case unless noted.
struct Phrases {
    /// Articles, which readers omit.
    articles: &'static [&'static str],
    /// Words before the number of a part of a book, in the case of titles.
    parts: &'static [&'static str],
    /// Kinds of syntax that follow a name in a heading, in lower case.
    kinds: &'static [&'static str],
    /// Remarks: words before a colon that are not the topic of the rest.
    remarks: &'static [&'static str],
    /// Words of link texts that do not say where the link leads; folded.
    empty_link_words: &'static [&'static str],
    /// Names of the current version of a site, the most current first.
    current_versions: &'static [&'static str],
    /// Names of a version that is not released yet.
    unreleased_versions: &'static [&'static str],
    /// Names of pages about what changed from version to version, or will change, and who worked on it.
    release_notes: &'static [&'static str],
    /// Names that such pages have, and other pages too.
    news: &'static [&'static str],
    /// First headings of such pages, if a version follows.
    versioned: &'static [&'static str],
}

const NONE: Phrases = Phrases {
    articles: &[],
    parts: &[],
    kinds: &[],
    remarks: &[],
    empty_link_words: &[],
    current_versions: &[],
    unreleased_versions: &[],
    release_notes: &[],
    news: &[],
    versioned: &[],
};

static PHRASES: &[Phrases] = &[
    ENGLISH, CHINESE, DUTCH, FRENCH, GERMAN, ITALIAN, JAPANESE, KOREAN, POLISH, PORTUGUESE, RUSSIAN, SPANISH,
];

const ENGLISH: Phrases = Phrases {
    articles: &["the", "a", "an"],
    parts: &["Chapter", "Appendix", "Part", "Section"],
    kinds: &["clause", "keyword", "operator", "statement"],
    remarks: &["caution", "example", "important", "note", "step", "tip", "todo", "warning"],
    #[rustfmt::skip]
    empty_link_words: &[
        "a", "above", "also", "an", "and", "appendix", "back", "below", "chapter", "click", "contents", "details",
        "down", "edit", "example", "figure", "follow", "following", "for", "go", "here", "home", "in", "index", "it",
        "learn", "link", "more", "next", "note", "of", "on", "page", "part", "permalink", "prev", "previous", "read",
        "section", "see", "source", "step", "table", "that", "the", "there", "these", "this", "those", "to", "top",
        "up",
    ],
    current_versions: &["stable", "current", "latest"],
    #[rustfmt::skip]
    unreleased_versions: &[
        "canary", "dev", "devel", "develop", "development", "edge", "main", "master", "next", "nightly", "unreleased",
    ],
    #[rustfmt::skip]
    release_notes: &[
        "api change", "api changes", "breaking change", "breaking changes", "change history", "change log", "change logs",
        "deprecated api", "deprecated apis", "deprecation notes", "deprecations", "release history", "release log", "release note", "release notes", "revision history",
        "road map", "version history", "whats new", "whats new in",
    ],
    news: &["changes", "history", "migration guide", "news", "releases", "upgrade guide"],
    #[rustfmt::skip]
    versioned: &[
        "changes", "changes for", "changes in", "migrating to", "migration guide", "migration to", "release", "update to",
        "upgrade guide", "upgrading to", "version", "what changed in",
    ],
};

const CHINESE: Phrases = Phrases {
    #[rustfmt::skip]
    release_notes: &[
        "发布说明", "发布日志", "路线图", "发行说明", "变更日志", "更新日志", "更新历史", "版本说明", "版本历史", "發行說明", "更新日誌", "變更日誌", "版本說明",
    ],
    news: &["更新", "新闻"],
    ..NONE
};

const DUTCH: Phrases = Phrases {
    release_notes: &["release-opmerkingen", "wijzigingslogboek"],
    news: &["nieuws", "wijzigingen"],
    ..NONE
};

const FRENCH: Phrases = Phrases {
    release_notes: &[
        "feuille de route",
        "historique des versions",
        "journal des modifications",
        "notes de publication",
        "notes de version",
        "notes de versions",
    ],
    news: &["historique", "modifications", "nouveautés"],
    versioned: &["migration vers", "modifications de la version", "nouveautés de la version", "version"],
    ..NONE
};

const GERMAN: Phrases = Phrases {
    release_notes: &[
        "änderungshistorie",
        "änderungsprotokoll",
        "versionsgeschichte",
        "versionshinweise",
        "versionshistorie",
    ],
    news: &["änderungen", "neues", "neuigkeiten"],
    versioned: &["änderungen", "änderungen in", "neu in", "umstieg auf", "version"],
    ..NONE
};

const ITALIAN: Phrases = Phrases {
    release_notes: &["cronologia delle versioni", "note di rilascio", "note di versione"],
    news: &["modifiche", "novità"],
    ..NONE
};

const JAPANESE: Phrases = Phrases {
    release_notes: &["リリースノート", "ロードマップ", "変更履歴", "更新履歴"],
    news: &["お知らせ", "変更点"],
    ..NONE
};

const KOREAN: Phrases = Phrases {
    release_notes: &["로드맵", "릴리스 노트", "릴리즈 노트", "변경 로그", "변경 이력"],
    news: &["변경 사항", "새 소식"],
    ..NONE
};

const POLISH: Phrases = Phrases {
    release_notes: &[
        "dziennik zmian",
        "historia wersji",
        "historia zmian",
        "informacje o wydaniu",
        "lista zmian",
    ],
    news: &["nowości", "zmiany"],
    ..NONE
};

const PORTUGUESE: Phrases = Phrases {
    release_notes: &[
        "histórico de versões",
        "notas da versão",
        "notas de lançamento",
        "notas de versão",
        "registro de alterações",
        "registro de mudanças",
    ],
    news: &["novidades"],
    ..NONE
};

const RUSSIAN: Phrases = Phrases {
    release_notes: &[
        "дорожная карта",
        "заметки о выпуске",
        "история версий",
        "история изменений",
        "примечания к выпуску",
        "список изменений",
    ],
    news: &["изменения", "новости", "что нового"],
    ..NONE
};

const SPANISH: Phrases = Phrases {
    release_notes: &[
        "historial de cambios",
        "historial de versiones",
        "notas de la versión",
        "hoja de ruta",
        "notas de lanzamiento",
        "registro de cambios",
    ],
    news: &["cambios", "novedades"],
    versioned: &["cambios en", "migración a", "novedades de la versión", "versión"],
    ..NONE
};

/// Whether a word is an article.
pub(super) fn is_article(word: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.articles).any(|article| word.eq_ignore_ascii_case(article))
}

/// Whether a word precedes the number of a part of a book, such as "Chapter".
pub(super) fn is_part(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.parts.contains(&word))
}

/// Whether a word says what kind of syntax the words before it are, such as "Clause".
pub(super) fn is_kind(word: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.kinds).any(|kind| word.eq_ignore_ascii_case(kind))
}

/// Whether the text before a colon is a remark such as "Note", not a topic.
pub(super) fn is_remark(text: &str) -> bool {
    PHRASES.iter().flat_map(|phrases| phrases.remarks).any(|remark| text.eq_ignore_ascii_case(remark))
}

/// Whether a folded word of a link text does not say where the link leads.
pub(super) fn is_empty_link_word(word: &str) -> bool {
    PHRASES.iter().any(|phrases| phrases.empty_link_words.contains(&word))
}

/// The place of a version among those that are called the current one, the most current first.
pub(super) fn current_version(name: &str) -> Option<usize> {
    let mut known = PHRASES.iter().flat_map(|phrases| phrases.current_versions);
    known.position(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a version is called one that is not released yet.
pub(super) fn is_unreleased_version(name: &str) -> bool {
    PHRASES
        .iter()
        .flat_map(|phrases| phrases.unreleased_versions)
        .any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a name is one of release notes or changelogs. It is folded and has nothing but letters.
pub(super) fn is_release_notes(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| joined(|phrases| phrases.release_notes));
    NAMES.contains(name) || generators::is_release_notes(name)
}

/// Whether a name may be one of release notes. It is folded and has nothing but letters.
pub(super) fn is_news(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| joined(|phrases| phrases.news));
    NAMES.contains(name)
}

/// Whether a first heading that names a version is one of release notes. It is folded and has nothing but letters.
pub(super) fn is_versioned_notes(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| joined(|phrases| phrases.versioned));
    NAMES.contains(name)
}

/// Names of all languages, folded and without anything but letters.
fn joined(names: fn(&Phrases) -> &'static [&'static str]) -> HashSet<String> {
    let letters = |name: &&str| fold(name).chars().filter(|c| c.is_alphanumeric()).collect();
    PHRASES.iter().flat_map(names).map(letters).collect()
}
