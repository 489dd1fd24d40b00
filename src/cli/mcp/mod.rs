//! `docfuse mcp`: serves the tools `search` and `read_section` over the Model Context Protocol.
//!
//! Standard input and output carry the protocol, so everything else goes to standard error. `tools` describes the tools
//! and checks their arguments, `server` answers, `addresses` finds sections by their addresses.

mod addresses;
mod server;
mod tools;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::CliError;
use super::folder::IndexFolder;
use super::output::remark;
use super::program_args::McpArgs;
use super::site_address::SiteAddress;
use crate::search::Mode;
use server::DocsServer;
use tools::{Call, WrongCall};

/// What clients may tell their model about this server.
const INSTRUCTIONS: &str = "Documentation. Use search first, then read what it found with read_section. Cite the \
                            addresses of the sections that an answer rests on.";

/// The handler of the protocol.
struct Handler {
    /// One call at a time: the engine has one state.
    server: Arc<Mutex<DocsServer>>,
    /// What is searched, for the descriptions of the tools.
    subject: String,
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build());
        info.server_info = Implementation::new("docfuse", env!("CARGO_PKG_VERSION"));
        info.instructions = Some(INSTRUCTIONS.to_owned());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list(&self.subject)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = serde_json::Value::Object(request.arguments.unwrap_or_default());
        let call = match Call::read(&request.name, arguments) {
            Ok(call) => call,
            Err(WrongCall::Tool(message)) => return Err(ErrorData::invalid_params(message, None)),
            // For the model, which can correct its call.
            Err(WrongCall::Arguments(message)) => return Ok(failed(message).into()),
        };
        let server = self.server.clone();
        let answered = tokio::task::spawn_blocking(move || {
            server.lock().unwrap_or_else(PoisonError::into_inner).answer(&call)
        });
        Ok(match answered.await {
            Ok(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Ok(Err(message)) => failed(message),
            // Where panics unwind; in the published command they end it.
            Err(stopped) => failed(format!("the search stopped: {stopped}; report it")),
        }
        .into())
    }
}

fn failed(message: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

/// Runs the command until standard input ends.
pub fn run(args: &McpArgs) -> Result<(), CliError> {
    let mode = Mode::from(args.mode);
    let index = IndexFolder::find(&args.index, args.language.as_deref())?;
    let site = SiteAddress::of(args.site.as_deref(), index.place())?;
    let manifest = index.manifest();
    let subject = match site.to_string() {
        site if site.is_empty() => format!("{} pages, language {}", manifest.pages, manifest.language),
        site => format!("{site}, {} pages, language {}", manifest.pages, manifest.language),
    };
    remark(format_args!("serving {} ({subject}) over standard input and output", index.place().display()));
    let server = Arc::new(Mutex::new(DocsServer::new(index, site, mode)));
    let handler = Handler { server: server.clone(), subject };
    let failed = |error| {
        CliError::Input(format!("cannot start threads: {error}; close other programs, and try again"))
    };
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let served = runtime.block_on(async {
        // The encoder is loaded while the client says hello.
        drop(tokio::task::spawn_blocking(move || {
            server.lock().unwrap_or_else(PoisonError::into_inner).prepare();
        }));
        let running = handler.serve(rmcp::transport::stdio()).await.map_err(|error| error.to_string())?;
        running.waiting().await.map_err(|error| error.to_string())
    });
    // Standard input may still be read, and an encoder loaded; nobody waits for either.
    runtime.shutdown_background();
    served.map(drop).map_err(|error| {
        CliError::Input(format!(
            "a client of the Model Context Protocol expected on standard input, none found ({error}); an assistant \
             starts this command, see docs/assistants.md"
        ))
    })
}
