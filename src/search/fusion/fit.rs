//! Thresholds that the author or the page sets: what remains of a ranking. Whether the rest fits the query hides no hit.

use super::fuse::Fused;
use super::nothing::{MAX_NEAREST, judge};
use super::rank::Ranked;
use crate::index::{Ranking, Setting};
use crate::search::answer::Request;
use crate::search::engine::sites::Sites;
use crate::search::engine::stages::Stages;

/// The least score of a hit; 0 for none.
pub(in crate::search) const MIN_SCORE: Setting = Setting::number("search.min_score", 0.0, 0.0, 1_000.0);

/// The least score of hits: what the request says, else the site's setting.
pub(in crate::search) fn min_score(settings: &Ranking, request: &Request) -> f32 {
    request.min_score.unwrap_or_else(|| settings.get(&MIN_SCORE))
}

/// Whether a threshold leaves out a score; 0 leaves out none.
pub(in crate::search) fn is_below(score: f32, least: f32) -> bool {
    least > 0.0 && score < least
}

/// Leaves out hits below the least score, and judges the fit. Names are never left out.
pub(in crate::search) fn cut<S: Stages>(
    sites: Sites<'_, S>,
    request: &Request,
    ranked: &mut Ranked,
    fused: &mut Vec<Fused>,
) {
    let settings = sites.settings();
    let nearest =
        if S::IS_FULL { fused.iter().take(MAX_NEAREST).map(|hit| hit.section).collect() } else { Vec::new() };
    let least = min_score(settings, request);
    let before = fused.len();
    let is_name = |section| ranked.navigational.has(section);
    fused.retain(|hit| is_name(hit.section) || !is_below(hit.score, least));
    if fused.len() < before {
        ranked.total = 0;
        ranked.matched.clear();
    }
    ranked.total = ranked.total.max(fused.len());
    if S::IS_FULL {
        judge(settings, ranked, fused.is_empty(), nearest);
    }
}
