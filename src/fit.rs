//! Gives back the memory that lists and texts do not use, where a site has many of them.
//!
//! `shrink_to_fit` is not enough: the command's allocator only shrinks what is less than half full, and what has grown
//! is more than that.

/// Moves a list into memory of its size, if more than an eighth would be left over.
pub fn fit<T>(list: &mut Vec<T>) {
    if list.capacity() - list.len() > list.len() / 8 {
        let mut fitting = Vec::with_capacity(list.len());
        fitting.append(list);
        *list = fitting;
    }
}

/// Moves a text into memory of its size, if more than an eighth would be left over.
pub fn fit_text(text: &mut String) {
    if text.capacity() - text.len() > text.len() / 8 {
        *text = text.as_str().to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_over_or_lost() {
        let (mut list, mut text) = (vec![1, 2, 3], "text".to_owned());
        list.reserve_exact(100);
        text.reserve_exact(100);
        fit(&mut list);
        fit_text(&mut text);
        assert_eq!((list.capacity(), text.capacity()), (3, 4));
        assert_eq!((list, text.as_str()), (vec![1, 2, 3], "text"));
    }
}
