//! What of an index is read: [`Words`], what the first answer needs, or [`Full`].
//!
//! Both are compiled everywhere; the linker leaves out of a module what it does not use. State that only one of them has
//! is [`IfFull`] or not, by type, so that the other has no code for it.

use std::marker::PhantomData;

/// How much of an index its reader has code for.
pub trait Reads: Copy + Send + Sync + 'static {
    /// Whether it reads vectors, links and several indexes as one; else words, texts and filters alone.
    const IS_FULL: bool;

    /// State that is there if [`IS_FULL`](Self::IS_FULL) is true.
    type IfFull<T>: IfFull<T>;

    /// One of something for each index.
    type Each<T>: AsRef<[T]> + IntoIterator<Item = T>;

    /// Calls `of` for the first index and, if they are read, for the others.
    fn each<A, T>(first: A, others: impl Iterator<Item = A>, of: impl FnMut(A) -> T) -> Self::Each<T>;
}

/// The first answer: words, texts and filters of one index.
#[derive(Clone, Copy, Debug)]
pub struct Words;

/// Everything.
#[derive(Clone, Copy, Debug)]
pub struct Full;

impl Reads for Words {
    const IS_FULL: bool = false;
    type IfFull<T> = Absent<T>;
    type Each<T> = [T; 1];

    fn each<A, T>(first: A, _: impl Iterator<Item = A>, mut of: impl FnMut(A) -> T) -> [T; 1] {
        [of(first)]
    }
}

impl Reads for Full {
    const IS_FULL: bool = true;
    type IfFull<T> = Present<T>;
    type Each<T> = Vec<T>;

    fn each<A, T>(first: A, others: impl Iterator<Item = A>, of: impl FnMut(A) -> T) -> Vec<T> {
        std::iter::once(first).chain(others).map(of).collect()
    }
}

/// A value, or nothing in its place.
pub trait IfFull<T> {
    /// Takes what `value` makes, if it is kept.
    fn new(value: impl FnOnce() -> T) -> Self;

    /// The value.
    fn get(&self) -> Option<&T>;

    /// The value, to change.
    fn get_mut(&mut self) -> Option<&mut T>;

    /// The value itself.
    fn take(self) -> Option<T>;
}

/// A value that is kept.
pub struct Present<T>(T);

impl<T> IfFull<T> for Present<T> {
    fn new(value: impl FnOnce() -> T) -> Self {
        Present(value())
    }

    fn get(&self) -> Option<&T> {
        Some(&self.0)
    }

    fn get_mut(&mut self) -> Option<&mut T> {
        Some(&mut self.0)
    }

    fn take(self) -> Option<T> {
        Some(self.0)
    }
}

/// A value that is left out.
pub struct Absent<T>(PhantomData<T>);

impl<T> IfFull<T> for Absent<T> {
    fn new(_: impl FnOnce() -> T) -> Self {
        Absent(PhantomData)
    }

    fn get(&self) -> Option<&T> {
        None
    }

    fn get_mut(&mut self) -> Option<&mut T> {
        None
    }

    fn take(self) -> Option<T> {
        None
    }
}
