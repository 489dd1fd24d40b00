//! `docfuse mcp`: serves the tools `search` and `read_section`, and pages as resources, over the Model Context Protocol.
//!
//! `transports` brings messages and `handler` answers them. It asks `worker`, a thread that calls `server`, which searches
//! and reads; `addresses` finds sections by their addresses. `tools` describes the tools, `arguments` checks what they are
//! called with, `found` is what a search gives. `about` names the site.
//!
//! Standard output may carry the protocol, so everything else goes to standard error.

mod about;
mod addresses;
pub mod args;
mod arguments;
mod found;
mod handler;
mod server;
mod tools;
mod transports;
mod worker;

use std::time::Duration;

use tokio::runtime::Builder;

use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::host::is_address;
use super::folder::site_address::SiteAddress;
use super::http::deadline::Deadline;
use super::output::remark;
use args::McpArgs;
use docfuse::search::Mode;
use handler::Handler;
use server::DocsServer;
use transports::{over_http, over_lines};
use worker::Worker;

/// Time of a host for what is said of its site, which a client waits for.
const NAMED_WITHIN: Duration = Duration::from_secs(5);

/// Runs the command until standard input ends, or over HTTP until Ctrl+C.
pub fn run(args: &McpArgs) -> Result<(), CliError> {
    let mode = Mode::from(args.mode);
    let time = args.host.time();
    let index = IndexFolder::find(&args.index, args.language.as_deref(), time)?;
    index.set_deadline(Some(Deadline::after(time.min(NAMED_WITHIN), "what is said of the site")));
    let time = Some(time).filter(|_| is_address(&args.index));
    let site = SiteAddress::of(args.site.as_deref(), index.location())?;
    let location = index.location().display().to_string();
    let server = DocsServer::new(index, site, mode);
    let about = server.about();
    remark(format_args!("serving {location} ({})", about.borrow().subject()));
    let handler = Handler::new(Worker::start(server, time)?, about);
    let failed = |error| {
        CliError::System(format!("cannot start threads: {error}; close other programs, and try again"))
    };
    // One thread for messages: the worker has its own.
    let runtime = Builder::new_current_thread().enable_all().build().map_err(failed)?;
    let served = match args.http {
        Some(address) => runtime.block_on(over_http(handler, address)),
        None => runtime.block_on(over_lines(handler)),
    };
    // Standard input may still be read; nobody waits for it.
    runtime.shutdown_background();
    served
}
