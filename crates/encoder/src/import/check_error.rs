//! [`CheckError`]: why an import cannot be compared with the graph that it came from.

/// Why an import cannot be compared. Each variant has what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// This command cannot compare.
    #[error(
        "--check: a command built with the feature `import-check` expected, this one found; build it in a \
         checkout by `cargo build --release -p docfuse-cli --features import-check`"
    )]
    Unbuilt,
    /// The model has no vectors.
    #[error("--check: an encoder expected, a cross-encoder found")]
    CrossEncoder,
    /// There is no graph to compare with.
    #[error("--check: an ONNX file expected, or a folder with model.onnx or onnx/model.onnx, none found")]
    Missing,
    /// The graph cannot be read or run.
    #[error("--check: an ONNX graph that tract runs expected, not found: {0}")]
    Graph(String),
    /// An input of the graph is unknown.
    #[error("--check: the inputs input_ids, attention_mask and token_type_ids expected, {0} found")]
    Input(String),
    /// The output is neither a vector nor one for each word piece.
    #[error(
        "--check: one vector, or one for each word piece, expected as first output, the shape {0:?} found"
    )]
    Output(Vec<usize>),
    /// The graph's vectors have another width.
    #[error("--check: vectors of {expected} numbers expected, {found} found")]
    Dimensions {
        /// Numbers of the imported encoder.
        expected: usize,
        /// Numbers of the graph.
        found: usize,
    },
    /// The folder cannot be read.
    #[error(transparent)]
    Folder(#[from] super::ImportError),
    /// The imported encoder fails.
    #[error(transparent)]
    Encoder(#[from] crate::EmbedError),
}
