//! [`Copy`]: the pages of a deployed site as files, to be looked at and tried.

use std::path::{Path, PathBuf};

use crate::cli::error::CliError;
use crate::cli::files;

/// A file that tells such a copy from a folder of somebody's own.
const MARK: &str = ".docfuse-copy";

/// A copy that is being written beside its place.
pub struct Copy {
    folder: tempfile::TempDir,
    to: PathBuf,
}

impl Copy {
    /// A copy in the folder `to`, which is new, empty or an earlier copy.
    ///
    /// # Errors
    /// It is something else.
    pub fn begin(to: &Path) -> Result<Self, CliError> {
        if to.exists() && !files::names(to)?.is_empty() && !to.join(MARK).exists() {
            return Err(CliError::place(
                &to,
                "a new or empty folder, or an earlier copy of a site, expected after --save; other files found, which are \
                 not replaced; name another folder",
            ));
        }
        let parent = to.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        files::create_folder(parent)?;
        let folder = tempfile::Builder::new().prefix(".docfuse-").tempdir_in(parent);
        let folder = folder.map_err(CliError::file("create a folder in", parent))?;
        files::write(&folder.path().join(MARK), b"")?;
        Ok(Copy { folder, to: to.to_owned() })
    }

    /// Adds a page. `path` leads to something below a folder.
    ///
    /// # Errors
    /// It cannot be written: its name is too long, or that of a folder.
    pub fn add(&self, path: &str, content: &[u8]) -> Result<(), CliError> {
        let file = self.folder.path().join(path);
        if let Some(folder) = file.parent() {
            files::create_folder(folder)?;
        }
        files::write(&file, content)
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// The folder there cannot be replaced.
    pub fn finish(self) -> Result<(), CliError> {
        let folder = self.folder.keep();
        files::swap_folder(&folder, &self.to)
    }
}
