//! Imported encoders against reference vectors: all-MiniLM-L6-v2 of the f32 model, the multilingual one of its package.

mod multilingual;
mod reference;
