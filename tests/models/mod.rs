//! Models that unit tests make: [`tiny`] and [`multilingual`], small and random. The encoder's crate and the command's
//! include this folder.

pub mod multilingual;
pub mod tiny;
