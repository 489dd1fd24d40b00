//! [`page`]: the report as a page of HTML that needs nothing else. Queries are text of readers, so all text is escaped, and
//! the page may run and load nothing.

use super::report::{Group, Report, searches};

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">
<meta name=\"robots\" content=\"noindex\">
<title>Search gaps</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-top: 1px solid #8886; padding: .4rem .6rem; text-align: start; vertical-align: top; }
td:first-child, th:first-child { text-align: end; width: 5rem; }
small { display: block; overflow-wrap: anywhere; }
</style>
";

/// The page.
pub fn page(report: &Report) -> String {
    let mut html = HEAD.to_owned();
    let total = format!("{} for {} queries", searches(report.searches), report.queries);
    html += &format!("<h1>Search gaps</h1>\n<p>{}.</p>\n", escaped(&total));
    for gaps in &report.gaps {
        html += &format!("<h2>{}</h2>\n<p>{}.</p>\n", gaps.kind.title(), searches(gaps.searches));
        if !gaps.groups.is_empty() {
            html += "<table>\n<tr><th scope=\"col\">Searches<th scope=\"col\">Queries\n";
            html.extend(gaps.groups.iter().map(row));
            html += "</table>\n";
        }
        if gaps.left_out > 0 {
            html += &format!("<p>And {} rarer queries.</p>\n", gaps.left_out);
        }
    }
    html
}

fn row(group: &Group) -> String {
    let mut row = format!("<tr><td>{}<td>", group.searches);
    for (place, query) in group.queries.iter().enumerate() {
        let text = escaped(&query.query);
        if place == 0 {
            row += &format!("<strong>{text}</strong><small>{}</small>", escaped(&query.now.text()));
        } else {
            row += &format!("<small>{text} ({})</small>", query.searches);
        }
    }
    row + "\n"
}

/// Text for HTML; control characters and those of direction stay out of it.
fn escaped(text: &str) -> String {
    let text = crate::output::printable::line(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
