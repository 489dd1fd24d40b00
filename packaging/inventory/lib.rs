//! What tract uses of the crate inventory, in its place while Docfuse is built from its repository, with nothing
//! registered.
//!
//! tract registers all of its kernels, and all transforms of its models, before a program runs. The encoder has operators
//! of its own and looks nothing up, yet a linker keeps what is registered: two thirds of the module for browsers.

/// Declares what may be registered.
#[macro_export]
macro_rules! collect {
    ($kind:ty) => {
        impl $crate::Collect for $kind {}
    };
}

/// Registers nothing.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// A type whose values may be registered.
pub trait Collect: 'static {}

/// What is registered of a type: nothing.
pub type Iter<T> = std::iter::Empty<&'static T>;

/// [`Iter`], by the names `iter::<T>` and `iter::<T>()`.
#[expect(non_camel_case_types, reason = "the name of the crate that this one stands for")]
pub enum iter<T> {
    #[doc(hidden)]
    Never(std::convert::Infallible, std::marker::PhantomData<T>),
    iter,
}

pub use iter::*;

impl<T: Collect> IntoIterator for iter<T> {
    type Item = &'static T;
    type IntoIter = Iter<T>;

    fn into_iter(self) -> Iter<T> {
        std::iter::empty()
    }
}

impl<T: Collect> std::ops::Deref for iter<T> {
    type Target = fn() -> Iter<T>;

    fn deref(&self) -> &fn() -> Iter<T> {
        &(std::iter::empty as fn() -> Iter<T>)
    }
}
