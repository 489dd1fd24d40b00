//! The browser files that every index folder gets. The packaged command embeds them. A command for development, with the
//! feature `linked-runtime`, reads them from the folder that the build script was told.

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

use super::error::CliError;
use super::files;

/// A browser file.
pub struct RuntimeFile {
    /// File name inside the index folder. Pages refer to it, so it never changes.
    pub name: Cow<'static, str>,
    /// Its content, compressed: a quarter of the bytes.
    gzip: Cow<'static, [u8]>,
}

impl RuntimeFile {
    /// An empty file, for tests.
    #[cfg(test)]
    pub fn named(name: &'static str) -> Self {
        Self { name: Cow::Borrowed(name), gzip: Cow::Borrowed(&[]) }
    }

    /// Its content.
    ///
    /// # Errors
    /// When the command's file is damaged.
    pub fn content(&self) -> Result<Vec<u8>, CliError> {
        let mut content = Vec::new();
        let mut reader = flate2::read::GzDecoder::new(&*self.gzip);
        reader.read_to_end(&mut content).map_err(CliError::file("decompress", Path::new(&*self.name)))?;
        Ok(content)
    }
}

/// Where a build has its files from. The build script chooses one.
#[allow(dead_code, reason = "a build uses one variant")]
pub enum Origin {
    /// Names, and contents compressed.
    Embedded(&'static [(&'static str, &'static [u8])]),
    /// Files `NAME.gz` in a folder below the one that the build script was told. DOCFUSE_RUNTIME_DIR names another one.
    Linked { root: &'static str, below: &'static str },
}

impl Origin {
    /// All files in the order of their names; none if the folder is not there.
    pub fn files(&self) -> Vec<RuntimeFile> {
        match self {
            Self::Embedded(files) => files
                .iter()
                .map(|&(name, gzip)| RuntimeFile { name: Cow::Borrowed(name), gzip: Cow::Borrowed(gzip) })
                .collect(),
            Self::Linked { root, below } => {
                let root = std::env::var_os("DOCFUSE_RUNTIME_DIR").unwrap_or_else(|| root.into());
                read(&Path::new(&root).join(below))
            }
        }
    }
}

fn read(folder: &Path) -> Vec<RuntimeFile> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let file = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?.strip_suffix(".gz")?.to_owned();
        Some(RuntimeFile { name: name.into(), gzip: files::read(&entry.path()).ok()?.into() })
    };
    let mut files: Vec<RuntimeFile> = entries.filter_map(file).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

static ORIGIN: Origin = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// All browser files; empty in a command that was built without them.
pub static RUNTIME: LazyLock<Vec<RuntimeFile>> = LazyLock::new(|| ORIGIN.files());
