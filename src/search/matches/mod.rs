//! Which sections match: [`posting_matches`], which match the query's clauses; [`admission`], which pass filters and
//! operators; [`text_matches`], where terms are in the texts; [`excerpt`], the passage with most of them.

pub mod admission;
pub mod excerpt;
pub mod posting_matches;
pub mod text_matches;
