//! From a page's tree to its sections: [`boilerplate`], [`panels`] and [`main_content`] choose the elements that are content;
//! [`content_walk`], [`outline`] and [`draft`] make sections of them, [`name_lists`] says of which lists.

mod anchor_behind;
pub mod app_shell;
mod beside;
pub mod boilerplate;
pub mod content_selectors;
pub mod content_walk;
mod decoration;
mod diagram;
mod draft;
pub mod main_content;
mod name_lists;
pub mod outline;
pub mod panels;
mod ruby;
mod text;
mod word_parts;
