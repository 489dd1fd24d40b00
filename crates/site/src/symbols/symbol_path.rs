//! Qualified names of symbols, such as `std::vec::Vec` and `os.path.join`: components with `.` or `::` between them.

pub(super) fn is_component_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

pub(crate) fn is_component(text: &str) -> bool {
    text.starts_with(|c: char| is_component_char(c) && !c.is_numeric()) && text.chars().all(is_component_char)
}

/// Whether it consists of components with `.` or `::` between them.
pub(crate) fn is_path(text: &str) -> bool {
    text.split("::").flat_map(|part| part.split('.')).all(is_component)
}

pub(crate) fn last_component(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}

/// `Model.save` of `django.db.models.Model.save`; shorter paths unchanged.
pub(super) fn last_two(path: &str) -> &str {
    let last = last_component(path);
    let before = path[..path.len() - last.len()].trim_end_matches(['.', ':']);
    &path[before.len() - last_component(before).len()..]
}

/// Whether a heading has a component as a whole word.
pub(crate) fn mentions(heading: &str, component: &str) -> bool {
    heading.split(|c| !is_component_char(c)).any(|word| word == component)
}
