//! [`SiteBackend`]: the files of a site for the server, each opened by the rule by which sites are indexed.

use std::fs::Metadata;
use std::future::Future;
use std::io::{Error, ErrorKind, SeekFrom};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncSeek, ReadBuf};
use tokio::task::spawn_blocking;
use tower_http::services::fs::{Backend, File as ServedFile};

use crate::site::site_folder::SiteFolder;

/// What a future gives.
type Later<'a, T> = Pin<Box<dyn Future<Output = std::io::Result<T>> + Send + 'a>>;

/// The files of a site.
#[derive(Clone)]
pub struct SiteBackend(pub Arc<SiteFolder>);

impl SiteBackend {
    async fn opened(self, path: PathBuf) -> std::io::Result<std::fs::File> {
        let opened = spawn_blocking(move || self.0.open(&path)).await.map_err(Error::other)?;
        // Whoever asks learns no more than that.
        opened.map_err(|_| ErrorKind::NotFound.into())
    }
}

impl Backend for SiteBackend {
    type File = OpenFile;
    type Metadata = Metadata;
    type OpenFuture = Later<'static, OpenFile>;
    type MetadataFuture = Later<'static, Metadata>;

    fn open(&self, path: PathBuf) -> Self::OpenFuture {
        let opened = self.clone().opened(path);
        Box::pin(async move { Ok(OpenFile(File::from_std(opened.await?))) })
    }

    fn metadata(&self, path: PathBuf) -> Self::MetadataFuture {
        let opened = self.clone().opened(path);
        Box::pin(async move { opened.await?.metadata() })
    }
}

/// A file that is open.
pub struct OpenFile(File);

impl AsyncRead for OpenFile {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncSeek for OpenFile {
    fn start_seek(mut self: Pin<&mut Self>, position: SeekFrom) -> std::io::Result<()> {
        Pin::new(&mut self.0).start_seek(position)
    }

    fn poll_complete(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<std::io::Result<u64>> {
        Pin::new(&mut self.0).poll_complete(context)
    }
}

impl ServedFile for OpenFile {
    type Metadata = Metadata;
    type MetadataFuture<'a> = Later<'a, Metadata>;

    fn metadata(&self) -> Self::MetadataFuture<'_> {
        Box::pin(self.0.metadata())
    }
}
