//! Rows as files.

use std::io::Read;

use flate2::read::GzDecoder;

use super::super::index_file::IndexFile;
use super::super::manifest::WordRowsRef;
use super::build::{FILE_BYTES, write_rows};
use super::*;
use crate::format::HEADER_BYTES;

const RECORD: usize = 26;

fn written(count: usize) -> (Vec<u8>, Vec<IndexFile>, WordRowsRef) {
    let all: Vec<u8> = (0..count * RECORD).map(|at| (at * 7919 % 251) as u8).collect();
    let rows = WordTable { records: &all, record_bytes: RECORD, first: b"first" };
    let (files, named) = write_rows(&rows, &<[u8]>::to_vec).unwrap();
    (all, files, named)
}

fn contents(files: &[IndexFile]) -> Vec<Vec<u8>> {
    files[1..].iter().map(|file| file.content.clone()).collect()
}

#[test]
fn rows_are_read_as_written() {
    for count in [1, 3, 100_000] {
        let (all, files, named) = written(count);
        assert_eq!((files[0].content.as_slice(), &named.first), (b"first".as_slice(), &files[0].file));
        let lengths: Vec<u32> = named.files.iter().map(|file| file.stored).collect();
        assert!(lengths.iter().all(|length| *length as usize <= FILE_BYTES + HEADER_BYTES));
        assert_eq!(named.files.len(), (count * (RECORD + FRAME_BYTES)).div_ceil(FILE_BYTES));
        assert!(records(&named, &contents(&files)).unwrap() == all, "{count}");
    }
}

#[test]
fn a_block_is_a_gzip_member_at_a_known_place() {
    let (all, files, _) = written(5);
    let block = &files[1].content[HEADER_BYTES + 3 * (RECORD + FRAME_BYTES)..][..RECORD + FRAME_BYTES];
    let mut opened = Vec::new();
    GzDecoder::new(block).read_to_end(&mut opened).unwrap();
    assert_eq!(opened, all[3 * RECORD..4 * RECORD]);
}

#[test]
fn damage_is_an_error_that_names_the_file() {
    let (_, files, named) = written(4);
    let good = contents(&files);
    let refused = |damage: &dyn Fn(&mut Vec<u8>)| {
        let mut bad = good.clone();
        damage(&mut bad[0]);
        let error = records(&named, &bad).unwrap_err().to_string();
        assert!(error.contains(&named.files[0].name), "{error}");
    };
    for at in 0..good[0].len() {
        refused(&|bytes| bytes[at] ^= 1);
    }
    refused(&|bytes| bytes.truncate(bytes.len() - 1));
    refused(&|bytes| bytes.truncate(10));
    refused(&|bytes| bytes.clear());
    assert!(records(&WordRowsRef { bytes: 0, ..named.clone() }, &good).is_err());
    assert!(records(&WordRowsRef { bytes: u32::MAX, ..named }, &good).is_err());
}
