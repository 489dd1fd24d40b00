//! Pages that scripts make, as readers see them: [`rendered`]. The site is served on loopback, and a browser dumps each page.
//!
//! `browser` starts one for each page, which may open that page alone; `gate` is between it and everything else.

mod browser;
mod gate;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use ureq::http::Uri;

use super::site_folder::SiteFolder;
use crate::error::CliError;
use crate::output::{progress, remark};
use crate::serve::Loopback;
use browser::{TIME, dump};
use docfuse_site::{address, percent_decode, route_path};
use gate::{Gate, authority};

/// How browsers print a link to a route.
const LINK: &str = "href=\"#/";

/// Most links to routes that are followed from a page.
const MAX_ROUTES: usize = 5_000;

/// A longer route is the state of an application.
const MAX_ROUTE_BYTES: usize = 300;

/// The HTML of pages of a site after their scripts have run, in their order; `None` for one that the browser does not give
/// in time, which is remarked. `browser` is a command, with options separated by spaces. As many at once as there are cores.
///
/// # Errors
/// The site cannot be served, or the browser not started.
pub fn rendered(
    site: &SiteFolder,
    browser: &str,
    names: &[String],
) -> Result<Vec<Option<Vec<u8>>>, CliError> {
    let served = Loopback::serve(site)?;
    let gate = Gate::open(&served.address.to_string())?;
    let bar = progress("rendering", names.len() as u64);
    let render = |name: &String| {
        let html = dump_through(&gate, browser, &format!("http://{}/{}", served.address, address(name)));
        bar.inc(1);
        match html? {
            Ok(html) => Ok(Some(html)),
            Err(found) => {
                unrendered(name, browser, &found);
                Ok(None)
            }
        }
    };
    let rendered = names.par_iter().map(render).collect();
    bar.finish_and_clear();
    rendered
}

/// The HTML of a page of a host after its scripts have run; `None` if the browser does not give it in time, which is
/// remarked.
///
/// # Errors
/// The browser cannot be started.
pub fn rendered_address(browser: &str, address: &str) -> Result<Option<Vec<u8>>, CliError> {
    let own = without_anchor(address).map_or_else(|_| String::new(), |page| authority(&page));
    let html = dump_through(&Gate::open(&own)?, browser, address)?;
    Ok(html.map_err(|found| unrendered(address, browser, &found)).ok())
}

/// What a browser prints of a page, through a gate.
fn dump_through(gate: &Gate, browser: &str, address: &str) -> Result<Result<Vec<u8>, String>, CliError> {
    match without_anchor(address) {
        Ok(page) => dump(browser, &page, address, gate.address),
        Err(error) => Ok(Err(format!("no address found ({error})"))),
    }
}

fn without_anchor(address: &str) -> Result<Uri, ureq::http::uri::InvalidUri> {
    address.split('#').next().unwrap_or_default().parse()
}

fn unrendered(name: &str, browser: &str, found: &str) {
    let seconds = TIME.as_secs();
    remark(format_args!(
        "warning: {name}: its HTML from {browser} within {seconds} s expected, {found}; it is indexed unrendered"
    ));
}

/// The paths of the routes that a rendered page links to, at most [`MAX_ROUTES`]: `href="#/guide"`. What a route has behind a
/// question mark is a place in it.
pub fn routes_of(page: &str, html: &[u8]) -> Vec<String> {
    let html = String::from_utf8_lossy(html);
    let links = html.split(LINK).skip(1).filter_map(|rest| rest.split('"').next());
    let routes: BTreeSet<&str> = links
        .map(|link| link.split('?').next().unwrap_or(link))
        .filter(|route| !route.is_empty() && route.len() <= MAX_ROUTE_BYTES)
        .take(MAX_ROUTES)
        .collect();
    routes.into_iter().filter_map(|route| route_path(page, &percent_decode(route))).collect()
}

/// What links to the places of a route have behind it, by the id that they name: `?id=setup` of `#/guide?id=setup`. `before`
/// comes in front of each.
pub fn places_of(route: &str, html: &[u8], before: &str) -> BTreeMap<String, String> {
    let html = String::from_utf8_lossy(html);
    let links = html.split(LINK).skip(1).filter_map(|rest| rest.split('"').next());
    let of_route =
        links.filter_map(|link| link.split_once('?').filter(|(to, _)| percent_decode(to) == route));
    let named = of_route.filter_map(|(_, query)| {
        let (name, id) = query.split_once('=').filter(|_| query.len() <= MAX_ROUTE_BYTES)?;
        let is_one = !query.contains(['&', '#']) && !name.is_empty();
        is_one.then(|| (percent_decode(id), format!("{before}?{query}")))
    });
    named.take(MAX_ROUTES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_a_route_are_what_links_to_them_have() {
        let html = b"<h2 id=setup><a href=\"#/guide?id=setup\">Set up</a></h2><a href=\"#/b?id=other\">B</a>\
                     <a href=\"#/guide?id=a%20b\">C</a><a href=\"#/guide?x=1&amp;id=two\">D</a><a href=\"#/guide?\">E</a>\
                     <a href=\"#/?id=home\">F</a>";
        let places = |route: &str, before: &str| -> Vec<(String, String)> {
            places_of(route, html, before).into_iter().collect()
        };
        let pair = |id: &str, place: &str| (id.to_owned(), place.to_owned());
        assert_eq!(places("guide", ""), [pair("a b", "?id=a%20b"), pair("setup", "?id=setup")]);
        assert_eq!(places("", "/"), [pair("home", "/?id=home")]);
        assert_eq!(places("none", ""), []);
    }

    #[test]
    fn routes_are_what_a_page_links_to() {
        let html = b"<a href=\"#/\">Home</a><a href=\"#/guide\">G</a><a href=\"#/guide?id=x\">X</a>\
                     <a href=\"#/de/a%20b\">D</a><a href=\"#top\">T</a><a href=\"/b\">B</a>";
        let routes = routes_of("docs/index.html", html);
        let addresses: Vec<String> = routes.iter().map(|route| address(route)).collect();
        assert_eq!(addresses, ["docs/index.html#/de/a%20b", "docs/index.html#/guide"]);
        assert_eq!(routes_of("docs/index.xhtml", html), [""; 0]);
    }
}
