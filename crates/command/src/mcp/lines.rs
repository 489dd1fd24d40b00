//! [`Lines`]: the messages of the protocol, each a line of standard input or output.
//!
//! A line that is no message is answered by an error of JSON-RPC, as its specification wants it: with the id `null` if
//! there is none. The protocol's own transport leaves such lines out without a word.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::ErrorCode;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;

/// Most bytes of a line. Queries and addresses are far shorter.
const MOST_BYTES: usize = 1 << 20;

/// Bytes that may stand before JSON.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Messages over a reader and a writer.
pub struct Lines<R, W> {
    input: BufReader<R>,
    /// What has arrived of a line.
    line: Vec<u8>,
    /// Whether the line is too long, and its bytes are dropped.
    skips: bool,
    has_ended: bool,
    output: Arc<Mutex<W>>,
    /// An error that is being sent.
    complaint: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

/// What a line is.
enum Found {
    Message(Box<RxJsonRpcMessage<RoleServer>>),
    /// An empty line, or a notification that nobody knows; neither is answered.
    Nothing,
    /// An error to answer with.
    Wrong(Value),
}

impl<R: AsyncRead + Unpin, W> Lines<R, W> {
    /// Messages that are read from `input` and written to `output`.
    pub fn new(input: R, output: W) -> Self {
        Lines {
            input: BufReader::new(input),
            line: Vec::new(),
            skips: false,
            has_ended: false,
            output: Arc::new(Mutex::new(output)),
            complaint: None,
        }
    }

    /// Reads to the end of a line. If this is dropped midway, the next call goes on.
    async fn read_line(&mut self) -> io::Result<Found> {
        loop {
            let found = self.input.fill_buf().await?;
            let end = found.iter().position(|byte| *byte == b'\n');
            let length = end.map_or(found.len(), |end| end + 1);
            self.has_ended = found.is_empty();
            self.skips |= self.line.len() + length > MOST_BYTES;
            if self.skips {
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(&found[..length]);
            }
            self.input.consume(length);
            if end.is_some() || self.has_ended {
                let line = std::mem::take(&mut self.line);
                return Ok(match std::mem::take(&mut self.skips) {
                    true => Found::Wrong(error(
                        &Value::Null,
                        ErrorCode::PARSE_ERROR,
                        &format!("a line of at most {MOST_BYTES} bytes expected, a longer one found"),
                    )),
                    false => read(&line),
                });
            }
        }
    }
}

/// Reads a line.
fn read(line: &[u8]) -> Found {
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
    if line.is_empty() {
        return Found::Nothing;
    }
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(found) => {
            let message = format!("a message in JSON on one line expected, something else found: {found}");
            return Found::Wrong(error(&Value::Null, ErrorCode::PARSE_ERROR, &message));
        }
    };
    if let Ok(message) = serde_json::from_slice(line) {
        return Found::Message(Box::new(message));
    }
    match value.get("id") {
        None if value.get("method").is_some() => Found::Nothing,
        id => Found::Wrong(error(
            id.filter(|id| id.is_string() || id.is_number()).unwrap_or(&Value::Null),
            ErrorCode::INVALID_REQUEST,
            "a request of JSON-RPC 2.0 expected, with jsonrpc, id and method; something else found",
        )),
    }
}

fn error(id: &Value, code: ErrorCode, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": message } })
}

async fn write(output: &Mutex<impl AsyncWrite + Unpin>, mut line: Vec<u8>) -> io::Result<()> {
    line.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&line).await?;
    output.flush().await
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let output = Arc::clone(&self.output);
        async move { write(&output, serde_json::to_vec(&message)?).await }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // It stays here while it is sent: this is dropped and called again whenever an answer is ready.
            if let Some(complaint) = &mut self.complaint {
                complaint.await;
                self.complaint = None;
            }
            if self.has_ended {
                return None;
            }
            match self.read_line().await.ok()? {
                Found::Message(message) => return Some(*message),
                Found::Nothing => {}
                Found::Wrong(error) => {
                    let output = Arc::clone(&self.output);
                    self.complaint = Some(Box::pin(async move {
                        // Whoever does not read answers sees no error either.
                        let _ = write(&output, error.to_string().into_bytes()).await;
                    }));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.flush().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all of an input. Returns the methods of its messages, and the errors that were sent.
    fn received(input: &[u8]) -> (Vec<String>, Vec<Value>) {
        let mut lines = Lines::new(io::Cursor::new(input.to_vec()), Vec::new());
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut methods = Vec::new();
            while let Some(message) = lines.receive().await {
                let message = serde_json::to_value(&message).unwrap();
                methods.push(message["method"].as_str().unwrap().to_owned());
            }
            let sent = lines.output.lock().await;
            let sent = sent.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            (methods, sent.map(|line| serde_json::from_slice(line).unwrap()).collect())
        })
    }

    const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

    #[test]
    fn lines_that_are_no_message_are_answered_and_the_next_ones_are_read() {
        for (line, id, code) in [
            ("{", Value::Null, -32700),
            ("hello", Value::Null, -32700),
            (r#"{"jsonrpc":"2.0","id":2,"method":"ping""#, Value::Null, -32700),
            (r#"{"jsonrpc":"2.0","id":2,"method":"\ud800"}"#, Value::Null, -32700),
            (&"[".repeat(1_000), Value::Null, -32700),
            (&format!("\"{}\"", "a".repeat(MOST_BYTES)), Value::Null, -32700),
            ("[]", Value::Null, -32600),
            ("5", Value::Null, -32600),
            (r#"{"id":7,"method":"ping"}"#, json!(7), -32600),
            (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, Value::Null, -32600),
        ] {
            let (methods, sent) = received(format!("{line}\n{PING}\n").as_bytes());
            assert_eq!(methods, ["ping"], "{line:.60}");
            assert_eq!(sent.len(), 1, "{line:.60}");
            let error = &sent[0];
            assert_eq!((&error["id"], error["error"]["code"].as_i64()), (&id, Some(code)), "{line:.60}");
            assert!(error.as_object().unwrap().contains_key("id") && error["jsonrpc"] == "2.0", "{error}");
        }
        let (methods, sent) = received(b"\xff\xfe{\n");
        assert_eq!((methods.len(), sent[0]["error"]["code"].as_i64()), (0, Some(-32700)));
        let (_, sent) = received(b"{");
        assert_eq!(sent.len(), 1, "without a line break at the end too");
    }

    #[test]
    fn messages_and_empty_lines_are_not_answered() {
        let input = format!("\u{feff}{PING}\r\n\n  \n{PING}\n{{\"method\":\"x\"}}\n{PING}");
        let (methods, sent) = received(input.as_bytes());
        assert_eq!((methods, sent), (vec!["ping".to_owned(); 3], Vec::new()));
    }
}
