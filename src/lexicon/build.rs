//! Fits the term vectors to the site's own vectors, and writes them as blocks.

use rayon::prelude::*;

use super::VectorShape;
use super::nearest_terms::related;
use super::rows::Rows;
use super::solve::ridge;
use crate::dense::Bits;
use crate::format::Writer;
use crate::ids::SectionId;
use crate::lexical::{TermOccurrences, idf};

/// Weight of the term vectors' lengths against the errors.
const LAMBDA: f32 = 1.0;

/// A term in fewer sections has no vector: it says of what those are, and the lexical retriever finds them.
const MIN_SECTIONS: u32 = 2;

/// Bits of each stored component.
const BITS: Bits = Bits::Four;

/// What the vectors are fitted to.
pub struct Trained<'a> {
    /// For each block of terms, where each of its entries occurs.
    pub occurrences: &'a [Vec<TermOccurrences>],
    /// Number of sections.
    pub sections: usize,
    /// The section of each window.
    pub windows: &'a [SectionId],
    /// Concatenated unit vectors of the windows.
    pub vectors: &'a [f32],
    /// Components of a vector.
    pub dimensions: usize,
    /// Whether a word is a stop word.
    pub is_stop: &'a (dyn Fn(&str) -> bool + Sync),
}

/// The lexicon, as blocks.
pub struct LexiconBlocks {
    /// The shape of all vectors.
    pub shape: VectorShape,
    /// One block for each block of terms.
    pub blocks: Vec<Vec<u8>>,
}

/// Fits and writes the lexicon. Deterministic, whatever the number of threads. Cost: some tens of passes over the
/// occurrences for each dimension.
pub fn build(input: &Trained<'_>) -> LexiconBlocks {
    let Trained { occurrences, sections, windows, vectors, dimensions, is_stop } = *input;
    let has_vector = |term: &TermOccurrences| term.document_frequency >= MIN_SECTIONS;
    let terms: Vec<&TermOccurrences> = occurrences.iter().flatten().filter(|term| has_vector(term)).collect();
    let (means, has) = section_vectors(input);
    let rows = Rows::new(&terms, windows.len(), &has);
    let mut weights = ridge(&rows, &[vectors, &means].concat(), dimensions, LAMBDA);
    weights.par_chunks_mut(dimensions).zip(&terms).for_each(|(vector, term)| {
        // So that a query needs no document frequency.
        let idf = idf(sections as u32, term.document_frequency);
        vector.iter_mut().for_each(|number| *number *= idf);
    });
    let related = related(&terms, &weights, dimensions, sections, is_stop);
    let largest = weights.iter().fold(0.0f32, |largest, number| largest.max(number.abs()));
    let shape = VectorShape { bits: BITS, dimensions, largest };
    let shown = |places: &Vec<usize>| places.iter().map(|number| &*terms[*number].shown).collect();
    let mut fitted =
        weights.chunks(dimensions).zip(&related).map(|(vector, related)| (vector, shown(related)));
    let blocks = occurrences
        .iter()
        .map(|entries| {
            let own: Vec<Option<FittedTerm<'_>>> =
                entries.iter().map(|term| if has_vector(term) { fitted.next() } else { None }).collect();
            write(&shape, &own)
        })
        .collect();
    LexiconBlocks { shape, blocks }
}

/// The unit vector of each section, in the direction of the sum over its windows, and whether it has windows.
fn section_vectors(input: &Trained<'_>) -> (Vec<f32>, Vec<bool>) {
    let Trained { sections, windows, vectors, dimensions, .. } = *input;
    let mut sums = vec![0.0; sections * dimensions];
    let mut has = vec![false; sections];
    for (section, vector) in windows.iter().zip(vectors.chunks(dimensions)) {
        let sum = &mut sums[section.index() * dimensions..][..dimensions];
        sum.iter_mut().zip(vector).for_each(|(sum, number)| *sum += number);
        has[section.index()] = true;
    }
    for (sum, has) in sums.chunks_mut(dimensions).zip(&mut has) {
        let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt();
        *has &= length > 0.0;
        if *has {
            sum.iter_mut().for_each(|number| *number /= length);
        }
    }
    (sums, has)
}

/// The vector of a term, and its related words.
type FittedTerm<'a> = (&'a [f32], Vec<&'a str>);

/// What the lexicon has of the entries of one block of terms.
fn write(shape: &VectorShape, terms: &[Option<FittedTerm<'_>>]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.varint(terms.len() as u32);
    for entries in terms.chunks(8) {
        let bit = |(at, term): (usize, &Option<FittedTerm<'_>>)| u8::from(term.is_some()) << at;
        writer.u8(entries.iter().enumerate().map(bit).sum());
    }
    let vectors = || terms.iter().flatten().map(|(vector, _)| vector);
    let largest = |vector: &[f32]| vector.iter().fold(0.0f32, |most, number| most.max(number.abs()));
    vectors().for_each(|vector| writer.u8(shape.scale_byte(largest(vector))));
    let mut codes = Vec::new();
    vectors().for_each(|vector| shape.bits.quantize(vector, &mut codes));
    writer.bytes(&codes);
    let mut next = 0;
    for (number, (_, related)) in
        (0u32..).zip(terms).filter_map(|(number, term)| Some((number, term.as_ref()?)))
    {
        if !related.is_empty() {
            writer.varint(number - next);
            writer.varint(related.len() as u32);
            related.iter().for_each(|word| writer.string(word));
            next = number + 1;
        }
    }
    writer.finish()
}
