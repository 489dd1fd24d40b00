//! Errors of reading without details, for the modules that most pages load: errors as small as a byte make every read smaller.
//! `docfuse verify` says the details.

use std::fmt;
use std::marker::PhantomData;

use super::FormatError;

/// A part of an error, which is not kept.
pub type Detail<T> = PhantomData<T>;

pub(super) fn detail<T>(_value: T) -> Detail<T> {
    PhantomData
}

impl FormatError {
    /// What to do. Formatting would link its machinery into the first module.
    pub fn message(&self) -> String {
        "the file is damaged or of another build, deploy the whole index folder again".to_owned()
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message())
    }
}
