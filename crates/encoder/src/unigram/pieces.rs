//! [`Pieces`]: the vocabulary, and the likeliest pieces of a word (Viterbi 1967).
//!
//! A word's pieces are those whose scores have the largest sum. Ties, unknown characters and the order of sums are as in
//! the tokenizers crate, which has them from SentencePiece.

/// How much less likely an unknown character is than the least likely piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Pieces by id.
pub(super) struct Pieces {
    texts: String,
    /// Where each text ends; the next begins one byte later.
    ends: Vec<u32>,
    scores: Vec<f32>,
    /// The ids by their texts: none of empty ones, of equal ones the last.
    sorted: Vec<u32>,
    unknown: u32,
    unknown_score: f64,
}

/// The best way to the end of a piece.
#[derive(Clone, Copy)]
struct Best {
    score: f64,
    /// Where the piece begins; none if no piece ends here.
    from: Option<u32>,
    id: u32,
}

impl Pieces {
    /// `texts` has that of each piece before a line break.
    ///
    /// # Errors
    /// A score is no number.
    pub fn new(texts: String, scores: Vec<f32>, unknown: u32) -> Result<Self, String> {
        let ends: Vec<u32> =
            texts.bytes().zip(0..).filter(|(byte, _)| *byte == b'\n').map(|(_, at)| at).collect();
        if scores.iter().any(|score| !score.is_finite()) {
            return Err("finite scores of pieces expected".to_owned());
        }
        let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
        let unknown_score = f64::from(least) - UNKNOWN_PENALTY;
        let mut pieces = Self { texts, ends, scores, sorted: Vec::new(), unknown, unknown_score };
        let mut sorted: Vec<u32> =
            (0..pieces.ends.len() as u32).filter(|id| !pieces.text(*id).is_empty()).collect();
        sorted.sort_unstable_by(|a, b| pieces.text(*a).cmp(pieces.text(*b)).then(b.cmp(a)));
        sorted.dedup_by(|next, before| pieces.text(*next) == pieces.text(*before));
        pieces.sorted = sorted;
        Ok(pieces)
    }

    /// Number of pieces.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text of a piece; nothing for an id that there is not.
    pub fn text(&self, id: u32) -> &str {
        let id = id as usize;
        let Some(end) = self.ends.get(id) else { return "" };
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before] as usize + 1);
        &self.texts[start..*end as usize]
    }

    /// Calls `each` with the id of each piece of a word, and the byte at which it ends. Time: linear in the word, times
    /// the length of the longest piece that it could have.
    pub fn best(&self, word: &str, each: &mut dyn FnMut(u32, usize)) {
        let mut best = vec![Best { score: 0.0, from: None, id: self.unknown }; word.len() + 1];
        for (from, first) in word.char_indices() {
            let here = best[from].score;
            let single = from + first.len_utf8();
            let mut has_single = false;
            let mut reach = |to: usize, score: f64, id: u32| {
                let end = &mut best[to];
                if end.from.is_none() || score > end.score {
                    *end = Best { score, from: Some(from as u32), id };
                }
            };
            self.beginning(&word.as_bytes()[from..], &mut |id, length| {
                reach(from + length, f64::from(self.scores[id as usize]) + here, id);
                has_single |= from + length == single;
            });
            if !has_single {
                reach(single, self.unknown_score + here, self.unknown);
            }
        }
        let mut back = Vec::new();
        let mut to = word.len();
        while let Some(from) = best[to].from {
            // Unknown characters beside each other are one piece.
            match back.last_mut() {
                Some((id, _)) if *id == self.unknown && best[to].id == self.unknown => {}
                _ => back.push((best[to].id, to)),
            }
            to = from as usize;
        }
        back.iter().rev().for_each(|(id, to)| each(*id, *to));
    }

    /// Calls `each` with the id and the length of each piece with which `rest` begins, short ones first.
    fn beginning(&self, rest: &[u8], each: &mut dyn FnMut(u32, usize)) {
        // Those that begin with the bytes so far.
        let mut found = &self.sorted[..];
        for (at, byte) in rest.iter().enumerate() {
            let next = |id: &u32| self.text(*id).as_bytes().get(at).copied();
            let start = found.partition_point(|id| next(id) < Some(*byte));
            let length = found[start..].partition_point(|id| next(id) == Some(*byte));
            found = &found[start..start + length];
            match found.first() {
                None => return,
                Some(id) if self.text(*id).len() == at + 1 => each(*id, at + 1),
                Some(_) => {}
            }
        }
    }
}
