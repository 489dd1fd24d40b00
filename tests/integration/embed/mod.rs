//! The imported all-MiniLM-L6-v2 against reference vectors of its f32 form.

mod reference;
