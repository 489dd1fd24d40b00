//! The browser files that every index folder gets, embedded in the packaged command. The build script lists them.

use std::io::Read;
use std::path::Path;

use super::error::CliError;

/// A browser file.
pub struct RuntimeFile {
    /// File name inside the index folder. Pages refer to it, so it never changes.
    pub name: &'static str,
    /// Its content, compressed: a quarter of the bytes.
    gzip: &'static [u8],
}

impl RuntimeFile {
    /// Its content.
    ///
    /// # Errors
    /// When the command's file is damaged.
    pub fn content(&self) -> Result<Vec<u8>, CliError> {
        let mut content = Vec::new();
        let mut reader = flate2::read::GzDecoder::new(self.gzip);
        reader.read_to_end(&mut content).map_err(CliError::file("decompress", Path::new(self.name)))?;
        Ok(content)
    }
}

/// All browser files; empty in a command that was built without them.
pub const RUNTIME: &[RuntimeFile] = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));
