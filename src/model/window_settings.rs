//! [`WindowSettings`]: what an author sets of windows.

/// Least length of a window: a title and a sentence.
pub const MIN_WINDOW: usize = 32;

/// How long windows are, in word pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowSettings {
    /// Most word pieces of a window with its prefix and special pieces, at least [`MIN_WINDOW`]; no more than the model
    /// takes count.
    pub length: usize,
    /// Word pieces that a window shares with the one before it; at most a quarter of it counts.
    pub overlap: usize,
}

impl Default for WindowSettings {
    /// As long as the model allows. Neighbours share one or two sentences.
    fn default() -> Self {
        WindowSettings { length: usize::MAX, overlap: 32 }
    }
}
