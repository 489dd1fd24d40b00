//! A site on loopback, for a browser that this command starts: [`Loopback`].

use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::{connections, files};
use crate::error::CliError;
use crate::site::site_folder::SiteFolder;

/// A site that is served until this is dropped.
pub struct Loopback {
    /// Its host and port.
    pub address: SocketAddr,
    _runtime: Runtime,
}

impl Loopback {
    /// Serves a site at any free port of this machine, to this machine alone.
    ///
    /// # Errors
    /// There is no port.
    pub fn serve(site: &SiteFolder) -> Result<Self, CliError> {
        let error = || CliError::file("serve", site.path());
        let runtime = Runtime::new().map_err(error())?;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).map_err(error())?;
        let address = listener.local_addr().map_err(error())?;
        runtime.spawn(connections::serve(listener, files::service(site.clone())));
        Ok(Loopback { address, _runtime: runtime })
    }
}
