//! [`dump`]: a browser of its own for one page, which ends with this command, however that ends.
#![allow(clippy::disallowed_methods, reason = "only cli starts programs")]

use std::io::Read;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::json;
use ureq::http::Uri;

use super::gate::authority;
use crate::error::CliError;
use crate::files;
use crate::http::deadline::Deadline;
use docfuse_site::MAX_PAGE_BYTES;

/// The time that a browser has for a page.
pub const TIME: Duration = Duration::from_secs(30);

/// Time between two looks whether the browser is done.
const PAUSE: Duration = Duration::from_millis(50);

/// What lets Chromium print the page once its scripts have run. Their timers take no time, and at most ten seconds of it.
const OPTIONS: [&str; 9] = [
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--proxy-bypass-list=<-loopback>",
    "--virtual-time-budget=10000",
    "--dump-dom",
];

/// What Chromium's page says where it does not show another one.
const ERROR_PAGE: &[u8] = b"id=\"main-frame-error\"";

/// What the browser prints of the page at an address, or what happened instead. All that it loads, it asks the proxy for.
///
/// # Errors
/// The browser cannot be started.
pub fn dump(
    browser: &str,
    page: &Uri,
    shown: &str,
    proxy: SocketAddr,
) -> Result<Result<Vec<u8>, String>, CliError> {
    let mut words = browser.split_whitespace();
    let program = words.next().unwrap_or_default();
    let profile =
        tempfile::tempdir().map_err(CliError::file("create", Path::new("a folder for the browser")))?;
    write_preferences(profile.path(), page)?;
    let mut command = Command::new(program);
    command
        .args(words)
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--proxy-server=http://{proxy}"))
        .args(OPTIONS)
        .arg(shown)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    if cfg!(target_os = "linux") {
        // What the browser leaves there goes with the profile. Elsewhere, the path may be too long for its sockets.
        command.env("TMPDIR", profile.path());
    }
    let mut running = Running::start(command, profile.path(), Path::new(program))?;
    let output = running.child.stdout.take();
    let reader = thread::spawn(move || {
        let mut html = Vec::new();
        let read = output.map(|output| output.take(MAX_PAGE_BYTES as u64 + 1).read_to_end(&mut html));
        read.map(|read| read.map(|_| html))
    });
    let ended = wait(&mut running.child);
    drop(running);
    let Some(is_success) = ended else { return Ok(Err("no end found".to_owned())) };
    let html = reader.join().ok().flatten().and_then(Result::ok).unwrap_or_default();
    let is_refused = memchr::memmem::find(&html, ERROR_PAGE).is_some();
    Ok(match (is_success, html.is_empty()) {
        (true, false) if is_refused => Err("a page that does not load, or leads elsewhere, found".to_owned()),
        (true, false) => Ok(html),
        (true, true) => Err("nothing found".to_owned()),
        (false, _) => Err("an error of the browser found".to_owned()),
    })
}

/// Lets the browser open nothing but the page, and put downloads nowhere. What pages load is not restricted here.
fn write_preferences(profile: &Path, page: &Uri) -> Result<(), CliError> {
    let host = authority(page);
    // Without the dot, it would be that of other hosts below it, too.
    let is_number = host.starts_with(|first: char| first.is_ascii_digit() || first == '[');
    let (scheme, dot) = (page.scheme_str().unwrap_or("http"), if is_number { "" } else { "." });
    let path = page.path_and_query().map_or("/", |path| path.as_str());
    let preferences = json!({
        "policy": { "url_blocklist": ["*"], "url_allowlist": [format!("{scheme}://{dot}{host}{path}")] },
        "download_restrictions": 3,
        "download": { "default_directory": profile.join("downloads"), "prompt_for_download": false },
        "webrtc": { "ip_handling_policy": "disable_non_proxied_udp" },
    });
    let folder = profile.join("Default");
    files::create_folder(&folder)?;
    files::write(&folder.join("Preferences"), preferences.to_string().as_bytes())
}

/// A browser with all processes that it starts.
struct Running {
    child: Child,
    /// Ends the others when its input does: if this command is killed, the system closes it.
    #[cfg(unix)]
    guard: Child,
}

/// Reads the number of the browser's group, waits until the input ends, then ends the group and deletes the profile.
#[cfg(unix)]
const GUARD: &str = "read -r group; read -r _; [ -n \"$group\" ] && kill -s KILL -- \"-$group\"\n\
                     for _ in 1 2 3 4 5; do rm -rf -- \"$1\" && exit; sleep 1; done";

#[cfg(unix)]
impl Running {
    fn start(mut command: Command, profile: &Path, program: &Path) -> Result<Self, CliError> {
        use std::io::Write;
        use std::os::unix::process::CommandExt;

        // In groups of their own, for Ctrl+C ends all of this command's.
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", GUARD, "docfuse"]).arg(profile).process_group(0);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut guard = guard.spawn().map_err(CliError::file("start", Path::new("/bin/sh")))?;
        let child = command.process_group(0).spawn();
        let child = child.map_err(CliError::file("start", program));
        if let (Ok(child), Some(input)) = (&child, &mut guard.stdin) {
            writeln!(input, "{}", child.id()).map_err(CliError::file("start", program))?;
        }
        match child {
            Ok(child) => Ok(Running { child, guard }),
            Err(error) => {
                drop(guard.stdin.take());
                let _ = guard.wait();
                Err(error)
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Running {
    fn drop(&mut self) {
        drop(self.guard.stdin.take());
        // Both may have ended by themselves.
        let _ = self.guard.wait();
        let _ = self.child.wait();
    }
}

#[cfg(not(unix))]
impl Running {
    fn start(mut command: Command, _profile: &Path, program: &Path) -> Result<Self, CliError> {
        Ok(Running { child: command.spawn().map_err(CliError::file("start", program))? })
    }
}

#[cfg(not(unix))]
impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a program succeeds; `None` if it takes too long.
fn wait(child: &mut Child) -> Option<bool> {
    let deadline = Deadline::after(TIME, "a page from the browser");
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) => {}
            Err(_) => return Some(false),
        }
        deadline.left()?;
        thread::sleep(PAUSE);
    }
}
