//! Which pages of a site belong to a part: [`Share`] chooses them by a hash of their paths, [`place`] says where a folder
//! lies below the site's root.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::site::site_files::is_below;

/// Most shares of a site.
const MAX_SHARES: u32 = 10_000;

/// One of several shares of equal size: `2/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// From 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
}

impl Share {
    /// Whether the page with this path from the site's root belongs to it: by the first eight bytes of the path's SHA-256,
    /// so that it is the same on all machines.
    pub fn has(self, path: &str) -> bool {
        let mut first = [0; 8];
        first.copy_from_slice(&Sha256::digest(path)[..8]);
        u64::from_be_bytes(first) % u64::from(self.of.max(1)) == u64::from(self.number) - 1
    }

    /// Whether its numbers make sense.
    pub fn is_one(self) -> bool {
        (1..=MAX_SHARES).contains(&self.of) && (1..=self.of).contains(&self.number)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Value of `--part`: a share, or nothing for all pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartArg(pub Option<Share>);

impl FromStr for PartArg {
    type Err = String;

    fn from_str(typed: &str) -> Result<Self, String> {
        if typed.is_empty() {
            return Ok(PartArg(None));
        }
        let numbers =
            typed.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let share = numbers.map(|(number, of)| Share { number, of }).filter(|share| share.is_one());
        share.map(|share| PartArg(Some(share))).ok_or_else(|| {
            format!(
                "the number of a part and how many there are expected, such as 2/8, at most {MAX_SHARES}; for a whole \
                 folder, write the folder before --part"
            )
        })
    }
}

/// Parses `--at`: a place below the site's root, returned with a slash at its end, or empty for the root itself.
pub fn place(typed: &str) -> Result<String, String> {
    let path = typed.strip_prefix("./").unwrap_or(typed).trim_matches('/');
    match path {
        "" | "." => Ok(String::new()),
        path if is_below(path) => Ok(format!("{path}/")),
        _ => Err("a path below the site's root expected, such as library or docs/api".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_page_belongs_to_one_share() {
        let mut counts = [0; 8];
        for page in 0..4_000 {
            let path = format!("library/{page}.html");
            let shares: Vec<u32> = (1..=8).filter(|&number| Share { number, of: 8 }.has(&path)).collect();
            assert_eq!(shares.len(), 1);
            counts[shares[0] as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| (400..600).contains(count)), "{counts:?}");
        // The same on all machines.
        assert!(Share { number: 1, of: 3 }.has("index.html"));
    }

    #[test]
    fn shares_and_places_are_parsed() {
        let of = |typed: &str| typed.parse::<PartArg>().map(|part| part.0.map(|share| share.to_string()));
        assert_eq!(of(""), Ok(None));
        assert_eq!(of("2/8"), Ok(Some("2/8".to_owned())));
        for wrong in ["0/8", "9/8", "2", "2/", "a/b", "1/10001", "./public", "-1/2"] {
            assert!(of(wrong).is_err(), "{wrong}");
        }
        for (typed, expected) in
            [("", ""), (".", ""), ("/", ""), ("library", "library/"), ("./docs/api/", "docs/api/")]
        {
            assert_eq!(place(typed).unwrap(), expected);
        }
        for wrong in ["..", "a/../b", "a//b", "C:\\docs"] {
            assert!(place(wrong).is_err(), "{wrong}");
        }
    }
}
