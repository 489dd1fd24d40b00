//! For tests: peak memory of a piece of work, to check that a reader's memory is bounded by its input.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator; counts bytes for each thread.
struct Counting;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that is ending no longer has counters.
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(held.get())));
    });
}

// SAFETY: passes every call to the system's allocator unchanged.
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

/// Runs `work` and returns the most bytes that this thread held in addition to those before.
pub fn peak_of(work: impl FnOnce()) -> usize {
    let before = HELD.get();
    PEAK.set(before);
    work();
    (PEAK.get() - before) as usize
}

/// Checks that `read` holds at most `multiple` times its input, and some kilobytes.
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
