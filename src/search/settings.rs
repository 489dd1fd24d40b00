//! All settings of the ranking, for readers of settings files.

use super::engine::stages::Stages;
use super::fusion::fuse::{FUSION_K, KNOWN};
use super::fusion::{nothing, score_mix, spread};
use super::hit::related;
use super::listing::MATCH;
use super::thresholds::MIN_SCORE;
use super::{rerank, retrieve};
use crate::index::{Full, Setting};

/// All settings of the ranking; each is declared where it is used.
pub fn ranking_settings() -> impl Iterator<Item = &'static Setting> {
    let of_stages = [&FUSION_K, &KNOWN, &score_mix::DEPTH, &rerank::WEIGHT, &MIN_SCORE, &MATCH].into_iter();
    of_stages
        .chain(retrieve::settings(Full::RETRIEVERS))
        .chain(spread::settings())
        .chain(nothing::SETTINGS)
        .chain([&related::SECTIONS])
}
