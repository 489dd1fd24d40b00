//! Small word lists of several languages, and names that no dictionary has.

use super::random::Random;

/// The words of a language.
pub struct Tongue {
    pub code: &'static str,
    nouns: &'static [&'static str],
    adjectives: &'static [&'static str],
    /// `{n}`, `{a}` and `{N}` stand for a noun, an adjective and a name.
    sentences: &'static [&'static str],
    syllables: &'static [&'static str],
    /// Between the words of a title.
    pub space: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub home: &'static str,
    pub updated: &'static str,
    pub rights: &'static str,
    pub months: &'static [&'static str; 3],
    /// A heading of a second section, and of a third.
    pub headings: &'static [&'static str; 2],
}

const LATIN: &[&str] = &["bre", "lo", "tavi", "kor", "mun", "sel", "dra", "pio", "gan", "vex", "ru", "olm"];

pub const TONGUES: [Tongue; 6] = [
    Tongue {
        code: "en",
        nouns: &[
            "chargeback",
            "ledger",
            "valve",
            "harbour",
            "lantern",
            "cursor",
            "orchard",
            "socket",
            "bridge",
            "kettle",
            "parcel",
            "window",
            "garden",
            "signal",
            "voucher",
            "engine",
            "barrel",
            "ribbon",
            "meadow",
            "filter",
        ],
        adjectives: &[
            "pending", "broken", "quiet", "narrow", "remote", "frozen", "bright", "hollow", "sturdy", "empty",
        ],
        sentences: &[
            "The {n} of {N} is {a}, and the {n} stays where it was.",
            "Close the {a} {n} before {N} opens the {n} again.",
            "When a {n} is {a}, the {n} of {N} has to wait for it.",
        ],
        syllables: LATIN,
        space: " ",
        previous: "Previous",
        next: "Next",
        home: "Home",
        updated: "Last updated on",
        rights: "All rights reserved.",
        months: &["January", "May", "October"],
        headings: &["Causes", "What to do"],
    },
    Tongue {
        code: "de",
        nouns: &[
            "Rechnung",
            "Ventil",
            "Hafen",
            "Laterne",
            "Zeiger",
            "Obstgarten",
            "Buchse",
            "Brücke",
            "Kessel",
            "Paket",
            "Fenster",
            "Garten",
            "Signal",
            "Gutschein",
            "Motor",
            "Fass",
            "Schleife",
            "Wiese",
            "Filter",
            "Schlüssel",
        ],
        adjectives: &[
            "offen", "kaputt", "leise", "schmal", "entfernt", "gefroren", "hell", "hohl", "stabil", "leer",
        ],
        sentences: &[
            "Das {n} von {N} ist {a}, und das {n} bleibt, wo es war.",
            "Wenn ein {n} {a} ist, muss das {n} von {N} darauf warten.",
            "Vor dem nächsten {n} wird {N} geschlossen, denn es ist nicht {a}.",
        ],
        syllables: LATIN,
        space: " ",
        previous: "Zurück",
        next: "Weiter",
        home: "Startseite",
        updated: "Zuletzt geändert am",
        rights: "Alle Rechte vorbehalten.",
        months: &["Januar", "Mai", "Oktober"],
        headings: &["Ursachen", "Was zu tun ist"],
    },
    Tongue {
        code: "fr",
        nouns: &[
            "facture",
            "soupape",
            "port",
            "lanterne",
            "curseur",
            "verger",
            "prise",
            "pont",
            "bouilloire",
            "colis",
            "fenêtre",
            "jardin",
            "signal",
            "bon",
            "moteur",
            "tonneau",
            "ruban",
            "prairie",
            "filtre",
            "serrure",
        ],
        adjectives: &[
            "ouvert", "cassé", "calme", "étroit", "distant", "gelé", "clair", "creux", "solide", "vide",
        ],
        sentences: &[
            "Le {n} de {N} est {a}, et le {n} reste où il était.",
            "Quand un {n} est {a}, le {n} de {N} doit attendre.",
            "Il faut fermer le {n} avant que {N} ne soit {a}.",
        ],
        syllables: LATIN,
        space: " ",
        previous: "Précédent",
        next: "Suivant",
        home: "Accueil",
        updated: "Dernière mise à jour le",
        rights: "Tous droits réservés.",
        months: &["janvier", "mai", "octobre"],
        headings: &["Causes", "Que faire"],
    },
    Tongue {
        code: "es",
        nouns: &[
            "factura", "válvula", "puerto", "linterna", "cursor", "huerto", "enchufe", "puente", "caldera",
            "paquete", "ventana", "jardín", "señal", "vale", "motor", "barril", "cinta", "prado", "filtro",
            "llave",
        ],
        adjectives: &[
            "abierto", "roto", "quieto", "estrecho", "remoto", "helado", "claro", "hueco", "firme", "vacío",
        ],
        sentences: &[
            "El {n} de {N} está {a}, y el {n} se queda donde estaba.",
            "Cuando un {n} está {a}, el {n} de {N} tiene que esperar.",
            "Hay que cerrar el {n} antes de que {N} sea {a}.",
        ],
        syllables: LATIN,
        space: " ",
        previous: "Anterior",
        next: "Siguiente",
        home: "Inicio",
        updated: "Última actualización el",
        rights: "Todos los derechos reservados.",
        months: &["enero", "mayo", "octubre"],
        headings: &["Causas", "Qué hacer"],
    },
    Tongue {
        code: "ru",
        nouns: &[
            "счёт",
            "клапан",
            "порт",
            "фонарь",
            "курсор",
            "сад",
            "разъём",
            "мост",
            "котёл",
            "пакет",
            "окно",
            "сигнал",
            "купон",
            "мотор",
            "бочонок",
            "шнур",
            "луг",
            "фильтр",
            "ключ",
            "замок",
        ],
        adjectives: &[
            "открыт",
            "сломан",
            "тихий",
            "узкий",
            "далёкий",
            "замёрз",
            "яркий",
            "полый",
            "прочный",
            "пуст",
        ],
        sentences: &[
            "Если {n} ещё {a}, то {n} для {N} должен ждать.",
            "Этот {n} от {N} был {a}, и {n} остаётся на месте.",
            "Закройте {n}, прежде чем {N} станет {a}.",
        ],
        syllables: &["бре", "ло", "тави", "кор", "мун", "сел", "дра", "пио", "ган", "век", "ру", "олм"],
        space: " ",
        previous: "Назад",
        next: "Вперёд",
        home: "Главная",
        updated: "Последнее обновление",
        rights: "Все права защищены.",
        months: &["января", "мая", "октября"],
        headings: &["Причины", "Что делать"],
    },
    Tongue {
        code: "ja",
        nouns: &[
            "請求書",
            "弁",
            "港",
            "提灯",
            "果樹園",
            "橋",
            "小包",
            "窓",
            "庭",
            "信号",
            "機関",
            "樽",
            "草原",
            "鍵",
            "倉庫",
            "時計",
        ],
        adjectives: &["未払い", "故障", "静か", "狭い", "遠い", "凍結", "明るい", "空", "頑丈", "有効"],
        sentences: &[
            "{N}の{n}は{a}です。{n}はそのままにしてください。",
            "{n}が{a}のときは、{N}の{n}を待ちます。",
            "{N}を開く前に、{a}の{n}を閉じてください。",
        ],
        syllables: &[
            "ブレ", "ロー", "タビ", "コル", "ムン", "セル", "ドラ", "ピオ", "ガン", "ベク", "ルー", "オム",
        ],
        space: "",
        previous: "前へ",
        next: "次へ",
        home: "ホーム",
        updated: "最終更新日",
        rights: "無断転載を禁じます。",
        months: &["1月", "5月", "10月"],
        headings: &["原因", "対処方法"],
    },
];

impl Tongue {
    pub fn noun(&self, random: &mut Random) -> &'static str {
        random.one_of(self.nouns)
    }

    pub fn adjective(&self, random: &mut Random) -> &'static str {
        random.one_of(self.adjectives)
    }

    /// A name of three or four syllables; of a few hundred pages, nearly all differ.
    pub fn name(&self, random: &mut Random) -> String {
        let count = 3 + random.below(2);
        let name: String = (0..count).map(|_| random.one_of(self.syllables)).collect();
        let mut letters = name.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
    }

    pub fn sentence(&self, random: &mut Random) -> String {
        let mut rest = random.one_of(self.sentences);
        let mut sentence = String::new();
        while let Some((before, after)) = rest.split_once('{') {
            sentence.push_str(before);
            sentence.push_str(&match &after[..1] {
                "n" => self.noun(random).to_owned(),
                "a" => self.adjective(random).to_owned(),
                _ => self.name(random),
            });
            rest = &after[2..];
        }
        sentence + rest
    }

    pub fn sentences(&self, count: usize, random: &mut Random) -> String {
        let sentences: Vec<String> = (0..count).map(|_| self.sentence(random)).collect();
        sentences.join(self.space)
    }
}
