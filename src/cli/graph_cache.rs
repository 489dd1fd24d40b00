//! Cache of HNSW graphs. A graph of many vectors takes minutes to build and depends on the vectors alone.
//!
//! Each graph is a file named by the hash of its inputs: a header, the SHA-256 of the rest, and the graph's blocks, each
//! after its length. A damaged file counts as absent. The least recently used graphs are deleted.
#![allow(clippy::disallowed_methods, reason = "only cli accesses the file system")]

use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::files;
use crate::dense::GraphCache;
use crate::format::{Cursor, FileKind, Generation, HEADER_BYTES, Writer, read_header, write_header};

/// Number of graphs kept. One folder serves all sites of a user, each in one or more languages.
const MAX_GRAPHS: usize = 16;

/// Bytes of the checksum after the header.
const CHECK_BYTES: usize = 32;

/// The graphs cached in a folder.
pub struct GraphFolder {
    /// `None` if none are kept.
    folder: Option<PathBuf>,
}

impl GraphFolder {
    /// A cache in `folder`, if there is one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        GraphFolder { folder }
    }

    fn name(made_from: Generation) -> String {
        format!("graph-{made_from}.bin")
    }
}

impl GraphCache for GraphFolder {
    fn get(&self, made_from: Generation) -> Option<Vec<Vec<u8>>> {
        let path = self.folder.as_ref()?.join(Self::name(made_from));
        let blocks = read(&files::read_if_there(&path).ok()??, made_from)?;
        files::touch(&path);
        Some(blocks)
    }

    fn put(&self, made_from: Generation, blocks: &[Vec<u8>]) {
        let Some(folder) = &self.folder else { return };
        // A graph that cannot be stored is built again next time.
        let _ = files::replace(folder, &Self::name(made_from), &write(made_from, blocks));
        files::keep_newest(folder, "graph-", ".bin", MAX_GRAPHS);
    }
}

fn write(made_from: Generation, blocks: &[Vec<u8>]) -> Vec<u8> {
    let mut content = Writer::new();
    for block in blocks {
        content.varint(block.len() as u32);
        content.bytes(block);
    }
    let content = content.finish();
    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Graph, made_from);
    writer.bytes(&Sha256::digest(&content));
    writer.bytes(&content);
    writer.finish()
}

fn read(file: &[u8], made_from: Generation) -> Option<Vec<Vec<u8>>> {
    read_header(file, FileKind::Graph, made_from).ok()?;
    let (check, content) = file.get(HEADER_BYTES..)?.split_at_checked(CHECK_BYTES)?;
    if check != Sha256::digest(content).as_slice() {
        return None;
    }
    let mut cursor = Cursor::new(content);
    let mut blocks = Vec::new();
    while cursor.remaining() > 0 {
        blocks.push(cursor.bytes("block of a graph").ok()?.to_vec());
    }
    Some(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_graphs_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let graphs = GraphFolder::new(Some(folder.path().to_owned()));
        let (made_from, other) = (Generation([1; 8]), Generation([2; 8]));
        let blocks = vec![vec![1, 2, 3], vec![4]];
        assert_eq!(graphs.get(made_from), None);
        graphs.put(made_from, &blocks);
        assert_eq!(graphs.get(made_from), Some(blocks));
        assert_eq!(graphs.get(other), None);
        let path = folder.path().join(GraphFolder::name(made_from));
        let good = files::read(&path).unwrap();
        for at in 0..good.len() {
            let mut bad = good.clone();
            bad[at] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            assert_eq!(graphs.get(made_from), None, "byte {at}");
            std::fs::write(&path, &good[..at]).unwrap();
            assert_eq!(graphs.get(made_from), None, "cut at {at}");
        }
    }

    #[test]
    fn least_recently_used_graphs_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let graphs = GraphFolder::new(Some(folder.path().to_owned()));
        let name = |number: u8| Generation([number; 8]);
        for number in 0..MAX_GRAPHS as u8 + 1 {
            graphs.put(name(number), &[vec![number]]);
            std::thread::sleep(std::time::Duration::from_millis(5));
            assert!(graphs.get(name(0)).is_some(), "used after each");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(graphs.get(name(1)).is_none());
        assert!(graphs.get(name(2)).is_some());
    }
}
