//! The names that sections have, and the symbols that they document.

pub mod bare_sections;
pub mod c_declaration;
mod call_title;
pub mod command_options;
pub mod declared_symbol;
pub mod deprecated;
pub mod documented_symbol;
mod name_source;
pub mod names;
mod operator_name;
pub mod short_headings;
pub mod signature;
pub mod symbol_kind;
pub mod symbol_path;
pub mod variants;
