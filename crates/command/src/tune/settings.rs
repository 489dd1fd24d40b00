//! The settings that `docfuse tune` tries: those of the ranking, which apply at query time, so that no trial builds an
//! index.

use docfuse::index::Setting;
use docfuse::search::ranking_settings;

/// A setting and the values to try.
pub struct Tuned {
    pub setting: &'static Setting,
    pub candidates: &'static [f32],
}

impl Tuned {
    /// Its key in the settings file.
    pub fn key(&self) -> &'static str {
        self.setting.key
    }
}

/// Keys and values. Only the ratios of weights matter, so those of one retriever stay.
const TRIED: &[(&str, &[f32])] = &[
    ("fusion.k", &[5.0, 10.0, 20.0, 40.0, 60.0, 100.0, 200.0]),
    ("fusion.weights.dense", &[0.1, 0.25, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0]),
    ("fusion.weights.links", &[0.0, 0.1, 0.25, 0.5, 1.0]),
    ("mix.depth", &[0.0, 10.0, 30.0, 60.0]),
    ("mix.dense", &[0.1, 0.2, 0.3, 0.4, 0.6, 0.9, 1.4]),
];

/// All settings that are tried.
pub fn tuned() -> Vec<Tuned> {
    let tried = |(key, candidates): &(&'static str, &'static [f32])| {
        let setting = ranking_settings().find(|setting| setting.key == *key)?;
        Some(Tuned { setting, candidates })
    };
    TRIED.iter().filter_map(tried).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use docfuse::index::Ranking;

    #[test]
    fn every_value_is_allowed() {
        let tuned = tuned();
        assert_eq!(tuned.len(), TRIED.len(), "each key is one of the ranking's");
        for one in tuned {
            let (least, most) = one.setting.range;
            assert!(one.candidates.iter().all(|value| (least..=most).contains(value)), "{}", one.key());
        }
    }

    #[test]
    fn settings_are_changed_in_place() {
        let tuned = tuned();
        let mut ranking = Ranking { numbers: vec![("fusion.weights.dense".to_owned(), 2.0)] };
        assert_eq!([0, 1].map(|at: usize| ranking.get(tuned[at].setting)), [60.0, 2.0]);
        ranking.set("fusion.k", 5.0);
        ranking.set("fusion.weights.dense", 3.0);
        assert_eq!([0, 1].map(|at: usize| ranking.get(tuned[at].setting)), [5.0, 3.0]);
        assert_eq!(ranking.numbers.len(), 2);
    }
}
