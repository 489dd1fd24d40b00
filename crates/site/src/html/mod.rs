//! From the bytes of an HTML file to a tree: [`charset`] (bytes to text), [`parse`] and [`dom`] (text to tree), and what is read of
//! single elements.

pub mod charset;
pub mod class_words;
pub mod dom;
pub mod keyword_list;
mod open_tag;
pub mod parse;
pub mod tags;
pub mod web_page;
