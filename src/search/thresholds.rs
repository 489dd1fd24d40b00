//! Thresholds that the author or the page sets.

use crate::index::{Ranking, Setting};
use crate::search::answer::Request;

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
