//! All settings of the ranking, for readers of settings files.

use super::fuse::FUSION_K;
use super::{fit, retrieve, score_mix};
use crate::index::Setting;

/// All settings of the ranking; each is declared where it is used.
pub fn ranking_settings() -> impl Iterator<Item = &'static Setting> {
    [&FUSION_K, &score_mix::DEPTH].into_iter().chain(retrieve::settings()).chain(fit::SETTINGS)
}
