//! [`Rules`]: what is replaced before a text is split. SentencePiece compiles them from Unicode's NFKC and rules of its
//! own.

use unicode_segmentation::UnicodeSegmentation;

/// A grapheme of fewer bytes is replaced as a whole if a rule has its beginning; of others, each character by itself. So
/// does the tokenizers crate, in which the models were trained.
pub(super) const WHOLE_BYTES: usize = 6;

/// Texts and what stands in their place.
#[derive(Default)]
pub(super) struct Rules {
    text: String,
    /// Where a sought text ends, and what is put there; each begins where the one before ends. By sought text.
    ends: Vec<[u32; 2]>,
}

/// A character, and the bytes of the text that it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Normal {
    pub char: char,
    pub from: u32,
    pub to: u32,
}

impl Rules {
    /// Adds a rule. Whether it was added: it must stand behind all others.
    pub fn push(&mut self, sought: &str, put: &str) -> bool {
        if self.ends.last().is_some_and(|_| self.sought(self.ends.len() - 1) >= sought) || sought.is_empty() {
            return false;
        }
        self.text.push_str(sought);
        let middle = self.text.len() as u32;
        self.text.push_str(put);
        self.ends.push([middle, self.text.len() as u32]);
        true
    }

    /// Appends the characters of `text`, which begins at byte `start`, in their normal form.
    pub fn normalize(&self, text: &str, start: usize, out: &mut Vec<Normal>) {
        for (at, grapheme) in text.grapheme_indices(true) {
            let range = |at: usize, part: &str| ((start + at) as u32, (start + at + part.len()) as u32);
            if grapheme.len() < WHOLE_BYTES
                && let Some(put) = self.put_for(grapheme)
            {
                let (from, to) = range(at, grapheme);
                out.extend(put.chars().map(|char| Normal { char, from, to }));
                continue;
            }
            for (within, char) in grapheme.char_indices() {
                let part = &grapheme[within..within + char.len_utf8()];
                let (from, to) = range(at + within, part);
                match self.put_for(part) {
                    Some(put) => out.extend(put.chars().map(|char| Normal { char, from, to })),
                    None => out.push(Normal { char, from, to }),
                }
            }
        }
    }

    /// What is put for the shortest beginning of `text` that a rule seeks.
    fn put_for(&self, text: &str) -> Option<&str> {
        let ends = text.char_indices().map(|(at, char)| at + char.len_utf8());
        ends.into_iter().find_map(|end| {
            let rule = self.find(&text[..end])?;
            let [middle, end] = self.ends[rule];
            Some(&self.text[middle as usize..end as usize])
        })
    }

    fn find(&self, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.sought(middle).cmp(text) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn sought(&self, rule: usize) -> &str {
        let start = rule.checked_sub(1).map_or(0, |before| self.ends[before][1] as usize);
        &self.text[start..self.ends[rule][0] as usize]
    }
}
