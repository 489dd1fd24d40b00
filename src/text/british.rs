//! One spelling for words that British and American English write differently: `colour` and `color`, `organise` and
//! `organize`, `centre` and `center`.
//!
//! Before they are stemmed, words are rewritten as American ones, by rules for endings. Each rule says behind which
//! beginnings it applies, or does not, so that no two different words become one.

use std::borrow::Cow;

use super::{concat, cut};

/// Bytes of the shortest word that differs: "fibre".
const SHORTEST: usize = 5;

/// What stands before "our" where American English has "or".
const BEFORE_OUR: &str = "arb arm behavi cand clam col demean enam endeav fav ferv flav hon hum lab neighb od parl ranc \
                          rig rum sav savi splend tum val vap vig";

/// Beginnings, and what follows them in British and in American English, before an inflection.
const ROWS: [(&str, &str, &str); 10] = [
    ("anal breathal catal dial electrol hydrol paral pyrol", "ys", "yz"),
    ("anal catal dial", "ogu", "og"),
    ("def lic off pret", "enc", "ens"),
    ("pract", "is", "ic"),
    ("cent fib lit met spect theat", "re", "er"),
    ("cent", "red", "ered"),
    ("cent", "ring", "ering"),
    ("di tri", "all", "al"),
    ("fu", "ell", "el"),
    ("progr", "amme", "am"),
];

/// Inflections behind an ending of [`ROWS`]; the first is none.
const INFLECTIONS: &str = " s e es ed er ers ing able";

/// Inflections behind "is" where American English has "iz".
const AFTER_IS: &str = "e es ed er ers ing able ably ability ation ations ational ement ingly";

/// Ends of what stands before "is" in words that American English writes with "s" too: "raise", "compromise".
const KEEPS_IS: &str = "a ch e o p pr u w advert chast dem expert merchand parad prem prom sunr surm treat";

/// The American spelling of a folded word. Cost: comparisons of its ending; allocates for British words only.
pub(super) fn american(word: &str) -> Cow<'_, str> {
    if word.len() < SHORTEST {
        return word.into();
    }
    let plain = without_u(word.strip_suffix("'s").unwrap_or(word));
    let respelled = INFLECTIONS.split(' ').find_map(|inflection| by_rows(&plain, inflection));
    let respelled =
        respelled.or_else(|| AFTER_IS.split(' ').find_map(|inflection| with_z(&plain, inflection)));
    match (respelled, plain) {
        (Some(respelled), _) => respelled.into(),
        (None, Cow::Owned(plain)) => plain.into(),
        (None, Cow::Borrowed(_)) => word.into(),
    }
}

fn ends(word: &str, with: &str) -> bool {
    with.split(' ').any(|end| word.ends_with(end))
}

fn without_u(word: &str) -> Cow<'_, str> {
    let is_british = |at: &usize| ends(cut(word, ..*at), BEFORE_OUR);
    let mut places = word.as_bytes().windows(3).enumerate().filter(|(_, three)| *three == b"our");
    match places.next().map(|(at, _)| at).filter(is_british) {
        Some(at) => concat(&[cut(word, ..=at), cut(word, at + 2..)]).into(),
        None => word.into(),
    }
}

fn by_rows(word: &str, inflection: &str) -> Option<String> {
    let word = word.strip_suffix(inflection)?;
    ROWS.iter().find_map(|(beginnings, british, american)| {
        let beginning = word.strip_suffix(british)?;
        ends(beginning, beginnings).then(|| concat(&[beginning, american, inflection]))
    })
}

fn with_z(word: &str, inflection: &str) -> Option<String> {
    let beginning = word.strip_suffix(inflection)?.strip_suffix("is")?;
    let keeps = beginning.len() < 3 || ends(beginning, KEEPS_IS);
    // "Exercise" and "advise", but "criticise" and "incentivise".
    let keeps = keeps || ends(beginning, "c v") && !ends(beginning, "ic iv");
    (!keeps).then(|| concat(&[beginning, "iz", inflection]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::english::{may_have_stem, stem};

    fn stem_of(word: &str) -> String {
        stem(&american(word))
    }

    /// Word lists (Debian's `wamerican-large` and `wbritish-large`) showed which words the rules change.
    #[test]
    fn both_spellings_have_one_stem() {
        for pairs in [
            "colour color, colours colors, coloured colored, colouring coloring, colour's color's",
            "behaviour behavior, behaviours behaviors, behavioural behavioral, misbehaviour misbehavior",
            "favourite favorite, unfavourable unfavorable, honour honor, labour labor, flavours flavors",
            "neighbour neighbor, neighbouring neighboring, neighbourhood neighborhood, armour armor",
            "endeavour endeavor, rumour rumor, humour humor, harbour harbor, rigour rigor, vapour vapor",
            "colourise colorize, vaporised vaporized",
            "organise organize, organises organizes, organised organized, organising organizing",
            "organiser organizer, organisers organizers, organisation organization",
            "organisational organizational, realise realize, realisable realizable, recognise recognize",
            "serialise serialize, serialisation serialization, initialise initialize, tokeniser tokenizer",
            "optimisation optimization, normalised normalized, customise customize, customisable customizable",
            "synchronise synchronize, minimise minimize, maximising maximizing, prioritise prioritize",
            "summarise summarize, categorise categorize, criticise criticize, incentivise incentivize",
            "amortised amortized, randomised randomized, sympathise sympathize, emphasises emphasizes",
            "analyse analyze, analysed analyzed, analysing analyzing, analyser analyzer, paralysed paralyzed",
            "centre center, centres centers, centred centered, centring centering, recentre recenter",
            "metre meter, kilometres kilometers, litre liter, fibre fiber, theatre theater, spectre specter",
            "catalogue catalog, catalogues catalogs, catalogued cataloged, cataloguing cataloging",
            "dialogue dialog, dialogues dialogs, analogue analog",
            "licence license, licences licenses, defence defense, offence offense, pretence pretense",
            "practise practice, practised practiced, practising practicing",
            "travelled traveled, travelling traveling, traveller traveler, labelled labeled, modelling modeling",
            "cancelled canceled, signalling signaling, channelled channeled, tunnelling tunneling",
            "levelled leveled, marshalling marshaling, dialled dialed, fuelling fueling",
            "enrol enroll, fulfil fulfill, enrolment enrollment, programme program, programmes programs",
        ] {
            for pair in pairs.split(", ") {
                let (british, other) = pair.split_once(' ').unwrap();
                assert_eq!(stem_of(british), stem_of(other), "{pair}");
                assert_eq!(american(other), other);
                let upper = british.to_ascii_uppercase();
                assert!(may_have_stem(upper.as_bytes(), stem_of(british).as_bytes()), "{british}");
            }
        }
    }

    /// Words that no list has, too: each beginning, ending and two inflections of the rules.
    #[test]
    fn respelled_words_may_have_their_stems() {
        let mut roots: Vec<String> =
            BEFORE_OUR.split(' ').map(|beginning| format!("{beginning}our")).collect();
        for (beginnings, british, _) in ROWS {
            roots.extend(beginnings.split(' ').map(|beginning| format!("{beginning}{british}")));
        }
        roots.extend(
            ["adv", "brt", "org", "crit", "real", "incent"].map(|beginning| format!("{beginning}is")),
        );
        for (root, one, two) in roots.iter().flat_map(|root| {
            let inflections = || INFLECTIONS.split(' ').chain(AFTER_IS.split(' '));
            inflections().flat_map(move |one| inflections().map(move |two| (root, one, two)))
        }) {
            for word in [format!("{root}{one}{two}"), format!("x{root}{one}{two}'s")] {
                let (upper, stem) = (word.to_ascii_uppercase(), stem_of(&word));
                assert!(may_have_stem(upper.as_bytes(), stem.as_bytes()), "{word}: {stem}");
            }
        }
    }

    #[test]
    fn other_words_stay() {
        for words in [
            "hour hours our ours your four fourth flour tour tours detour contour contours velour glamour",
            "pour pouring sour devour scour source sources course courses resource resources journal court",
            "courier tournament gourmet nourish encourage amour troubadour paramour",
            "size sizes prize rise rises rising raise raised arise wise otherwise likewise clockwise noise",
            "precise precision concise exercise exercises advise adviser devise revise revised supervise",
            "improvise improvisation compromise promise promises premise premises surprise comprise comprised",
            "enterprise enterprises reprise disguise cruise bruise franchise merchandise paradise expertise",
            "advertise advertised advertisement treatise despise demise sunrise this basis analysis axis list",
            "listing existing missing visit miss dismissed registers visible advisable history",
            "where here there core store more fire require figure retire acre ogre lettre parameter diameter",
            "metric parametric symmetry central cluster filter hundred",
            "rogue vogue prologue epilogue prolog analogy analogous catalog",
            "difference reference references sequence fence hence science essence influence presence",
            "always polys ally all called falling rolled install installed controlled tell telling full fuel",
            "programmer programming programmed",
            "",
        ] {
            for word in words.split(' ') {
                assert_eq!(american(word), word);
            }
        }
        for (one, other) in [
            ("metre", "metric"),
            ("meter", "metric"),
            ("prologue", "prolog"),
            ("expertise", "expert"),
            ("paradise", "parade"),
            ("treatise", "treat"),
            ("prise", "prize"),
            ("size", "sise"),
            ("four", "for"),
            ("tour", "tor"),
            ("hour", "hor"),
            ("fibre", "fibrous"),
            ("advertise", "advert"),
        ] {
            assert_ne!(stem_of(one), stem_of(other), "{one} {other}");
        }
    }
}
