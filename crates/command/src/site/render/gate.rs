//! [`Gate`]: a proxy on loopback between a browser that this command starts and everything else.
//!
//! Pages may load what scripts and styles need from public hosts, and from their own. Private addresses, by name too, and
//! other pages are refused. Behind a proxy of the user's, that one resolves names, and only what an address says is known.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ureq::Proxy;
use ureq::http::Uri;

use crate::error::CliError;
use crate::http::redirects::{has_private_host, is_private};

/// Most bytes of the head of a request.
const MAX_HEAD: usize = 64 << 10;

/// Time to connect, and for the next bytes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A proxy that ends when it is dropped. Connections end with the browser.
pub struct Gate {
    pub address: SocketAddr,
    is_over: Arc<AtomicBool>,
}

impl Gate {
    /// Opens a gate for pages of `own`, a host with its port, wherever that is.
    ///
    /// # Errors
    /// There is no port.
    pub fn open(own: &str) -> Result<Self, CliError> {
        let error = || CliError::file("open", Path::new("a port on loopback"));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(error())?;
        let address = listener.local_addr().map_err(error())?;
        let is_over = Arc::new(AtomicBool::new(false));
        let (own, seen): (Arc<str>, _) = (own.into(), Arc::clone(&is_over));
        thread::spawn(move || {
            for stream in listener.incoming().take_while(|_| !seen.load(Ordering::Relaxed)) {
                let own = Arc::clone(&own);
                // A connection that breaks concerns nobody else.
                thread::spawn(move || stream.and_then(|stream| pass(&stream, &own)));
            }
        });
        Ok(Gate { address, is_over })
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that waits for connections; if it cannot, the thread waits until the command ends.
        let _ = TcpStream::connect_timeout(&self.address, PATIENCE);
    }
}

/// Host and port of an address, in lower case.
pub fn authority(address: &Uri) -> String {
    let usual = if address.scheme_str() == Some("https") { 443 } else { 80 };
    let host = address.host().unwrap_or_default().to_ascii_lowercase();
    format!("{host}:{}", address.port_u16().unwrap_or(usual))
}

/// What a browser asks a proxy for.
struct Asked {
    /// As it came.
    head: Vec<u8>,
    /// What came behind it.
    rest: Vec<u8>,
    address: Uri,
    /// Whether all further bytes go through unread.
    is_tunnel: bool,
    /// Whether it is for a page, and not for something that a page loads.
    is_page: bool,
}

impl Asked {
    fn read(mut stream: &TcpStream) -> io::Result<Asked> {
        let mut bytes = Vec::new();
        let end = loop {
            let mut piece = [0; 4096];
            let count = stream.read(&mut piece)?;
            bytes.extend_from_slice(&piece[..count]);
            if let Some(at) = memchr::memmem::find(&bytes, b"\r\n\r\n") {
                break at + 4;
            }
            if count == 0 || bytes.len() > MAX_HEAD {
                return Err(io::ErrorKind::InvalidData.into());
            }
        };
        let rest = bytes.split_off(end);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut words = text.split([' ', '\r']);
        let is_tunnel = words.next() == Some("CONNECT");
        let target = words.next().unwrap_or_default();
        let target = if is_tunnel { format!("https://{target}/") } else { target.to_owned() };
        let address = target.parse::<Uri>().ok().filter(|address| address.host().is_some());
        let address = address.ok_or(io::ErrorKind::InvalidData)?;
        // Only requests for pages, in frames too, have it.
        let is_page = text.to_ascii_lowercase().contains("\r\nupgrade-insecure-requests:");
        Ok(Asked { head: bytes, rest, address, is_tunnel, is_page })
    }

    /// The head for the host itself, without `keep-alive`: another request may be for another host. `for_proxy`: with the
    /// whole address.
    fn forwarded(&self, for_proxy: Option<&Proxy>) -> Vec<u8> {
        let text = String::from_utf8_lossy(&self.head);
        let mut lines = text.trim_end().split("\r\n");
        let first = lines.next().unwrap_or_default();
        let origin = format!("http://{}", self.address.authority().map_or("", |found| found.as_str()));
        let first = if for_proxy.is_some() { first.to_owned() } else { first.replacen(&origin, "", 1) };
        let is_kept = |line: &&str| {
            let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
            !matches!(name.as_str(), "connection" | "proxy-connection" | "proxy-authorization")
        };
        let mut head = lines.filter(is_kept).fold(first + "\r\n", |head, line| head + line + "\r\n");
        if let Some((name, password)) =
            for_proxy.and_then(|proxy| Some((proxy.username()?, proxy.password()?)))
        {
            let key = BASE64_STANDARD.encode(format!("{name}:{password}"));
            head += &format!("Proxy-Authorization: Basic {key}\r\n");
        }
        if !self.is_tunnel {
            head += "Connection: close\r\n";
        }
        (head + "\r\n").into_bytes()
    }

    /// A connection to where the request may go.
    fn connect(&self, own: &str, proxy: Option<&Proxy>) -> io::Result<TcpStream> {
        let to = authority(&self.address);
        let is_own = to == own;
        if !is_own && (self.is_page || has_private_host(&self.address)) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let places: Vec<SocketAddr> = match proxy {
            Some(proxy) => (proxy.host(), proxy.port()).to_socket_addrs()?.collect(),
            None => to.to_socket_addrs()?.collect(),
        };
        // A host with a public and a private address is not asked either.
        if !is_own && proxy.is_none() && places.iter().any(|place| is_private(place.ip())) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let mut last = io::ErrorKind::NotFound.into();
        for place in places {
            match TcpStream::connect_timeout(&place, PATIENCE) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

/// The user's proxy for an address, if there is one that this speaks to.
fn proxy_for(address: &Uri) -> Option<Proxy> {
    let is_loopback =
        address.host().and_then(|host| host.parse::<IpAddr>().ok()).is_some_and(|ip| ip.is_loopback());
    let proxy = Proxy::try_from_env().filter(|_| !is_loopback)?;
    let is_http = proxy.uri().scheme_str() == Some("http");
    (is_http && !proxy.is_no_proxy(address)).then_some(proxy)
}

/// Passes one request on, or refuses it.
fn pass(mut browser: &TcpStream, own: &str) -> io::Result<()> {
    browser.set_read_timeout(Some(PATIENCE))?;
    let asked = Asked::read(browser)?;
    let proxy = proxy_for(&asked.address);
    let mut host = match asked.connect(own, proxy.as_ref()) {
        Ok(host) => host,
        Err(error) => {
            let refused = error.kind() == io::ErrorKind::PermissionDenied;
            let status = if refused { "403 Forbidden" } else { "502 Bad Gateway" };
            return write!(browser, "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        }
    };
    host.set_read_timeout(Some(PATIENCE))?;
    if asked.is_tunnel && proxy.is_none() {
        browser.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n")?;
    } else {
        host.write_all(&asked.forwarded(proxy.as_ref()))?;
    }
    host.write_all(&asked.rest)?;
    thread::scope(|scope| {
        scope.spawn(|| relay(browser, &host));
        relay(&host, browser);
    });
    Ok(())
}

/// Copies until one of the two ends.
fn relay(mut from: &TcpStream, mut to: &TcpStream) {
    // Whatever broke, both ends know it by the end of the connection.
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A host that says its name, and what it was asked.
    fn host(name: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let asked = Asked::head_of(&stream);
                let line = asked.lines().next().unwrap().to_owned();
                write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{name} {line}").unwrap();
            }
        });
        address
    }

    impl Asked {
        fn head_of(mut stream: &TcpStream) -> String {
            let mut bytes = Vec::new();
            while !bytes.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                bytes.extend(byte);
            }
            String::from_utf8(bytes).unwrap()
        }
    }

    #[test]
    fn only_the_own_host_and_public_ones_are_reached() {
        let (own, other) = (host("own"), host("other"));
        let gate = Gate::open(&own.to_string()).unwrap();
        let page = "Upgrade-Insecure-Requests: 1\r\n";
        for (line, headers, expected) in [
            (format!("GET http://{own}/a?b HTTP/1.1"), page, "own GET /a?b HTTP/1.1"),
            (format!("GET http://{own}/a.js HTTP/1.1"), "", "own GET /a.js HTTP/1.1"),
            (format!("GET http://{other}/a.js HTTP/1.1"), "", "403 Forbidden"),
            (format!("GET http://localhost:{}/a.js HTTP/1.1", other.port()), "", "403 Forbidden"),
            (format!("CONNECT {other} HTTP/1.1"), "", "403 Forbidden"),
            ("GET http://192.168.1.1/ HTTP/1.1".to_owned(), "", "403 Forbidden"),
            ("GET http://169.254.169.254/latest HTTP/1.1".to_owned(), "", "403 Forbidden"),
            // Another page, on a public host.
            ("GET http://93.184.215.14/ HTTP/1.1".to_owned(), page, "403 Forbidden"),
            (format!("CONNECT {own} HTTP/1.1"), "", "200 Connection established"),
        ] {
            let mut stream = TcpStream::connect(gate.address).unwrap();
            write!(stream, "{line}\r\nHost: x\r\nProxy-Connection: keep-alive\r\n{headers}\r\n").unwrap();
            let mut answer = vec![0; 4096];
            let mut length = 0;
            // What a tunnel answers does not end.
            while !String::from_utf8_lossy(&answer[..length]).contains(expected) {
                let count = stream.read(&mut answer[length..]).unwrap();
                assert!(count > 0, "{line}: {}", String::from_utf8_lossy(&answer[..length]));
                length += count;
            }
        }
    }
}
