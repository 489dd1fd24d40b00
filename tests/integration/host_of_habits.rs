use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What a host does with byte ranges.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Ranges {
    Answered,
    Ignored,
    OfGzip,
    OfBrotli,
    OfGzipWithoutEncoding,
    Shifted,
    Cut,
    /// Half of the range, then nothing.
    Stalled,
    NoContentRange,
    Refused(u16),
}

/// A host on loopback.
#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) ranges: Ranges,
    /// The coding of scripts for those who accept it; `gzip` and `br`.
    pub(crate) compresses: Option<&'static str>,
    /// Pause behind each fifth of a body.
    pub(crate) pause: Duration,
    pub(crate) right_types: bool,
    /// `Cache-Control` for addresses with a hash, and for fixed ones.
    pub(crate) cache: [&'static str; 2],
    /// A file with `Cache-Control: no-store`.
    pub(crate) not_stored: &'static str,
    /// Status for missing files, with a page.
    pub(crate) missing: u16,
    /// Sends from `/old/` to `/`.
    pub(crate) moved: bool,
    pub(crate) headers: &'static str,
}

pub(crate) const GOOD: Host = Host {
    ranges: Ranges::Answered,
    compresses: Some("gzip"),
    pause: Duration::ZERO,
    right_types: true,
    cache: ["public, max-age=31536000, immutable", "no-cache"],
    not_stored: "",
    missing: 404,
    moved: false,
    headers: "access-control-allow-origin: *\r\nserver: test\r\n",
};

impl Host {
    /// Serves a folder for the rest of the test run; returns the address.
    pub(crate) fn serve(self, folder: &Path) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let folder = folder.to_owned();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (host, folder) = (self.clone(), folder.clone());
                // A client that hangs up early is no failure.
                thread::spawn(move || host.answer(stream.unwrap(), &folder).ok());
            }
        });
        address
    }

    fn answer(&self, mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
        let mut lines = BufReader::new(stream.try_clone()?).lines();
        let request = lines.next().unwrap()?;
        let mut headers = Vec::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(':').unwrap();
            headers.push((name.to_lowercase(), value.trim().to_owned()));
        }
        let header =
            |name: &str| headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let path = request.split(' ').nth(1).unwrap().split('?').next().unwrap();
        let (status, more, body) = match path.strip_prefix("/old") {
            Some(rest) if self.moved => (301, format!("location: {rest}\r\n"), Vec::new()),
            _ => self.file(&folder.join(path.trim_start_matches('/')), &header),
        };
        write!(
            stream,
            "HTTP/1.1 {status} X\r\ncontent-length: {}\r\nconnection: close\r\n{}{more}\r\n",
            body.len(),
            self.headers
        )?;
        if status == 206 && self.ranges == Ranges::Stalled {
            stream.write_all(&body[..body.len() / 2])?;
            // Until the client hangs up.
            return stream.read(&mut [0]).map(|_| ());
        }
        for piece in body.chunks(body.len() / 5 + 1) {
            stream.write_all(piece)?;
            thread::sleep(self.pause);
        }
        Ok(())
    }

    fn file<'a>(&self, path: &PathBuf, header: &dyn Fn(&str) -> Option<&'a str>) -> (u16, String, Vec<u8>) {
        let Ok(content) = fs::read(path) else {
            return (self.missing, "content-type: text/html\r\n".to_owned(), b"<h1>not here</h1>".to_vec());
        };
        let ending = path.extension().unwrap().to_str().unwrap();
        let media_type = match ending {
            "js" => "text/javascript",
            "json" => "application/json",
            _ => "application/octet-stream",
        };
        let media_type = if self.right_types { media_type } else { "text/plain" };
        let name = path.file_name().unwrap().to_str().unwrap();
        let has_fixed_address = ["docfuse.json", "docfuse.js"].contains(&name);
        let cache =
            if name == self.not_stored { "no-store" } else { self.cache[usize::from(has_fixed_address)] };
        let kind = format!("content-type: {media_type}\r\n");
        let mut more = format!("cache-control: {cache}\r\netag: \"1\"\r\n");
        if header("if-none-match") == Some("\"1\"") {
            return (304, more, Vec::new());
        }
        let accepts =
            |coding: &str| header("accept-encoding").is_some_and(|accepted| accepted.contains(coding));
        let Some(range) = header("range").filter(|_| self.ranges != Ranges::Ignored) else {
            if let Some(coding) = self.compresses.filter(|coding| accepts(coding) && ending != "hdf") {
                more += &format!("content-encoding: {coding}\r\n");
                return (200, more + &kind, gzip(&content));
            }
            return (200, more + &kind, content);
        };
        let (status, range_headers, body) = self.range(range, &content);
        (status, more + &range_headers + &kind, body)
    }

    fn range(&self, asked: &str, content: &[u8]) -> (u16, String, Vec<u8>) {
        let (start, last) = asked.trim_start_matches("bytes=").split_once('-').unwrap();
        let (start, end) = (start.parse().unwrap(), last.parse::<usize>().unwrap() + 1);
        let of = |end: usize, size: usize| format!("content-range: bytes {start}-{}/{size}\r\n", end - 1);
        let known = of(end, content.len());
        let compressed = gzip(content);
        let end_of_copy = end.min(compressed.len());
        let of_copy = || (of(end_of_copy, compressed.len()), compressed[start..end_of_copy].to_vec());
        match self.ranges {
            Ranges::Answered | Ranges::Stalled => (206, known, content[start..end].to_vec()),
            Ranges::Shifted => (206, known, content[start + 1..end + 1].to_vec()),
            Ranges::Cut => (206, known, content[start..end - 1].to_vec()),
            Ranges::NoContentRange => (206, String::new(), content[start..end].to_vec()),
            Ranges::Refused(status) => (status, String::new(), Vec::new()),
            // Nobody opens the copy, so its bytes are always those of gzip.
            Ranges::OfGzip | Ranges::OfBrotli => {
                let coding = if self.ranges == Ranges::OfGzip { "gzip" } else { "br" };
                let (range, body) = of_copy();
                (206, format!("{range}content-encoding: {coding}\r\n"), body)
            }
            Ranges::OfGzipWithoutEncoding => {
                let (range, body) = of_copy();
                (206, range, body)
            }
            Ranges::Ignored => unreachable!(),
        }
    }
}

pub(crate) fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}
