//! The author's decisions: [`site_settings`], once checked [`config`], with what their selectors and patterns match.

pub mod capture;
pub mod config;
pub mod page_pattern;
pub mod selector_use;
pub mod site_settings;
pub mod weight;
