//! What tract uses of the crate inventory, in its place while Docfuse is built from its repository: in modules for
//! browsers, nothing is registered.
//!
//! tract registers all of its kernels, and all transforms of its models, before a module runs. The encoder has operators
//! of its own and looks nothing up, yet a linker keeps what is registered: two thirds of the module. Natively, this is
//! the crate's way: a list for each type, to which functions in a section of the executable add before `main`.

#[cfg(not(target_family = "wasm"))]
mod native;

#[cfg(not(target_family = "wasm"))]
pub use native::{Collect, Node, Registered, Registry};

#[cfg(not(target_family = "wasm"))]
use native::registered;

/// Declares what may be registered.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! collect {
    ($kind:ty) => {
        impl $crate::Collect for $kind {}
    };
}

/// Registers nothing.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}

/// A type whose values may be registered.
#[cfg(target_family = "wasm")]
pub trait Collect: 'static {}

#[cfg(target_family = "wasm")]
fn registered<T: Collect>() -> Iter<T> {
    Box::new(std::iter::empty())
}

/// What is registered of a type.
pub type Iter<T> = Box<dyn Iterator<Item = &'static T>>;

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
        registered()
    }
}

impl<T: Collect> std::ops::Deref for iter<T> {
    type Target = fn() -> Iter<T>;

    fn deref(&self) -> &fn() -> Iter<T> {
        &(registered as fn() -> Iter<T>)
    }
}
