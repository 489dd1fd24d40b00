//! The site lexicon: a small vector for each term, such that the weighted sum of a query's terms is near the vectors of
//! the sections that it is about. It lets a query search the dense index before there is an encoder, or without one.
//!
//! - `layout` has the shape of the vectors; FORMAT.md has the bytes.
//! - The write side fits the vectors to those that the encoder gave the site's own sections: [`build()`] makes a sparse
//!   matrix of sections and terms (`rows`), `solve` finds the ridge regression, `nearest_terms` the related words of
//!   each, and the rest quantizes it into blocks, one for each block of terms.
//! - [`TermVectors`] reads one block.

mod layout;
mod read;

mod rows;

cfg_if::cfg_if! {
    if #[cfg(feature = "write")] {
        mod build;
        mod nearest_terms;
        mod solve;
        #[cfg(test)]
        mod tests;

        pub use build::{LexiconBlocks, Trained, build};
    }
}

pub use layout::VectorShape;
pub use read::TermVectors;
