//! [`HostedIndex`]: the files of an index on a host, read by byte ranges.
//!
//! Hosts that ignore ranges or answer them with other bytes are asked for whole files. Stored bytes are kept in memory
//! within a limit, the encoder's files in the user's cache folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::host::{FoundHost, Host, decompressed};
use super::index_source::{IndexSource, read_encoder};
use super::kept_bytes::KeptBytes;
use crate::error::CliError;
use crate::http::deadline::Deadline;
use crate::http::{HttpError, joined};
use crate::{files, model, user_folders};
use docfuse::index::{ByteRange, FileRef, IndexError, MANIFEST_NAME, ModelRef, check_file, open, open_block};
use docfuse_encoder::Encoder;

/// Most stored bytes that are kept in memory: the index of a large site's most used blocks.
const MOST_KEPT_BYTES: usize = 64 << 20;

/// Groups of blocks that are fetched at the same time: waiting for a host needs no core.
const AT_ONCE: usize = 8;

/// Files of encoders kept in the user's cache folder: a few encoders of some parts each.
const MOST_ENCODER_FILES: usize = 64;

/// An index on a host.
pub struct HostedIndex {
    host: Host,
    base: PathBuf,
    /// The manifest that was found first, until it is read.
    found: Mutex<Option<Vec<u8>>>,
    kept: Mutex<KeptBytes>,
    /// Whether the host answered a range with something else.
    lacks_ranges: AtomicBool,
}

/// Adjacent blocks of one file.
struct Group<'a> {
    file: &'a str,
    start: u32,
    end: u32,
    size: u32,
    /// Their places among the requested ones.
    members: Vec<usize>,
}

/// What a host sent for a group.
enum Sent {
    /// The range.
    Range(Vec<u8>),
    /// The whole file.
    Whole(Arc<[u8]>),
}

impl HostedIndex {
    /// Looks at the address, then in the folder `docfuse` there. The host has this time for its manifest, also for that
    /// of a language, until another deadline is set.
    ///
    /// # Errors
    /// No host, or no manifest in time.
    pub fn find(url: &str, time: Duration) -> Result<Self, CliError> {
        let deadline = Deadline::after(time, "the manifest");
        let FoundHost { host, manifest, .. } = Host::find(url, Some(deadline))?;
        Ok(HostedIndex {
            base: PathBuf::from(&host.base),
            host,
            found: Mutex::new(Some(manifest)),
            kept: Mutex::new(KeptBytes::new(MOST_KEPT_BYTES)),
            lacks_ranges: AtomicBool::new(false),
        })
    }

    fn kept(&self, file: &str, start: u32) -> Option<Arc<[u8]>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(&(file.to_owned(), start))
    }

    fn keep(&self, file: &str, start: u32, bytes: Arc<[u8]>) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).put((file.to_owned(), start), bytes);
    }

    /// A block out of what is kept.
    fn kept_block(&self, range: &ByteRange) -> Option<Vec<u8>> {
        let length = range.end.saturating_sub(range.start) as usize;
        let whole = self.kept(&range.file, 0).filter(|whole| whole.len() == range.size as usize);
        let stored = match &whole {
            Some(whole) => whole.get(range.start as usize..range.end as usize)?,
            None => &self.kept(&range.file, range.start).filter(|stored| stored.len() == length)?,
        };
        open_block(range, stored).ok()
    }

    fn whole(&self, file: &str, size: u32) -> Result<Arc<[u8]>, CliError> {
        let stored = self.host.stored(file)?;
        if stored.len() != size as usize {
            return Err(CliError::Host(format!(
                "{}: {size} bytes expected, {} found; deploy the whole index folder",
                self.host.address(file),
                stored.len()
            )));
        }
        let stored: Arc<[u8]> = stored.into();
        self.keep(file, 0, stored.clone());
        Ok(stored)
    }

    fn fetch(&self, group: &Group<'_>) -> Result<Sent, CliError> {
        let Group { file, start, end, size, .. } = *group;
        if !self.lacks_ranges.load(Ordering::Relaxed) {
            let range = format!("bytes={start}-{}", end.saturating_sub(1));
            let ask = || self.host.ask(file, &[("range", &range), ("accept-encoding", "identity")]);
            let reply = match ask() {
                // Once more: connections that hosts keep open end at any time.
                Err(HttpError::Failed { .. } | HttpError::CutOff { .. }) => ask(),
                Ok(reply) if reply.status >= 500 => ask(),
                reply => reply,
            }?;
            // Others say nothing of ranges: the file is gone, or the host is busy.
            if !matches!(reply.status, 200 | 206 | 416) {
                return Err(CliError::Host(format!(
                    "{}: bytes of the file expected, status {} found; try again, or deploy the whole index folder",
                    self.host.address(file),
                    reply.status
                )));
            }
            let expected = format!("bytes {start}-{}/", end.saturating_sub(1));
            let is_range = reply.status == 206
                && matches!(reply.header("content-encoding"), None | Some("identity" | ""))
                && reply.header("content-range").is_some_and(|found| found.starts_with(&expected))
                && reply.body.len() == end.saturating_sub(start) as usize;
            if is_range {
                return Ok(Sent::Range(reply.body));
            }
            self.lacks_ranges.store(true, Ordering::Relaxed);
            if reply.status == 200
                && let Ok(whole) = decompressed(file, &reply)
                && whole.len() == size as usize
            {
                let whole: Arc<[u8]> = whole.into();
                self.keep(file, 0, whole.clone());
                return Ok(Sent::Whole(whole));
            }
        }
        self.whole(file, size).map(Sent::Whole)
    }

    /// The blocks of a group, in the order of its members.
    fn blocks_of(&self, group: &Group<'_>, ranges: &[&ByteRange]) -> Vec<Result<Vec<u8>, CliError>> {
        let sent = self.fetch(group);
        let block = |range: &ByteRange| {
            let within = |from: u32| (range.start - from) as usize..(range.end - from) as usize;
            let opened = |stored: Option<&[u8]>| {
                let block = open_block(range, stored.unwrap_or_default());
                block.map_err(CliError::index(&self.base))
            };
            match &sent {
                Ok(Sent::Range(bytes)) => {
                    let stored = bytes.get(within(group.start));
                    let block = opened(stored);
                    if block.is_err() {
                        // The bytes of another file, or of a compressed copy.
                        self.lacks_ranges.store(true, Ordering::Relaxed);
                        return opened(self.whole(group.file, group.size)?.get(within(0)));
                    }
                    self.keep(&range.file, range.start, stored.unwrap_or_default().into());
                    block
                }
                Ok(Sent::Whole(whole)) => opened(whole.get(within(0))),
                Err(error) => {
                    let file = range.file.clone();
                    let source = IndexError::Unavailable { file, message: error.to_string() };
                    Err(CliError::index(&self.base)(source))
                }
            }
        };
        group.members.iter().map(|member| block(ranges[*member])).collect()
    }
}

impl IndexSource for HostedIndex {
    fn location(&self) -> &Path {
        &self.base
    }

    fn is_here(&self) -> bool {
        false
    }

    fn manifest(&self, name: &str) -> Result<Vec<u8>, CliError> {
        let found = || self.found.lock().unwrap_or_else(PoisonError::into_inner).take();
        match Some(name).filter(|name| *name == MANIFEST_NAME).and_then(|_| found()) {
            Some(found) => Ok(found),
            None => self.host.stored(name),
        }
    }

    fn stored(&self, name: &str) -> Result<Vec<u8>, CliError> {
        self.host.stored(name)
    }

    fn blocks(&self, ranges: &[&ByteRange]) -> Vec<Result<Vec<u8>, CliError>> {
        let mut blocks: BTreeMap<usize, Result<Vec<u8>, CliError>> = BTreeMap::new();
        let mut missing: Vec<usize> = Vec::new();
        for (number, range) in ranges.iter().enumerate() {
            match self.kept_block(range) {
                Some(block) => drop(blocks.insert(number, Ok(block))),
                None => missing.push(number),
            }
        }
        let groups = groups(ranges, missing);
        for groups in groups.chunks(AT_ONCE) {
            let fetched: Vec<_> = std::thread::scope(|scope| {
                let fetch = |group| scope.spawn(move || self.blocks_of(group, ranges));
                let fetching: Vec<_> = groups.iter().map(fetch).collect();
                fetching.into_iter().map(joined).collect()
            });
            let members = groups.iter().flat_map(|group| group.members.iter().copied());
            blocks.extend(members.zip(fetched.into_iter().flatten()));
        }
        blocks.into_values().collect()
    }

    fn set_deadline(&self, deadline: Option<Deadline>) {
        self.host.set_deadline(deadline);
    }

    /// An encoder that is installed, if it is the same one; else that of the host. The host has half of the time for it,
    /// so that a query can still be answered by words.
    fn encoder(&self, reference: &ModelRef) -> Result<Encoder, CliError> {
        let installed = model::find(None).ok().flatten().and_then(|folder| model::read(folder).ok());
        match installed.and_then(|files| files.load_same(&reference.info)) {
            Some(encoder) => Ok(encoder),
            None => {
                let deadline = self.host.deadline();
                self.host.set_deadline(deadline.map(|deadline| deadline.half("the encoder")));
                let encoder = read_encoder(self, reference);
                self.host.set_deadline(deadline);
                encoder
            }
        }
    }

    /// Out of the user's cache folder, else of the host.
    fn encoder_file(&self, file: &FileRef) -> Result<Vec<u8>, CliError> {
        let folder = user_folders::cache().map(|cache| cache.join("encoders"));
        let opened = |stored| {
            let raw = open(&file.name, stored, file.bytes)?;
            check_file(file, &raw).map(|()| raw)
        };
        let path = folder.as_ref().map(|folder| folder.join(&file.name));
        if let Some(path) = &path
            && let Ok(Some(stored)) = files::read_if_there(path)
            && let Ok(raw) = opened(stored)
        {
            files::touch(path);
            return Ok(raw);
        }
        let stored = self.host.stored(&file.name)?;
        let raw = opened(stored.clone()).map_err(CliError::index(&self.base))?;
        if let Some(folder) = &folder
            && files::create_folder(folder).is_ok()
        {
            // A file that cannot be kept is fetched again next time.
            let _ = files::replace(folder, &file.name, &stored);
            files::keep_newest(folder, "", "", MOST_ENCODER_FILES);
        }
        Ok(raw)
    }
}

/// Groups the ranges at these places: adjacent ones of one file together.
fn groups<'a>(ranges: &[&'a ByteRange], mut numbers: Vec<usize>) -> Vec<Group<'a>> {
    numbers.sort_by_key(|number| (&ranges[*number].file, ranges[*number].start));
    let mut groups: Vec<Group<'a>> = Vec::new();
    for number in numbers {
        let ByteRange { file, start, end, size, .. } = ranges[number];
        match groups.last_mut() {
            Some(group) if group.file == file && (group.start..=group.end).contains(start) => {
                group.end = group.end.max(*end);
                group.members.push(number);
            }
            _ => groups.push(Group { file, start: *start, end: *end, size: *size, members: vec![number] }),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;
    use std::sync::Condvar;
    use std::thread;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// A host whose `answer` gets the path and the range of every request, and gives status, headers and body.
    fn host(
        answer: impl Fn(&str, Option<&str>) -> (u16, String, Vec<u8>) + Send + Sync + 'static,
    ) -> HostedIndex {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let answer = Arc::new(answer);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let answer = Arc::clone(&answer);
                thread::spawn(move || {
                    let mut stream = stream.unwrap();
                    let lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
                    let lines: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
                    let path = lines[0].split(' ').nth(1).unwrap();
                    let range = lines.iter().find_map(|line| line.strip_prefix("range: "));
                    let (status, headers, body) = answer(path, range);
                    let length = body.len();
                    let _ = write!(
                        stream,
                        "HTTP/1.1 {status} X\r\ncontent-length: {length}\r\nconnection: close\r\n{headers}\r\n"
                    );
                    let _ = stream.write_all(&body);
                });
            }
        });
        HostedIndex::find(&address, Duration::from_secs(60)).unwrap()
    }

    /// A file of one block.
    fn block() -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(b"a block").unwrap();
        gzip.finish().unwrap()
    }

    fn range_of(file: &str) -> ByteRange {
        let size = block().len() as u32;
        ByteRange { file: file.to_owned(), start: 0, end: size, size, bytes: 100 }
    }

    /// What a good host answers.
    fn good(path: &str) -> (u16, String, Vec<u8>) {
        let block = block();
        match path.strip_prefix("/docfuse.json") {
            Some(_) => (200, String::new(), b"{}".to_vec()),
            None => (206, format!("content-range: bytes 0-{}/{0}\r\n", block.len() - 1), block),
        }
    }

    #[test]
    fn a_host_that_is_busy_once_is_still_asked_for_ranges() {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&asked);
        let index = host(move |path, range| {
            let mut asked = asked.lock().unwrap();
            asked.push(range.is_some());
            if asked.len() == 2 { (429, String::new(), Vec::new()) } else { good(path) }
        });
        let range = range_of("a.hdf");
        let failed = index.blocks(&[&range]).remove(0).unwrap_err().to_string();
        assert!(failed.contains("status 429 found; try again"), "{failed}");
        assert_eq!(index.blocks(&[&range]).remove(0).unwrap(), b"a block");
        assert_eq!(*seen.lock().unwrap(), [false, true, true], "the manifest, then ranges");
    }

    #[test]
    fn groups_are_fetched_side_by_side() {
        let (waiting, most) = (Arc::new((Mutex::new(0), Condvar::new())), Arc::new(Mutex::new(0)));
        let seen = Arc::clone(&most);
        let index = host(move |path, range| {
            if range.is_some() {
                let (count, changed) = &*waiting;
                let mut count = count.lock().unwrap();
                *count += 1;
                changed.notify_all();
                let is_alone = |count: &mut usize| *count < AT_ONCE;
                let patience = Duration::from_secs(5);
                let count = changed.wait_timeout_while(count, patience, is_alone).unwrap().0;
                let mut most = most.lock().unwrap();
                *most = count.max(*most);
            }
            good(path)
        });
        let ranges: Vec<ByteRange> = (0..AT_ONCE).map(|number| range_of(&format!("{number}.hdf"))).collect();
        let blocks = index.blocks(&ranges.iter().collect::<Vec<_>>());
        assert!(blocks.iter().all(|block| block.as_ref().is_ok_and(|block| block == b"a block")));
        assert_eq!(*seen.lock().unwrap(), AT_ONCE);
    }
}
