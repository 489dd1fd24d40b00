//! Errors of indexing and searching vectors.

/// Why a query vector cannot be compared with an index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The vector comes from another encoder than the index.
    #[error(
        "a query vector of {expected} dimensions expected, {found} found; embed the query with the index's model"
    )]
    Dimensions { expected: usize, found: usize },
    /// All components are (close to) zero, or one is not a number.
    #[error("a query vector of finite numbers, not all zero, expected; embed the query again")]
    NoDirection,
}

/// Why vectors cannot be indexed.
#[cfg(feature = "write")]
#[derive(Debug, thiserror::Error)]
pub enum DenseError {
    /// No dimension, or too many.
    #[error("vectors of 1 to {at_most} dimensions expected, {found} found; use another model")]
    Dimensions { at_most: usize, found: usize },
    /// Not one vector for each window.
    #[error("{windows} windows of {dimensions} dimensions expected, {found} numbers found")]
    Count { windows: usize, dimensions: usize, found: usize },
    /// A vector without unit length: the model does not normalise, or has failed.
    #[error(
        "vector of window {window}: a length of 1 expected, {length} found; the model must normalise its output"
    )]
    NotUnit { window: usize, length: f32 },
    /// Windows are not in the order of their sections.
    #[error("window {window}: sections in rising order expected, {found} found after {after}")]
    NotRising { window: usize, after: u32, found: u32 },
    /// The file would be larger than readers accept.
    #[error("at most {at_most} bytes of vectors expected, {found} found; index fewer sections")]
    TooLarge { at_most: u64, found: u64 },
    /// The thread that builds the graph could not be started.
    #[error("the thread that builds the graph could not be started: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// instant-distance's graph could not be extracted.
    #[error("the graph of instant-distance is not as expected: {0}")]
    Graph(#[from] serde_json::Error),
}
