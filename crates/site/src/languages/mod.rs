//! The languages of a site: its pages' tags and texts, and the folders that stand for languages.

mod folder_languages;
pub mod language_tag;
mod letters;
pub mod site_languages;
pub mod text_language;
