//! The imported all-MiniLM-L6-v2 against reference vectors of the f32 model.

mod reference;
