//! [`Answerer`]: an endpoint that speaks OpenAI's streaming chat protocol: events whose data is JSON with a piece of the
//! answer, until `[DONE]`.
//!
//! Question, sections and key go to the address that the user named, and to no other: redirects are not followed.

use std::io::Read;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::http::{Uri, header};
use ureq::{Agent, BodyReader};

use super::error::AskError;
use super::events::{EventError, Events, MAX_LINE};
use super::prompt::SYSTEM;
use crate::ask::args::{AnswererArgs, KEY};
use crate::http;
use crate::http::deadline::Deadline;
use crate::http::redirects::has_private_host;

/// Time to connect.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes of an error's body that are read, and characters of a message that are told.
const MOST_OF_BODY: u64 = 1 << 16;
const MOST_TOLD: usize = 200;

/// What writes answers.
pub struct Answerer {
    url: Uri,
    /// The address without its query, which may hold a secret.
    shown: String,
    model: Option<String>,
    key: Option<String>,
    /// Tokens that the model takes, of question, sections and answer together.
    pub quota: usize,
    time: Duration,
    agent: Agent,
}

impl Answerer {
    /// The one at this address. Nothing is sent.
    ///
    /// # Errors
    /// The address is none, or the key must not go there.
    pub fn new(address: &str, args: &AnswererArgs) -> Result<Self, AskError> {
        let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
        let wrong = |found: &str| {
            let expected = "an address such as http://127.0.0.1:11434/v1/chat/completions expected";
            AskError::Address(format!("{expected}, {found} found"))
        };
        let url: Uri = address.parse().map_err(|_| wrong("another text"))?;
        let (Some(scheme @ ("http" | "https")), Some(authority)) = (url.scheme_str(), url.authority()) else {
            return Err(wrong("one without http:// or https://"));
        };
        if authority.as_str().contains('@') {
            let message = format!("no name and password in the address expected; a key comes from {KEY}");
            return Err(AskError::Address(message));
        }
        if key.as_ref().is_some_and(|key| !key.bytes().all(|byte| byte.is_ascii_graphic())) {
            return Err(AskError::Key("a key of visible ASCII characters expected, others found"));
        }
        if key.is_some() && scheme == "http" && !has_private_host(&url) {
            return Err(AskError::Key(
                "https expected in --answerer, http to a public address found, where others could read the key",
            ));
        }
        let shown = format!("{scheme}://{authority}{}", url.path());
        let config = http::settings(PATIENCE).timeout_per_read(None).max_redirects(0);
        Ok(Answerer {
            shown,
            model: args.answerer_model.clone(),
            key,
            quota: args.quota,
            time: Duration::from_secs(args.answer_timeout),
            agent: config.build().into(),
            url,
        })
    }

    /// Begins an answer.
    ///
    /// # Errors
    /// The answerer cannot be reached, refuses, or speaks another protocol.
    pub fn ask(&self, prompt: &str) -> Result<Answering<'_>, AskError> {
        let deadline = Deadline::after(self.time, "an answer");
        let mut body = json!({
            "messages": [{"role": "system", "content": SYSTEM}, {"role": "user", "content": prompt}],
            "stream": true,
        });
        if let Some(model) = &self.model {
            body["model"] = json!(model);
        }
        let request = self.agent.post(&self.url);
        let request = match &self.key {
            Some(key) => request.header(header::AUTHORIZATION, format!("Bearer {key}")),
            None => request,
        };
        let request = request
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ACCEPT, "text/event-stream")
            .config()
            .timeout_global(Some(self.time))
            .build();
        let mut response = request.send(body.to_string()).map_err(|source| match source {
            _ if deadline.left().is_none() => self.too_slow(),
            source => AskError::Network { url: self.shown.clone(), source: Box::new(source) },
        })?;
        let status = response.status().as_u16();
        let named = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
        if (300..400).contains(&status) {
            let to = named(header::LOCATION).unwrap_or("nowhere").to_owned();
            return Err(AskError::Redirect { url: self.shown.clone(), to: self.told(&to) });
        }
        let kind = named(header::CONTENT_TYPE).unwrap_or("no type").to_owned();
        if status != 200 {
            let mut body = Vec::new();
            // The status alone says enough.
            let _ = response.body_mut().as_reader().take(MOST_OF_BODY).read_to_end(&mut body);
            let found = serde_json::from_slice(&body).map_or_else(|_| String::new(), |body| message(&body));
            return Err(self.refused(&format!("status {status} {found}"), matches!(status, 401 | 403)));
        }
        if !kind.to_ascii_lowercase().starts_with("text/event-stream") {
            return Err(self.protocol("text/event-stream", &kind));
        }
        let events = Events::new(response.into_body().into_reader());
        Ok(Answering { answerer: self, events, deadline, is_whole: false, is_over: false })
    }

    /// It wrote nothing, which is no refusal.
    pub fn empty(&self) -> AskError {
        AskError::Empty { url: self.shown.clone() }
    }

    fn too_slow(&self) -> AskError {
        AskError::TooSlow { url: self.shown.clone(), seconds: self.time.as_secs() }
    }

    fn refused(&self, found: &str, is_denied: bool) -> AskError {
        let advice = match (is_denied, &self.key) {
            (false, _) => String::new(),
            (true, None) => format!("; put its key into {KEY}"),
            (true, Some(_)) => format!("; check the key in {KEY}"),
        };
        AskError::Refused { url: self.shown.clone(), found: format!("{}{advice}", self.told(found.trim())) }
    }

    fn protocol(&self, expected: &'static str, found: &str) -> AskError {
        AskError::Protocol { url: self.shown.clone(), expected, found: self.told(found) }
    }

    /// The beginning of what an answerer says, without the key.
    fn told(&self, text: &str) -> String {
        let text = match &self.key {
            Some(key) => text.replace(key, "[key]"),
            None => text.to_owned(),
        };
        text.chars().take(MOST_TOLD).collect()
    }
}

/// The pieces of an answer, as they come. Dropping it ends the connection.
pub struct Answering<'a> {
    answerer: &'a Answerer,
    events: Events<BodyReader<'static>>,
    deadline: Deadline,
    /// Whether the endpoint says that this was the last piece.
    is_whole: bool,
    is_over: bool,
}

impl Answering<'_> {
    fn next_piece(&mut self) -> Result<Option<String>, AskError> {
        let answerer = self.answerer;
        loop {
            if self.deadline.left().is_none() {
                return Err(answerer.too_slow());
            }
            let data = match self.events.next() {
                Some(Ok(data)) => data,
                None if self.is_whole => return Ok(None),
                Some(Err(EventError::TooLong)) => {
                    let found = format!("more than {MAX_LINE} bytes");
                    return Err(answerer.protocol("an event of a line", &found));
                }
                Some(Err(EventError::Read(_))) if self.deadline.left().is_none() => {
                    return Err(answerer.too_slow());
                }
                None => return Err(AskError::CutOff { url: answerer.shown.clone(), source: None }),
                Some(Err(EventError::Read(source))) => {
                    return Err(AskError::CutOff { url: answerer.shown.clone(), source: Some(source) });
                }
            };
            if data == "[DONE]" {
                return Ok(None);
            }
            let event: Value =
                serde_json::from_str(&data).map_err(|_| answerer.protocol("JSON in the events", &data))?;
            if !event["error"].is_null() {
                return Err(answerer.refused(&message(&event), false));
            }
            let choice = &event["choices"][0];
            self.is_whole |= choice["finish_reason"].is_string();
            if let Some(content) = choice["delta"]["content"].as_str().filter(|content| !content.is_empty()) {
                return Ok(Some(content.to_owned()));
            }
        }
    }
}

impl Iterator for Answering<'_> {
    type Item = Result<String, AskError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_piece().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// What an error of the protocol says.
fn message(body: &Value) -> String {
    let error = &body["error"];
    let text = error["message"].as_str().or_else(|| error.as_str());
    text.map_or_else(|| error.to_string(), str::to_owned)
}
