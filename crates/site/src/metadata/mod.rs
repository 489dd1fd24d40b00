//! What a page says of itself: its head, breadcrumb, address, metadata, whether it weighs less, and the entries of an index.

pub mod breadcrumb;
pub mod head;
pub mod index_entries;
pub mod page_address;
pub mod page_metadata;
pub mod secondary_pages;
pub mod source_listing;
