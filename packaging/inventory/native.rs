use std::sync::atomic::{AtomicPtr, Ordering};

/// The list of what is registered of one type, last first.
pub struct Registry(AtomicPtr<Node>);

/// A registered value.
pub struct Node {
    pub value: &'static dyn Registered,
    pub next: AtomicPtr<Node>,
}

/// A type whose values may be registered.
pub trait Collect: Sync + Sized + 'static {
    fn registry() -> &'static Registry;
}

/// A value of such a type. Its node does not name the type, since a static must have one that is written down.
pub trait Registered: Sync {
    fn add(&self, node: &'static Node);
}

impl<T: Collect> Registered for T {
    fn add(&self, node: &'static Node) {
        let Registry(head) = T::registry();
        let this = std::ptr::from_ref(node).cast_mut();
        node.next.store(head.swap(this, Ordering::AcqRel), Ordering::Release);
    }
}

impl Registry {
    #[expect(clippy::new_without_default, reason = "statics need a constant")]
    pub const fn new() -> Self {
        Self(AtomicPtr::new(std::ptr::null_mut()))
    }
}

impl Node {
    /// Called once for each node, before `main`.
    pub fn submit(&'static self) {
        self.value.add(self);
    }
}

pub(crate) fn registered<T: Collect>() -> crate::Iter<T> {
    let Registry(head) = T::registry();
    let mut next = head.load(Ordering::Acquire);
    Box::new(std::iter::from_fn(move || {
        // SAFETY: pointers in a registry are null or come from nodes, which are static.
        let node = unsafe { next.as_ref() }?;
        next = node.next.load(Ordering::Acquire);
        // SAFETY: only `T`'s `add` puts nodes into this registry, and its values are `T`s.
        Some(unsafe { &*std::ptr::from_ref(node.value).cast::<T>() })
    }))
}

/// Declares what may be registered.
#[macro_export]
macro_rules! collect {
    ($kind:ty) => {
        impl $crate::Collect for $kind {
            fn registry() -> &'static $crate::Registry {
                static REGISTRY: $crate::Registry = $crate::Registry::new();
                &REGISTRY
            }
        }
    };
}

/// Registers a value.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {
        const _: () = {
            // Written out, so that the value lives as long as the static.
            static NODE: $crate::Node = $crate::Node {
                value: &{ $($value)* },
                next: std::sync::atomic::AtomicPtr::new(std::ptr::null_mut()),
            };
            extern "C" fn register() {
                NODE.submit();
            }
            // Functions in these sections run before `main`.
            #[used]
            #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func,mod_init_funcs"))]
            #[cfg_attr(windows, unsafe(link_section = ".CRT$XCU"))]
            #[cfg_attr(not(any(target_vendor = "apple", windows)), unsafe(link_section = ".init_array"))]
            static REGISTER: extern "C" fn() = register;
        };
    };
}
