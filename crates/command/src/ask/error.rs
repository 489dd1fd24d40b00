//! [`AskError`]: why there is no answer.

/// Why there is no answer. Addresses are without their query, which may hold a secret.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The address of the answerer is none.
    #[error("--answerer: {0}")]
    Address(String),
    /// The key is none, or would go where others read it.
    #[error("{}: {}", super::args::KEY, .0)]
    Key(&'static str),
    /// The question alone is too long.
    #[error(
        "a question of at most {most} tokens expected, {found} found; ask shorter, or allow more with --quota"
    )]
    Quota {
        /// Most tokens.
        most: usize,
        /// Tokens of the question, as estimated.
        found: usize,
    },
    /// The answerer cannot be reached.
    #[error(
        "{url}: an answer expected, none found ({source}); check the address, and that the answerer runs"
    )]
    Network {
        /// Address of the answerer.
        url: String,
        /// The client's error.
        source: Box<ureq::Error>,
    },
    /// The time is over.
    #[error(
        "{url}: an answer within {seconds} s expected, the answerer needs longer; allow more with --answer-timeout"
    )]
    TooSlow {
        /// Address of the answerer.
        url: String,
        /// How long it had.
        seconds: u64,
    },
    /// The answer is elsewhere. Question, sections and key go to no other address than the one that was named.
    #[error(
        "{url}: an answer expected, a redirect to {to} found, which is not followed; if that is the right place, name it with --answerer"
    )]
    Redirect {
        /// Address of the answerer.
        url: String,
        /// Where to.
        to: String,
    },
    /// The answerer says that something is wrong.
    #[error("{url}: an answer expected, found {found}")]
    Refused {
        /// Address of the answerer.
        url: String,
        /// Status or message, and what to do.
        found: String,
    },
    /// The model wrote nothing, as where a filter of the answerer or the length of answers ends it.
    #[error(
        "{url}: an answer expected, an empty text found; try again, ask otherwise, or allow longer answers there"
    )]
    Empty {
        /// Address of the answerer.
        url: String,
    },
    /// The answerer does not stream the chat protocol.
    #[error(
        "{url}: {expected} expected, {found} found; name the address of chat completions that can stream"
    )]
    Protocol {
        /// Address of the answerer.
        url: String,
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The connection ended amid the answer.
    #[error("{url}: [DONE] expected, the end of the connection found{}; try again", source.as_ref().map_or_else(String::new, |source| format!(" ({source})")))]
    CutOff {
        /// Address of the answerer.
        url: String,
        /// What broke; `None` if it ended in order.
        source: Option<std::io::Error>,
    },
}
