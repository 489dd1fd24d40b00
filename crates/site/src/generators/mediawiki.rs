//! MediaWiki.

use super::{Generator, NONE};

pub(super) const MEDIAWIKI: Generator = Generator { content_ids: &["bodyContent"], ..NONE };
