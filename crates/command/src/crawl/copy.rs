//! [`Copy`]: the pages of a deployed site as files, to be looked at and tried.

use std::path::Path;

use crate::error::CliError;
use crate::files;
use crate::output::remark;
use crate::own_folder::list::Kind;
use crate::own_folder::{OwnFolder, is_of_name};

/// A copy that is being written in its place, in which nothing changes until [`Copy::put`].
pub struct Copy {
    folder: OwnFolder,
    /// How many pages have no file, and why the first one.
    failed: (usize, Option<CliError>),
}

impl Copy {
    /// A copy in the folder `to`, which is new, empty or an earlier copy. An index inside of it stays.
    ///
    /// # Errors
    /// It is something else.
    pub fn begin(to: &Path) -> Result<Self, CliError> {
        Ok(Copy { folder: OwnFolder::alone(to, Kind::Copy)?, failed: (0, None) })
    }

    /// Adds a page. `path` leads to something below a folder. A page whose name no file can have is counted.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, path: &str, content: &[u8]) -> Result<(), CliError> {
        let file = self.folder.path().join(path);
        let folder = file.parent().unwrap_or(self.folder.path());
        match files::create_folder(folder).and_then(|()| files::write(&file, content)) {
            Err(error) if is_of_name(&error) => {
                self.failed.0 += 1;
                self.failed.1.get_or_insert(error);
                Ok(())
            }
            written => written,
        }
    }

    /// Takes a page out again.
    ///
    /// # Errors
    /// Its file cannot be deleted.
    pub fn remove(&self, path: &str) -> Result<(), CliError> {
        files::remove(&self.folder.path().join(path))
    }

    /// Puts it in its place.
    ///
    /// # Errors
    /// A file of somebody else's there, or one that cannot be replaced.
    pub fn put(self) -> Result<(), CliError> {
        if let (count, Some(first)) = &self.failed {
            remark(format_args!("warning: {count} pages are not in the copy: {first}"));
        }
        self.folder.put()
    }
}
