//! The training data as a sparse matrix: a row for each window, and one for the headings of each section.

use crate::lexical::{Occurrence, TermOccurrences, idf};

/// A sparse matrix, row by row.
pub(super) struct Rows {
    /// Where each row ends; it begins at the end of the row before.
    ends: Vec<usize>,
    /// Columns and values.
    cells: Vec<(u32, f32)>,
    /// The target of each row: of windows in their order, then of sections.
    pub targets: Vec<u32>,
    /// Number of columns: terms with a vector.
    pub columns: usize,
}

impl Rows {
    /// A row of unit length for each window with the headings above it, and one for the headings of each section, which
    /// are as short as queries. A cell is the term's inverse document frequency times 1 + ln(occurrences). Sections for
    /// which `has` is false are left out.
    pub fn new(terms: &[&TermOccurrences], windows: usize, has: &[bool]) -> Self {
        let mut cells: Vec<Vec<(u32, f32)>> = vec![Vec::new(); windows + has.len()];
        for (column, term) in (0..).zip(terms) {
            let idf = idf(has.len() as u32, term.document_frequency);
            let mut before = None;
            for Occurrence { section, window, in_headings, in_text } in &term.windows {
                if !has[*section as usize] {
                    continue;
                }
                let mut add = |row: usize, count: u32| {
                    if count > 0 {
                        cells[row].push((column, idf * (1.0 + (count as f32).ln())));
                    }
                };
                add(*window as usize, u32::from(*in_headings) + u32::from(*in_text));
                if before != Some(*section) {
                    add(windows + *section as usize, u32::from(*in_headings));
                }
                before = Some(*section);
            }
        }
        let (ends, targets) = (Vec::new(), Vec::new());
        let mut rows = Rows { ends, cells: Vec::new(), targets, columns: terms.len() };
        for (number, cells) in (0..).zip(cells).filter(|(_, cells)| !cells.is_empty()) {
            let length = cells.iter().map(|(_, value)| value * value).sum::<f32>().sqrt();
            rows.cells.extend(cells.iter().map(|(column, value)| (*column, value / length)));
            rows.ends.push(rows.cells.len());
            rows.targets.push(number);
        }
        rows
    }

    /// All rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[(u32, f32)]> {
        let mut begin = 0;
        self.ends.iter().map(move |end| &self.cells[std::mem::replace(&mut begin, *end)..*end])
    }
}
