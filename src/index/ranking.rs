//! Settings of the ranking: numbers by key, as `docfuse.toml` writes them.
//!
//! A [`Setting`] is declared beside the code that reads it. The directory stores only what an author has set, so a new
//! setting changes no format.

/// One number that an author can set.
///
/// It is declared once, beside the code that reads it. `docfuse.toml`, `--set` and the playground know all that
/// [`ranking_settings`](crate::search::ranking_settings) lists, and check them by `range` and `whole`.
///
/// ```
/// use docfuse::index::{Ranking, Setting};
///
/// static DEPTH: Setting = Setting::whole("mix.depth", 30.0, 0.0, 1_000.0);
/// let mut ranking = Ranking::default();
/// assert_eq!(ranking.get(&DEPTH), 30.0);
/// ranking.set("mix.depth", 10.0);
/// assert_eq!(ranking.get(&DEPTH), 10.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its key in `docfuse.toml`, with its tables: `fusion.k`.
    pub key: &'static str,
    /// Its value unless it is set.
    pub default: f32,
    /// The least and the largest value.
    pub range: (f32, f32),
    /// Whether it must be a whole number.
    pub whole: bool,
}

impl Setting {
    /// A setting between two values.
    pub const fn number(key: &'static str, default: f32, least: f32, most: f32) -> Self {
        Setting { key, default, range: (least, most), whole: false }
    }

    /// A setting that is a whole number between two values.
    pub const fn whole(key: &'static str, default: f32, least: f32, most: f32) -> Self {
        Setting { whole: true, ..Setting::number(key, default, least, most) }
    }

    /// The weight of a list or a score: from 0 to 100.
    pub const fn weight(key: &'static str, default: f32) -> Self {
        Setting::number(key, default, 0.0, 100.0)
    }
}

/// The numbers that an author has set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// By key, each once; none below 0.
    pub numbers: Vec<(String, f32)>,
}

/// Keys of the weights of links: with none above 0, no reader loads their graph.
pub const LINK_WEIGHTS: [&str; 2] = ["fusion.weights.links", "mix.links"];

impl Ranking {
    /// The value of a setting. Cost: a pass over the numbers that are set.
    pub fn get(&self, setting: &Setting) -> f32 {
        self.numbers.iter().find(|(key, _)| key == setting.key).map_or(setting.default, |(_, number)| *number)
    }

    /// Sets a number, in place of an earlier one.
    pub fn set(&mut self, key: &str, number: f32) {
        match self.numbers.iter_mut().find(|(other, _)| other == key) {
            Some((_, current)) => *current = number,
            None => self.numbers.push((key.to_owned(), number)),
        }
    }
}
