//! Errors of indexing and searching vectors.

/// Why a query vector cannot be compared with an index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorError {
    /// The vector comes from another encoder than the index.
    #[error(
        "a query vector of {expected} dimensions expected, {found} found; embed the query with the index's model"
    )]
    Dimensions {
        /// Dimensions of the index's vectors.
        expected: usize,
        /// Dimensions of the query vector.
        found: usize,
    },
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
    Dimensions {
        /// Limit of dimensions.
        at_most: usize,
        /// Dimensions of the given vectors.
        found: usize,
    },
    /// The vectors are not one for each window.
    #[error("{windows} windows of {dimensions} dimensions expected, {found} numbers found")]
    Count {
        /// Windows to index.
        windows: usize,
        /// Dimensions of one vector.
        dimensions: usize,
        /// Numbers given; `windows * dimensions` are needed.
        found: usize,
    },
    /// A vector is not of unit length: the model does not normalise, or failed.
    #[error(
        "vector of window {window}: a length of 1 expected, {length} found; the model must normalise its output"
    )]
    NotUnit {
        /// Position of the window, from 0.
        window: usize,
        /// Euclidean length of its vector.
        length: f32,
    },
    /// Windows are not in the order of their sections.
    #[error("window {window}: sections in rising order expected, {found} found after {after}")]
    NotRising {
        /// Position of the window, from 0.
        window: usize,
        /// Section of the window before it.
        after: u32,
        /// Its own section, which is lower.
        found: u32,
    },
    /// The file would be larger than readers accept.
    #[error("at most {at_most} bytes of vectors expected, {found} found; index fewer sections")]
    TooLarge {
        /// Limit in bytes.
        at_most: u64,
        /// Bytes that the file would have.
        found: u64,
    },
    /// The graph builder could not be run.
    #[error("the thread that builds the graph could not be started: {0}")]
    Thread(#[from] rayon::ThreadPoolBuildError),
    /// instant-distance's graph could not be extracted.
    #[error("the graph of instant-distance has an unexpected form: {0}")]
    Graph(#[from] serde_json::Error),
}
