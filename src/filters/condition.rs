//! Nested conditions on the filters of a page.

use super::Filters;

/// Deepest nesting that requests may have.
pub const MAX_DEPTH: usize = 16;

/// A condition on the filters of a page.
///
/// Conditions nest, in requests at most [`MAX_DEPTH`] deep. `All` of nothing holds, `Any` of nothing does not.
///
/// ```
/// use docfuse::filters::{Condition, Filter, Filters, Value};
///
/// let value = Value { value: "how to".to_owned(), pages: vec![0, 2] };
/// let filters = Filters { filters: vec![Filter { name: "kind".to_owned(), values: vec![value] }], editions: vec![] };
/// let guide = Condition::Has([("kind".to_owned(), vec!["how to".to_owned()])]);
/// assert!(guide.admits(&filters, 2));
/// assert!(Condition::None(vec![guide]).admits(&filters, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// One of the values of this name; an empty value means none of this name. As filters of a request are.
    Has([(String, Vec<String>); 1]),
    /// All of them.
    All(Vec<Condition>),
    /// At least one of them.
    Any(Vec<Condition>),
    /// None of them.
    None(Vec<Condition>),
}

impl Condition {
    /// The condition over others that this name of a request means; `None` for the name of a filter.
    pub fn over(name: &str) -> Option<fn(Vec<Condition>) -> Condition> {
        match name {
            "all" => Some(Condition::All),
            "any" => Some(Condition::Any),
            "none" => Some(Condition::None),
            _ => None,
        }
    }

    /// All filters that it names.
    pub fn filters(&self) -> Vec<&(String, Vec<String>)> {
        match self {
            Condition::Has(wanted) => wanted.iter().collect(),
            Condition::All(all) | Condition::Any(all) | Condition::None(all) => {
                all.iter().flat_map(Condition::filters).collect()
            }
        }
    }

    /// Whether a page meets it.
    pub fn admits(&self, filters: &Filters, page: u32) -> bool {
        match self {
            Condition::Has(wanted) => filters.admits(wanted, page),
            Condition::All(all) => all.iter().all(|each| each.admits(filters, page)),
            Condition::Any(any) => any.iter().any(|each| each.admits(filters, page)),
            Condition::None(none) => !none.iter().any(|each| each.admits(filters, page)),
        }
    }
}
