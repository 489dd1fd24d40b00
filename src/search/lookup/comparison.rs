//! Comparisons: each side counts alike, however frequent its words are.

use super::Resolved;
use crate::search::parse::Clause;

impl Resolved<'_> {
    /// Scales the clauses of a comparison so that all sides weigh the same. Clauses of several sides keep their
    /// weight. Does nothing if fewer than two sides have a term that the index has.
    pub(super) fn balance_sides(&mut self, clauses: &[Clause]) {
        let mut weights = [0.0f32; u8::BITS as usize];
        let side_of =
            |clause: &Clause| clause.sides.is_power_of_two().then(|| clause.sides.trailing_zeros() as usize);
        for (clause, rule) in clauses.iter().zip(&self.rules) {
            if let Some(side) = side_of(clause) {
                weights[side] += rule.weight;
            }
        }
        let known = weights.iter().filter(|weight| **weight > 0.0);
        let (count, sum) = known.fold((0, 0.0), |(count, sum), weight| (count + 1, sum + weight));
        if count < 2 {
            return;
        }
        self.compares = true;
        let mean = sum / count as f32;
        let factor = |number: usize| match clauses.get(number).and_then(side_of) {
            Some(side) if weights[side] > 0.0 => mean / weights[side],
            _ => 1.0,
        };
        for group in &mut self.groups {
            group.lists.iter_mut().for_each(|list| list.weight *= factor(group.clause));
        }
        self.phrases.iter_mut().for_each(|phrase| phrase.weight *= factor(phrase.clause));
        self.rules.iter_mut().enumerate().for_each(|(number, rule)| rule.weight *= factor(number));
        self.terms.iter_mut().for_each(|term| term.balance = factor(term.clause));
    }
}
