//! Whether parts make a whole: [`check`] compares their settings and encoders, [`check_shares`] counts their shares.

use std::collections::BTreeMap;

use super::{PartEncoder, PartFolder};
use crate::error::CliError;

/// Refuses parts of different settings or encoders. Parts may be compared without their vectors.
///
/// # Errors
/// Two parts that differ, and in what.
pub fn check(parts: &[PartFolder], with_vectors: bool) -> Result<(), CliError> {
    let Some((first, others)) = parts.split_first() else { return Ok(()) };
    let differ = |other: &PartFolder, what: String, advice: &str| {
        let (one, other) = (first.folder.display(), other.folder.display());
        Err(CliError::Mismatch(format!("{one} and {other}: {what}; {advice}")))
    };
    for other in others {
        if !are_same_settings(&first.part.settings, &other.part.settings) {
            let what = "the same settings expected, different ones found".to_owned();
            return differ(other, what, "build both with the same docfuse.toml");
        }
        let (one, two) = (&first.part.encoder, &other.part.encoder);
        if with_vectors && one != two {
            let name = |encoder: &Option<PartEncoder>| {
                encoder.as_ref().map_or_else(|| "no vectors".to_owned(), |encoder| encoder.to_string())
            };
            let what = format!("vectors of the same encoder expected, {} and {} found", name(one), name(two));
            return differ(other, what, "build both with the same encoder, or merge with --no-dense");
        }
    }
    Ok(())
}

/// Whether two texts of settings files say the same. Comments and line ends do not count.
pub fn are_same_settings(one: &str, other: &str) -> bool {
    let table = |text: &str| toml::from_str::<toml::Table>(text).ok();
    one == other || table(one).is_some_and(|one| Some(one) == table(other))
}

/// Refuses shares that do not make a whole: some are missing, or counted otherwise than others, or there twice with
/// different pages.
///
/// # Errors
/// What is missing or does not fit.
pub fn check_shares(parts: &[PartFolder], may_miss: bool) -> Result<(), CliError> {
    let mut places: BTreeMap<&str, BTreeMap<u32, &PartFolder>> = BTreeMap::new();
    for folder in parts {
        let Some(share) = folder.part.share else { continue };
        let folders = places.entry(&folder.part.place).or_default();
        let differs = folders.values().find(|other| other.part.share.is_some_and(|it| it.of != share.of));
        let before = differs.or_else(|| folders.get(&share.number));
        if let Some(other) = before.copied() {
            let [one, two] = [other, folder].map(|it| it.folder.display());
            let its_share = other.part.share.unwrap_or(share);
            let why = match its_share.of == share.of {
                true => format!("both are part {share}, with different content"),
                false => format!("parts of one division expected, {its_share} and {share} found"),
            };
            return Err(CliError::Mismatch(format!(
                "{one} and {two}: {why}; build all parts from the same files"
            )));
        }
        folders.insert(share.number, folder);
    }
    for (place, folders) in &places {
        let of = folders.values().find_map(|folder| folder.part.share).map_or(0, |share| share.of);
        let missing: Vec<String> = (1..=of)
            .filter(|number| !folders.contains_key(number))
            .map(|number| format!("{number}/{of}"))
            .collect();
        if !missing.is_empty() && !may_miss {
            let of_place = if place.is_empty() { String::new() } else { format!(" of {place}") };
            return Err(CliError::Mismatch(format!(
                "all {of} parts{of_place} expected, {} missing; add what is missing, or --allow-missing to leave its pages \
                 out",
                missing.join(", ")
            )));
        }
    }
    Ok(())
}
