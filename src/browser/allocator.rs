//! Allocator of the search module: two-level segregated fit, in less code than the standard library's allocator.

use rlsf::{GlobalTlsf, GlobalTlsfOptions};

#[global_allocator]
static ALLOCATOR: GlobalTlsf<Options> = GlobalTlsf::new();

struct Options;

impl GlobalTlsfOptions for Options {
    // Growing in place would double the code, and the sizes of what this module reads are known.
    const ENABLE_REALLOCATION: bool = false;
    // Blocks are larger than a page of memory, so adjacent pages must become one pool.
    const COALESCE_POOLS: bool = true;
}
