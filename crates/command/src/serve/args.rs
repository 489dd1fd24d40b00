//! Arguments of `docfuse serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use crate::build::args::{BesideArgs, BuildArgs, index_of};
use crate::site::site_folder::SiteFolder;

/// `docfuse serve`.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// Folder to serve
    pub site: PathBuf,
    /// Port; 0: any free port
    #[arg(long, default_value_t = 8000)]
    pub port: u16,
    /// Address to listen on; 0.0.0.0: all of this machine, so that others in its network can read the site
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    pub host: IpAddr,
    /// Follow symbolic links that lead out of the site
    #[arg(long)]
    pub follow_links: bool,
    /// Build the index again when files change, and reload open pages
    #[arg(long)]
    pub watch: bool,
    /// Compare all files every second: for network drives and containers whose system tells no changes
    #[arg(long, requires = "watch")]
    pub poll: bool,
    /// Folder of the index [default: SITE/docfuse]
    #[arg(long, value_name = "DIR")]
    pub index: Option<PathBuf>,
    /// Settings file [default: docfuse.toml in the current folder, if it exists]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Queries with the pages expected, for the playground [default: queries.yml in the current folder, if it exists]
    #[arg(long, value_name = "FILE")]
    pub queries: Option<PathBuf>,
    /// Report that `docfuse eval --json` wrote earlier, which the playground compares with
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// With --watch: folder of the encoder, as for `docfuse build`
    #[arg(long, value_name = "DIR", requires = "watch", conflicts_with = "no_dense")]
    pub model: Option<PathBuf>,
    /// With --watch: build a lexical index only
    #[arg(long, requires = "watch")]
    pub no_dense: bool,
    /// With --watch: folder for what later builds reuse, as for `docfuse build`
    #[arg(long, value_name = "DIR", requires = "watch")]
    pub cache: Option<PathBuf>,
    /// With --watch: also write scripts for pages opened from a folder, as for `docfuse build`
    #[arg(long, requires = "watch")]
    pub offline: bool,
    /// With --watch: also write the lists of files for a service worker, as for `docfuse build`
    #[arg(long, requires = "watch")]
    pub precache_manifest: bool,
}

impl ServeArgs {
    /// The site.
    pub fn site_folder(&self) -> SiteFolder {
        SiteFolder::new(&self.site, self.follow_links)
    }

    /// The folder of the index.
    pub fn index(&self) -> PathBuf {
        self.index.clone().unwrap_or_else(|| index_of(&self.site))
    }

    /// The options of the `docfuse build` that writes the same index.
    pub fn build(&self) -> BuildArgs {
        BuildArgs {
            site: Some(self.site.clone()),
            out: self.index.clone(),
            model: self.model.clone(),
            config: self.config.clone(),
            no_dense: self.no_dense,
            follow_links: self.follow_links,
            cache: self.cache.clone(),
            beside: BesideArgs {
                offline: self.offline,
                precache_manifest: self.precache_manifest,
                inject: false,
            },
            ..BuildArgs::default()
        }
    }
}
