//! The built site that a build reads: which files it has ([`site_folder`]), their content ([`site_files`]), pages that scripts
//! make ([`render`]), and all of it read, anew or again ([`site_reader`]).

pub mod render;
pub mod site_files;
pub mod site_folder;
pub mod site_reader;
