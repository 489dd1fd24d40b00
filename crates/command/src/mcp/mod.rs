//! `docfuse mcp`: serves the tools `search` and `read_section` over the Model Context Protocol.
//!
//! Standard input and output carry the protocol, so everything else goes to standard error. `tools` describes the tools
//! and `arguments` checks what they are called with, `server` answers, `addresses` finds sections by their addresses.
//! `lines` reads and writes messages.

mod addresses;
pub mod args;
mod arguments;
mod lines;
mod server;
mod tools;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::error::CliError;
use super::folder::IndexFolder;
use super::folder::host::is_address;
use super::folder::site_address::SiteAddress;
use super::http::deadline::Deadline;
use super::output::{printable, remark};
use args::McpArgs;
use docfuse::search::Mode;
use lines::Lines;
use server::DocsServer;
use tools::{Call, WrongCall};

/// What clients may tell their model about this server.
const INSTRUCTIONS: &str = "Documentation. Use search first, then read what it found with read_section. Cite the \
                            addresses of the sections that an answer rests on.";

/// The method that calls a tool.
const CALL_METHOD: &str = "tools/call";

/// The handler of the protocol.
struct Handler {
    /// One call at a time: the engine has one state.
    server: Arc<Mutex<DocsServer>>,
    /// What is searched, for the descriptions of the tools.
    subject: String,
    /// Time that a host has for a call; `None` for a folder.
    time: Option<Duration>,
}

/// Beyond the time of a host, to make an answer of what has arrived.
const GRACE: Duration = Duration::from_secs(2);

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
        let call = match Call::read(&request.name, request.arguments.unwrap_or_default()) {
            Ok(call) => call,
            Err(WrongCall::Tool(message)) => {
                return Err(ErrorData::invalid_params(printable::line(&message).into_owned(), None));
            }
            // For the model, which can correct its call.
            Err(WrongCall::Arguments(message)) => {
                return Ok(failed(printable::line(&message).into_owned()).into());
            }
        };
        let server = self.server.clone();
        // Waiting for an earlier call counts.
        let deadline = self.time.map(Deadline::of_call);
        let answering = tokio::task::spawn_blocking(move || {
            server.lock().unwrap_or_else(PoisonError::into_inner).answer(&call, deadline)
        });
        let answered = match self.time {
            None => answering.await,
            Some(time) => match tokio::time::timeout(time + GRACE, answering).await {
                Ok(answered) => answered,
                Err(_) => return Ok(failed(too_slow(time)).into()),
            },
        };
        Ok(match answered {
            Ok(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Ok(Err(message)) => failed(message),
            // Where panics unwind; in the published command they end it.
            Err(stopped) => failed(format!("the search stopped: {stopped}; report it")),
        }
        .into())
    }

    /// Methods that this server lacks, and calls of a tool whose parameters are no such call.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        if request.method != CALL_METHOD {
            let message =
                format!("a method of this server expected, {} found", printable::line(&request.method));
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        let parameters = request.params.unwrap_or_default();
        let message = match &parameters["name"] {
            serde_json::Value::String(_) => "arguments: an object expected, something else found",
            _ => "name: the name of a tool expected, none found",
        };
        Err(ErrorData::invalid_params(format!("{CALL_METHOD}: {message}"), None))
    }
}

fn failed(message: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn too_slow(time: Duration) -> String {
    format!(
        "an answer within {} s expected, none found: the host is slow, or an earlier call still waits for it; try again, \
         or start docfuse mcp with a longer --timeout",
        time.as_secs()
    )
}

/// Runs the command until standard input ends.
pub fn run(args: &McpArgs) -> Result<(), CliError> {
    let mode = Mode::from(args.mode);
    let time = args.host.time();
    let index = IndexFolder::find(&args.index, args.language.as_deref(), time)?;
    let time = Some(time).filter(|_| is_address(&args.index));
    let site = SiteAddress::of(args.site.as_deref(), index.location())?;
    let manifest = index.manifest();
    let subject = match site.to_string() {
        site if site.is_empty() => format!("{} pages, language {}", manifest.pages, manifest.language),
        site => format!("{site}, {} pages, language {}", manifest.pages, manifest.language),
    };
    let subject = printable::line(&subject).into_owned();
    remark(format_args!("serving {} ({subject}) over standard input and output", index.location().display()));
    let server = Arc::new(Mutex::new(DocsServer::new(index, site, mode)));
    let handler = Handler { server: server.clone(), subject, time };
    let failed = |error| {
        CliError::System(format!("cannot start threads: {error}; close other programs, and try again"))
    };
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let served = runtime.block_on(async {
        // The encoder is loaded while the client says hello.
        drop(tokio::task::spawn_blocking(move || {
            server.lock().unwrap_or_else(PoisonError::into_inner).prepare(time.map(Deadline::of_call));
        }));
        let transport = Lines::new(tokio::io::stdin(), tokio::io::stdout());
        let running = handler.serve(transport).await.map_err(|error| error.to_string())?;
        running.waiting().await.map_err(|error| error.to_string())
    });
    // Standard input may still be read, and an encoder loaded; nobody waits for either.
    runtime.shutdown_background();
    served.map(drop).map_err(|error| {
        CliError::Argument(format!(
            "a client of the Model Context Protocol expected on standard input, none found ({error}); an assistant \
             starts this command, see docs/assistants.md"
        ))
    })
}
