//! A page's list of its own headings comes behind the sections that it lists, but for the page's title.

use super::*;
use crate::index::{NameKind, TextSource};

/// The page of an interface, with a section for each route and a list of all above them; and a guide.
fn site() -> Site {
    let routes = [
        ("list", "GET /users", "All of them, in pages."),
        ("one", "GET /users/{id}", "A single one."),
        ("keys", "GET /users/{id}/keys", "What they sign with."),
        ("key", "PUT /users/{id}/keys/{key_id}", "Replaces what they sign with."),
    ];
    let shown: Vec<String> = routes.iter().map(|(_, heading, _)| format!("› {heading}")).collect();
    let mut api = page("users", "Users API", &[("", "Users API", &shown.join("\n"))]);
    api.sections.extend(page("users", "", &routes).sections);
    api.sections[0].source = TextSource::Headings;
    for section in &mut api.sections {
        let (text, kind) = (section.heading.clone(), NameKind::Heading);
        section.names.push(crate::index::Name { text, kind });
    }
    let guide =
        page("guide", "Guide", &[("", "Guide", "You get users and keys by id. Delete users with care.")]);
    Site::with(&[api, guide], &settings())
}

#[test]
fn a_list_of_headings_is_behind_what_it_lists() {
    let mut site = site();
    for (query, expected) in [
        ("/users/{id}", "users#one"),
        ("users/:id", "users#one"),
        ("/users/{id}/keys", "users#keys"),
        ("/users/42/keys", "users#keys"),
        ("PUT /users/{id}/keys/{key_id}", "users#key"),
        ("users api", "users"),
    ] {
        assert_eq!(site.urls(query)[0], expected, "{query}");
    }
}
