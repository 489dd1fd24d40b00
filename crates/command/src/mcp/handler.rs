//! [`Handler`]: answers the messages of the protocol, with what the worker finds.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource, ResourceContents,
    ResourceTemplate, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::about::About;
use super::found::Found;
use super::server::{DocsServer, ListedPages, NotRead};
use super::tools::{self, Call, MAX_TOKENS, ReadCall, WrongCall};
use super::worker::{Unanswered, Worker};
use crate::output::printable::line;

/// The methods whose parameters may be none of the protocol.
const CALL_METHOD: &str = "tools/call";
const READ_METHOD: &str = "resources/read";

/// What stands before the addresses of pages, to make them those of resources. Other addresses would have clients fetch
/// the pages themselves.
const SCHEME: &str = "docfuse:///";

/// What resources are.
const MEDIA_TYPE: &str = "text/markdown";

/// Where too many calls wait. Codes from -32000 to -32019 are free for servers.
const BUSY: ErrorCode = ErrorCode(-32005);

/// The handler of the protocol.
#[derive(Clone)]
pub struct Handler {
    worker: Arc<Worker>,
    about: watch::Receiver<About>,
}

impl Handler {
    /// A handler whose worker searches what `about` tells of.
    pub fn new(worker: Worker, about: watch::Receiver<About>) -> Self {
        Handler { worker: Arc::new(worker), about }
    }

    /// Has the worker do something, as long as the client waits for it.
    async fn ask<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        job: impl FnOnce(&mut DocsServer) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        tokio::select! {
            answered = self.worker.ask(job) => answered,
            () = context.ct.cancelled() => Err(Unanswered::Cancelled),
        }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        self.about.borrow().config()
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::list(&self.about.borrow())))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let answered = match Call::read(&request.name, request.arguments.unwrap_or_default()) {
            Ok(Call::Search(call)) => {
                let searched = self.ask(&context, move |server| server.search(&call)).await;
                searched.map(|found| found.map(|found| with_data(&found)))
            }
            Ok(Call::Read(call)) => {
                let read = self.ask(&context, move |server| server.read(&call)).await;
                read.map(|text| text.map(success).map_err(NotRead::message))
            }
            Err(WrongCall::Tool(message)) => return Err(ErrorData::invalid_params(safe(&message), None)),
            // For the model, which can correct its call.
            Err(WrongCall::Arguments(message)) => Ok(Err(safe(&message))),
        };
        match answered {
            Ok(result) => Ok(result.unwrap_or_else(failed).into()),
            Err(busy @ Unanswered::Busy) => Err(error_of(&busy)),
            Err(other) => Ok(failed(other.to_string()).into()),
        }
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor).unwrap_or_else(|| "0".to_owned());
        let from: usize = cursor.parse().map_err(|_| {
            let message = format!("cursor: one that this list gave expected, {} found", safe(&cursor));
            ErrorData::invalid_params(message, None)
        })?;
        let listed = self.ask(&context, move |server| server.pages(from)).await;
        let ListedPages { pages, next } = listed
            .map_err(|error| error_of(&error))?
            .map_err(|message| ErrorData::internal_error(message, None))?;
        let resource = |(url, title): (String, String)| {
            Resource::new(format!("{SCHEME}{url}"), title).with_mime_type(MEDIA_TYPE)
        };
        let mut result = ListResourcesResult::with_all_items(pages.into_iter().map(resource).collect());
        result.next_cursor = next.map(|next| next.to_string());
        Ok(result)
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let template = ResourceTemplate::new(format!("{SCHEME}{{+address}}"), "section")
            .with_title("A section or page")
            .with_description("Its whole text, by its address as search returns it")
            .with_mime_type(MEDIA_TYPE);
        Ok(ListResourceTemplatesResult::with_all_items(vec![template]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let address = request.uri.strip_prefix(SCHEME).unwrap_or(&request.uri).to_owned();
        let call = ReadCall { address, max_tokens: MAX_TOKENS };
        let read = self.ask(&context, move |server| server.read(&call)).await;
        let text = read.map_err(|error| error_of(&error))?.map_err(|error| match error {
            NotRead::Missing(message) => {
                ErrorData::resource_not_found(message, Some(json!({ "uri": request.uri })))
            }
            NotRead::Unreadable(message) => ErrorData::internal_error(message, None),
        })?;
        let contents = ResourceContents::text(text, request.uri).with_mime_type(MEDIA_TYPE);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    /// Methods that this server lacks, and those that it has with parameters that are none of them.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method.as_str();
        let message = match (method, &request.params.unwrap_or_default()["name"]) {
            (CALL_METHOD, Value::String(_)) => "arguments: an object expected, something else found",
            (CALL_METHOD, _) => "name: the name of a tool expected, none found",
            (READ_METHOD, _) => "uri: the address of a resource expected, none found",
            _ => {
                let message = format!("a method of this server expected, {} found", safe(method));
                return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
            }
        };
        Err(ErrorData::invalid_params(format!("{method}: {message}"), None))
    }
}

fn safe(text: &str) -> String {
    line(text).into_owned()
}

fn success(text: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn with_data(found: &Found) -> CallToolResult {
    let mut result = success(found.text());
    result.structured_content = serde_json::to_value(found).ok();
    result
}

fn failed(message: String) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(message)])
}

fn error_of(unanswered: &Unanswered) -> ErrorData {
    let code = if *unanswered == Unanswered::Busy { BUSY } else { ErrorCode::INTERNAL_ERROR };
    ErrorData::new(code, unanswered.to_string(), None)
}
