//! One name for all addresses of a page: [`plain`].

/// The address without what hosts let one leave out: `./` or `/` in front, `index.html`, `.html` and a final `/`. The
/// anchor stays. `setup/index.html`, `setup/` and `setup` are equal then, so judgements and rules may name any of
/// them.
pub fn plain(address: &str) -> String {
    let (page, anchor) = address.find('#').map_or((address, ""), |at| address.split_at(at));
    let page = page.strip_prefix("./").unwrap_or(page);
    let page = page.strip_prefix('/').unwrap_or(page);
    let folder = page.strip_suffix("index.html").filter(|folder| folder.is_empty() || folder.ends_with('/'));
    let page = folder.or_else(|| page.strip_suffix(".html")).unwrap_or(page);
    format!("{}{anchor}", page.strip_suffix('/').unwrap_or(page))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn forms_of_an_address_are_equal() {
        for (address, expected) in [
            ("setup/index.html", "setup"),
            ("setup/", "setup"),
            ("/setup", "setup"),
            ("library/os.html#os.path", "library/os#os.path"),
            ("library/os#os.path", "library/os#os.path"),
            ("index.html", ""),
            ("./", ""),
            ("./#a/index.html", "#a/index.html"),
            ("genindex.html", "genindex"),
            ("https://e.org/a/", "https://e.org/a"),
            ("31715818", "31715818"),
        ] {
            assert_eq!(plain(address), expected, "{address}");
        }
    }
}
