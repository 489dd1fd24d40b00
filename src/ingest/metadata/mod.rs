//! What a page says of itself: its head, breadcrumb, address, metadata, and whether it weighs less.

pub mod breadcrumb;
pub mod head;
pub mod page_address;
pub mod page_metadata;
pub mod secondary_pages;
pub mod source_listing;
