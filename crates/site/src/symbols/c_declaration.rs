//! The name that a declaration in C declares: [`declared_name`].

use super::symbol_path::is_component;

/// Words before the name of a type.
const TYPE_WORDS: [&str; 3] = ["enum", "struct", "union"];

/// The function, macro, callback or type that a piece of code declares first. O(length).
pub(crate) fn declared_name(code: &str) -> Option<&str> {
    let code = code.trim_start();
    let name = match code.strip_prefix("#define") {
        Some(macro_code) => macro_code.split_whitespace().next()?.split('(').next()?,
        None => match code.split_once(['{', ';', '(']) {
            // `(* Callback) (int value)`
            Some((before, after)) if code[before.len()..].starts_with('(') => {
                match after.trim_start().strip_prefix('*') {
                    Some(pointer) => pointer.split(')').next()?.trim(),
                    None => before.split_whitespace().next_back()?.trim_start_matches('*'),
                }
            }
            Some((before, _)) => name_of_type(before)?,
            None => name_of_type(code)?,
        },
    };
    is_component(name).then_some(name)
}

fn name_of_type(code: &str) -> Option<&str> {
    let mut words = code.split_whitespace();
    words.find(|word| TYPE_WORDS.contains(word))?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_names() {
        for (code, expected) in [
            (
                "const char*\ngtk_header_bar_get_layout (\n  GtkHeaderBar* bar\n)",
                Some("gtk_header_bar_get_layout"),
            ),
            ("GtkWidget *gtk_label_new (void)", Some("gtk_label_new")),
            ("gboolean\n(* GtkCellCallback) (\n  GtkCell* cell\n)", Some("GtkCellCallback")),
            ("#define GTK_BINARY_AGE 803", Some("GTK_BINARY_AGE")),
            ("#define GTK_CHECK(major, minor)", Some("GTK_CHECK")),
            ("struct GtkBitset {\n  /* No available fields */\n}", Some("GtkBitset")),
            ("typedef struct _Color Color;", Some("_Color")),
            ("property layout: utf8 [ read, write ]", None),
            ("", None),
        ] {
            assert_eq!(declared_name(code), expected, "{code}");
        }
    }
}
