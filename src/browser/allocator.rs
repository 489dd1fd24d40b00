//! The allocator of the search module: two-level segregated fit, in a third of the code of the standard library's.

use rlsf::{GlobalTlsf, GlobalTlsfOptions};

#[global_allocator]
static ALLOCATOR: GlobalTlsf<Options> = GlobalTlsf::new();

struct Options;

impl GlobalTlsfOptions for Options {
    // Growing in place would double the code, and what is read here is of known size.
    const ENABLE_REALLOCATION: bool = false;
    // Blocks are larger than a page of memory, so neighbouring pages must become one pool.
    const COALESCE_POOLS: bool = true;
}
