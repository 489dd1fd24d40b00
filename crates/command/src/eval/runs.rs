//! Run files in the form of TREC, which `trec_eval` and its kin read: `query Q0 document rank score tag`.

use std::fmt::Write as _;

use super::lists::Document;

/// The lines of a run file.
#[derive(Default)]
pub struct Runs {
    pub text: String,
}

impl Runs {
    /// Adds a ranking. Tools order by score, not by rank, so a score that is not above that of the next line (ties, and
    /// navigational matches, which come first whatever their score) is raised to the next larger number.
    pub fn add(&mut self, query: &str, documents: &[Document], tag: &str) {
        let mut scores: Vec<f32> = documents.iter().map(|(_, score)| *score).collect();
        for at in (1..scores.len()).rev() {
            scores[at - 1] = scores[at - 1].max(scores[at].next_up());
        }
        let query = column(query);
        for (((name, _), score), rank) in documents.iter().zip(scores).zip(1..) {
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "{query} Q0 {} {rank} {score} {tag}", column(name));
        }
    }
}

/// Columns are separated by blanks, so those of a name are percent-encoded.
fn column(name: &str) -> String {
    let mut column = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_whitespace() {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| column.push_str(&format!("%{byte:02X}")));
        } else {
            column.push(c);
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_the_order() {
        let mut runs = Runs::default();
        let document = |name: &str, score: f32| (name.to_owned(), score);
        // A navigational match before better scores, and a tie.
        let documents = [document("n", 0.25), document("a", 2.0), document("b c", 1.0), document("d", 1.0)];
        runs.add("how to", &documents, "lexical");
        let lines: Vec<Vec<&str>> = runs.text.lines().map(|line| line.split(' ').collect()).collect();
        assert_eq!(lines[0], ["how%20to", "Q0", "n", "1", "2.0000002", "lexical"]);
        assert_eq!(lines[2], ["how%20to", "Q0", "b%20c", "3", "1.0000001", "lexical"]);
        let scores: Vec<f32> = lines.iter().map(|line| line[4].parse().unwrap()).collect();
        assert!(scores.windows(2).all(|pair| pair[0] > pair[1]), "{scores:?}");
    }
}
