//! The whole room on a tiny BERT model that is made here.

mod encoder;
mod exported;
mod foreign;
mod forward;
mod import;
mod tiny;
mod vocabulary;
mod windows;
