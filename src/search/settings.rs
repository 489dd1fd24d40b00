//! All settings of the ranking, for readers of settings files.

use super::fusion::fuse::FUSION_K;
use super::fusion::{fit, nothing, score_mix, spread};
use super::hit::related;
use super::{rerank, retrieve};
use crate::index::Setting;

/// All settings of the ranking; each is declared where it is used.
pub fn ranking_settings() -> impl Iterator<Item = &'static Setting> {
    let of_stages = [&FUSION_K, &score_mix::DEPTH, &rerank::WEIGHT, &fit::MIN_SCORE].into_iter();
    of_stages
        .chain(retrieve::settings())
        .chain(spread::settings())
        .chain(nothing::SETTINGS)
        .chain([&related::SECTIONS])
}
