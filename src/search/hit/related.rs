//! Related words: what a reader may search for in place of a word that few sections have, or of any word if nothing was
//! found or the fit is weak. The lexicon has them beside the vectors of terms.

use std::ops::Range;

use crate::index::{BlockId, BlockKind, Reads, Setting, Slot, Store};
use crate::order::sort;
use crate::search::answer::{Degraded, Mode, Related, RelatedWord, Request, file_problem};
use crate::search::fusion::rank::Ranked;
use crate::search::lookup::{Found, TermLookup};
use crate::search::parse::{Clause, Occur, ParsedQuery};
use crate::text::{Analyzer, TermKind, concat, cut};

/// The name of this stage among problems.
pub(in crate::search) const RELATED: &str = "related";

/// Related words are offered for a word in at most so many sections; 0 for never, whatever was found.
pub(in crate::search) const SECTIONS: Setting = Setting::whole("related.sections", 10.0, 0.0, 1_000_000.0);

/// Words of a query for which related words are offered.
const MAX_WORDS: usize = 3;

/// Words of a query whose related words are looked up, the rarest: some have none, and each may take a block.
const MAX_SOUGHT: usize = 6;

/// A word of the query, and where the index has its term.
struct Sought {
    /// Smaller for words in fewer sections, then for earlier ones.
    rank: u64,
    span: Range<usize>,
    block: usize,
    place: usize,
}

/// Whether queries are offered related words. Without the lexicon, the answer by words is shown before another one, and
/// may cost nothing more.
pub(in crate::search) fn answers<S: Reads>(
    store: &Store<S>,
    request: &Request,
    uses_lexicon: bool,
    has_vector: bool,
) -> bool {
    store.directory().lexicon.is_some()
        && match request.mode {
            Mode::Hybrid => uses_lexicon || has_vector,
            Mode::Lexicon => true,
            Mode::Lexical | Mode::Dense => false,
        }
}

/// The blocks that have the related words, if they are missing.
pub(in crate::search) fn need<S: Reads>(
    store: &Store<S>,
    query: &ParsedQuery,
    ranked: &Ranked,
) -> Vec<BlockId> {
    let mut need: Vec<BlockId> = Vec::new();
    for Sought { block, .. } in sought(store, query, ranked) {
        let id = BlockKind::TermVectors.block(block);
        if store.is_missing(id) && !need.contains(&id) {
            need.push(id);
        }
    }
    need
}

/// The related words of a query; blocks that failed are told beside it.
pub(in crate::search) fn related<S: Reads>(
    store: &Store<S>,
    analyzer: &Analyzer,
    query: &ParsedQuery,
    ranked: &Ranked,
) -> (Vec<Related>, Vec<Degraded>) {
    let (mut found, mut degraded) = (Vec::new(), Vec::new());
    for Sought { span, block, place, .. } in sought(store, query, ranked) {
        let vectors = match store.term_vectors(block) {
            Slot::Ready(vectors) => vectors,
            Slot::Failed(error) => {
                degraded.push(file_problem(RELATED, error));
                continue;
            }
            Slot::Missing => continue,
        };
        let is_new = |other: &&str| {
            let mut is_new = true;
            analyzer.terms(other, |term| is_new &= ranked.terms.iter().all(|known| known.text != term.text));
            is_new
        };
        let text = &query.text;
        let (before, word, behind) =
            (cut(text, ..span.start), cut(text, span.clone()), cut(text, span.end..));
        let related: Vec<RelatedWord> = vectors
            .related(place)
            .into_iter()
            .filter(is_new)
            .map(|other| RelatedWord { word: other.to_owned(), query: concat(&[before, other, behind]) })
            .collect();
        if !related.is_empty() {
            found.push(Related { word: word.to_owned(), related });
        }
    }
    found.truncate(MAX_WORDS);
    (found, degraded)
}

/// The words for which related ones are looked up, in the order of the query.
fn sought<S: Reads>(store: &Store<S>, query: &ParsedQuery, ranked: &Ranked) -> Vec<Sought> {
    let most = store.directory().ranking.get(&SECTIONS) as u32;
    let is_unfit = ranked.shown.is_empty() || ranked.fit.is_some();
    let mut lookup = TermLookup::new(store);
    let mut sought = Vec::new();
    for (number, clause) in query.clauses.iter().enumerate().filter(|(_, clause)| is_replaceable(clause)) {
        let [own] = clause.terms.as_slice() else { continue };
        let corrected = ranked.terms.iter().find(|term| term.clause == number && !clause.typing);
        let entry = match (lookup.find(&own.text), corrected) {
            (Found::There(entry), _) => entry,
            (_, Some(term)) => match lookup.find(&term.text) {
                Found::There(entry) => entry,
                _ => continue,
            },
            _ => continue,
        };
        if most > 0 && (entry.document_frequency <= most || is_unfit) {
            sought.push(Sought {
                rank: u64::from(entry.document_frequency) << 32 | number as u64,
                span: own.span.clone(),
                block: entry.block,
                place: entry.place as usize,
            });
        }
    }
    let mut ranks: Vec<u64> = sought.iter().map(|word| word.rank).collect();
    sort(&mut ranks);
    if let Some(last) = ranks.get(MAX_SOUGHT - 1) {
        sought.retain(|word| word.rank <= *last);
    }
    sought
}

/// Whether a clause is one plain word that the reader may want to replace.
fn is_replaceable(clause: &Clause) -> bool {
    !clause.literal
        && clause.occur != Occur::MustNot
        && clause.terms.iter().all(|term| term.kind == TermKind::Word && !term.stop)
}
