//! The options that say which retrievers answer, and what gives a query its vector.

use clap::ValueEnum;

use docfuse::error_code::ErrorCode;
use docfuse::search::Mode;

/// Values of `--mode`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ModeArg {
    /// Lexical and dense retriever, fused
    Hybrid,
    /// Lexical retriever
    Lexical,
    /// Dense retriever
    Dense,
    /// Lexicon: the dense index, by vectors of the query's terms
    Lexicon,
}

/// Values of `--dense`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DenseArg {
    /// The encoder; without it, the lexicon
    #[default]
    Auto,
    /// The encoder alone
    Encoder,
    /// The lexicon in place of the encoder
    Lexicon,
    /// Neither
    Off,
}

/// Values of `--match`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MatchArg {
    /// All words but stop words; some of them if no section has all
    All,
    /// Any of the words, best first
    Best,
}

impl MatchArg {
    /// How many terms must match, as a request says it. Without the option, the index decides.
    pub fn minimum(of: Option<MatchArg>) -> String {
        match of {
            Some(MatchArg::All) => "all",
            Some(MatchArg::Best) => "0",
            None => "",
        }
        .to_owned()
    }
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Mode {
        match mode {
            ModeArg::Hybrid => Mode::Hybrid,
            ModeArg::Lexical => Mode::Lexical,
            ModeArg::Dense => Mode::Dense,
            ModeArg::Lexicon => Mode::Lexicon,
        }
    }
}

impl DenseArg {
    /// Whether the encoder may embed queries.
    pub fn uses_encoder(self) -> bool {
        matches!(self, DenseArg::Auto | DenseArg::Encoder)
    }

    /// The code and the message of what `degraded` says where it may not.
    pub fn encoder_problem(self) -> Option<(String, String)> {
        let code = ErrorCode::EncoderOff.as_str().to_owned();
        (!self.uses_encoder()).then(|| (code, "the encoder is switched off".to_owned()))
    }

    /// Whether the lexicon may answer without the encoder.
    pub fn uses_lexicon(self) -> bool {
        matches!(self, DenseArg::Auto | DenseArg::Lexicon)
    }
}

/// Values of `eval --mode`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EvalMode {
    /// Each of the modes below
    All,
    /// Lexical and dense retriever, fused
    Hybrid,
    /// Lexical retriever
    Lexical,
    /// Dense retriever
    Dense,
    /// Lexicon: the dense index, by vectors of the query's terms
    Lexicon,
}
