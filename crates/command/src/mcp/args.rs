//! Arguments of `docfuse mcp`.

use std::net::SocketAddr;

use crate::shared_args::{HostArgs, ModeArg};

/// `docfuse mcp`.
#[derive(clap::Args)]
pub struct McpArgs {
    /// Folder of the index, or address of a deployed one
    #[arg(value_name = "INDEX|URL")]
    pub index: String,
    /// Retrievers to use
    #[arg(long, value_enum, default_value = "hybrid")]
    pub mode: ModeArg,
    /// Language to search, for sites in several languages
    #[arg(long)]
    pub language: Option<String>,
    /// Address of the site, to cite sections by whole addresses [default: for a deployed index, the folder above it]
    #[arg(long, value_name = "URL")]
    pub site: Option<String>,
    /// Serve over HTTP at this address and port in place of standard input and output; port 0: any free port
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub http: Option<SocketAddr>,
    #[command(flatten)]
    pub host: HostArgs,
}
