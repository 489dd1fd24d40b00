//! For tests: how much memory a piece of work holds at its peak, so that readers can be shown to allocate no more than
//! their input warrants.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting the bytes of each thread on its own.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that is ending has no counters any more.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as promised by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(start, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Runs `work` and gives the bytes that this thread held at most beyond what it held before.
pub fn peak_of(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before) as usize
}

/// Checks that `read` holds at most `multiple` times the bytes it is given, and some kilobytes.
pub fn assert_modest(bytes: &[u8], multiple: usize, read: impl FnOnce(&[u8])) {
    let most = bytes.len() * multiple + (16 << 10);
    let peak = peak_of(|| read(bytes));
    assert!(peak <= most, "{peak} bytes held for {} bytes read, {most} expected at most", bytes.len());
}

#[test]
fn memory_is_counted_while_it_is_held() {
    assert!(peak_of(|| drop(Vec::<u8>::with_capacity(1 << 20))) >= 1 << 20);
    assert!(peak_of(|| (0..64).for_each(|_| drop(Vec::<u8>::with_capacity(1 << 10)))) < 4 << 10);
}
