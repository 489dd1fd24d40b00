//! Laws that hold on every site: what an author wrote is found, and what a build says is so.
//!
//! On generated sites they run with all tests. On real ones, as [`SITES.md`](SITES.md) lists them:
//!
//! ```sh
//! tests/laws/sites.sh DIR >LIST    # NAME PATH of each
//! DOCFUSE_LAWS=LIST cargo test --release --test laws -- --ignored --nocapture
//! ```
//!
//! [`RESULTS.md`](RESULTS.md) has the tables that this prints.
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests read files, and fail by panicking"
)]

mod asking;
mod breaches;
mod conservation;
mod correction;
mod folder;
mod generated;
mod identity;
mod mistyped;
mod order;
mod real;
mod site;
mod tokens;
mod truth;
mod visible;

use std::fs;

use rayon::prelude::*;

use breaches::{Breach, Table};
use generated::{GeneratedSite, SITES};
use site::{File, Site};

/// Pages of the sites that are built twice for their hits, and by the command: the larger ones take long.
const MAX_PAGES: usize = 60;

/// Further pages that have none of a site's words.
const FURTHER: usize = 12;

fn files(generated: &GeneratedSite) -> Vec<File> {
    generated.pages.iter().map(|page| (page.path.clone(), page.html.clone().into_bytes())).collect()
}

/// Checks a law on all generated sites.
#[track_caller]
fn check(law: &str, breaches: impl Fn(u64, &GeneratedSite, &[File]) -> Vec<Breach> + Sync) {
    let found: Vec<(String, Vec<Breach>)> = (0..SITES)
        .into_par_iter()
        .map(|seed| {
            let generated = generated::site(seed);
            let breaches = breaches(seed, &generated, &files(&generated));
            (format!("{} in {}", generated.name, generated.frame), breaches)
        })
        .collect();
    let mut table = Table::default();
    found.into_iter().for_each(|(site, breaches)| table.add(&site, breaches));
    table.assert_empty(law);
}

#[test]
fn conservation() {
    check("Conservation", |_, generated, files| conservation::breaches(generated, files, &Site::of(files)));
}

#[test]
fn identity() {
    check("Identity", |_, generated, files| identity::breaches(generated, &Site::of(files)));
}

#[test]
fn correction() {
    check("Correction", |seed, _, files| correction::breaches(&Site::of(files), seed));
}

#[test]
fn truth() {
    check("Truth", |_, generated, files| {
        if generated.pages.len() > MAX_PAGES {
            return Vec::new();
        }
        let folder = tempfile::tempdir().unwrap();
        folder::write(files, folder.path());
        match folder::build(folder.path()) {
            Ok(printed) => truth::breaches(&printed, files, &Site::of(files), true),
            Err(error) => vec![Breach::new("no build", error)],
        }
    });
}

#[test]
fn order_of_files() {
    check("The order of files", |seed, _, files| order::of_files(files, seed));
}

#[test]
fn order_of_hits() {
    check("The order of hits", |seed, generated, files| {
        if generated.pages.len() > MAX_PAGES {
            return Vec::new();
        }
        order::of_hits(generated, files, &self::files(&generated::further(seed, FURTHER)), seed)
    });
}

#[test]
fn order_in_pieces() {
    check("An answer in pieces", |seed, _, files| order::of_pieces(&Site::of(files), seed));
}

/// The names and folders of real sites, which `DOCFUSE_LAWS` lists.
fn listed() -> Vec<(String, String)> {
    let list =
        std::env::var("DOCFUSE_LAWS").expect("DOCFUSE_LAWS: a file with NAME PATH of each site expected");
    let list = fs::read_to_string(list).unwrap();
    let rows = list.lines().filter_map(|line| line.split_once(' '));
    rows.map(|(name, place)| (name.to_owned(), place.to_owned())).collect()
}

/// Prints the table of corrections of real sites.
#[test]
#[ignore = "reads gigabytes of real sites"]
fn corrections_of_real_sites() {
    let mut rows = Vec::new();
    for (name, place) in listed() {
        let (row, details) = real::corrections(&name, &place);
        println!("{name}\n{details}");
        rows.push(row);
    }
    println!("{}\n{}", real::CORRECTION, rows.join("\n"));
}

/// Prints the tables of real sites.
#[test]
#[ignore = "reads gigabytes of real sites"]
fn real_sites() {
    let rows: Vec<real::Row> = listed()
        .iter()
        .map(|(name, place)| {
            let row = real::row(name, place);
            println!("{}", row.details);
            row
        })
        .collect();
    let table = |head: &str, of: fn(&real::Row) -> &String| {
        println!("{head}");
        rows.iter().for_each(|row| println!("{}", of(row)));
        println!();
    };
    table(real::CONSERVATION, |row| &row.conservation);
    table(real::NAMED, |row| &row.named);
    table(real::IDENTITY, |row| &row.identity);
}
