//! Thresholds: what remains of a ranking. They leave out hits that are too weak, or all of them if nothing on the site
//! fits the query.

use super::answer::Request;
use super::fuse::Fused;
#[cfg(feature = "dense")]
use super::nothing::{MAX_NEAREST, fits, suggest};
use super::rank::Ranked;
use crate::index::{Ranking, Setting};

/// The least score of a hit; 0 for none.
pub(super) const MIN_SCORE: Setting = Setting::number("search.min_score", 0.0, 0.0, 1_000.0);

/// The least score of hits: what the request says, else the site's setting.
pub(super) fn min_score(settings: &Ranking, request: &Request) -> f32 {
    request.min_score.unwrap_or_else(|| settings.get(&MIN_SCORE))
}

/// Whether a threshold leaves out a score; 0 leaves out none.
pub(super) fn is_below(score: f32, least: f32) -> bool {
    least > 0.0 && score < least
}

/// Leaves out hits below the least score, or all of them if nothing fits. Names are never left out.
pub(super) fn cut(settings: &Ranking, request: &Request, ranked: &mut Ranked, fused: &mut Vec<Fused>) {
    #[cfg(feature = "dense")]
    let (fits, nearest) =
        (fits(settings, ranked), fused.iter().take(MAX_NEAREST).map(|hit| hit.section).collect());
    // Constant in a build without dense retriever, which never knows the similarity.
    #[cfg(not(feature = "dense"))]
    let fits = true;
    let least = min_score(settings, request);
    let before = fused.len();
    let is_name = |section| ranked.navigational.has(section);
    fused.retain(|hit| fits && (is_name(hit.section) || !is_below(hit.score, least)));
    if fused.len() < before {
        ranked.total = 0;
        ranked.matched.clear();
    }
    ranked.total = ranked.total.max(fused.len());
    #[cfg(feature = "dense")]
    suggest(settings, ranked, fused.is_empty(), nearest);
}
