//! From the retrievers' lists to one ranking: [`spread`], [`fuse`], [`score_mix`], then [`fit`] (thresholds) and [`nothing`]
//! (whether the fit is weak). [`rank`] holds what a ranking is.

pub mod fit;
pub mod fuse;
pub mod nothing;
pub mod rank;
pub mod score_mix;
pub mod spread;
