//! Thresholds that the author or the page sets: what remains of a ranking. Whether the rest fits the query hides no hit.

use super::fuse::Fused;
use super::nothing::{MAX_NEAREST, judge};
use super::rank::Ranked;
use crate::index::Reads;
use crate::search::answer::Request;
use crate::search::sites::Sites;
use crate::search::thresholds::{is_below, min_score};

/// Leaves out hits below the least score, and judges the fit. Names are never left out.
pub(in crate::search) fn cut<S: Reads>(
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
