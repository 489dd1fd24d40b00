//! [`groups`]: queries that ask for nearly the same, put together.

/// Cosine from which vectors of the encoder are near: what readers of a log would call the same question.
const NEAR: f32 = 0.6;

/// Share of common terms, of all terms of two queries, from which they are near.
const COMMON: f32 = 0.5;

/// What is compared of a query.
pub enum Meaning {
    /// Of the encoder, with length 1.
    Vector(Vec<f32>),
    /// Terms of the analyzer, sorted, each once.
    Terms(Vec<String>),
}

impl Meaning {
    fn is_near(&self, other: &Meaning) -> bool {
        match (self, other) {
            (Meaning::Vector(a), Meaning::Vector(b)) => {
                a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() >= NEAR
            }
            (Meaning::Terms(a), Meaning::Terms(b)) => {
                let common = a.iter().filter(|term| b.binary_search(term).is_ok()).count();
                let all = a.len() + b.len() - common;
                common > 0 && common as f32 >= COMMON * all as f32
            }
            _ => false,
        }
    }
}

/// Places of queries by group, each with its first one as the leader: a query joins the first leader that is near. Give the
/// most frequent ones first. Cost: queries times groups.
pub fn groups(queries: &[Meaning]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, query) in queries.iter().enumerate() {
        match groups.iter_mut().find(|group| queries[group[0]].is_near(query)) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_queries_share_a_group() {
        let terms = |text: &str| Meaning::Terms(text.split(' ').map(str::to_owned).collect());
        let texts = ["dark mode", "export pdf", "dark enable mode", "dark", "csv export", "print"];
        let found = groups(&texts.map(terms));
        assert_eq!(found, [vec![0, 2, 3], vec![1], vec![4], vec![5]]);
        let vector = |x: f32, y: f32| Meaning::Vector(vec![x, y]);
        assert_eq!(groups(&[vector(1.0, 0.0), vector(0.0, 1.0), vector(0.8, 0.6)]), [vec![0, 2], vec![1]]);
    }
}
