use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::Site;

/// Waits until something is so.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn is_running(process: &str) -> bool {
    // One that has ended and that nobody waited for is none.
    let state = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    String::from_utf8(state.stdout).unwrap().trim().starts_with(|state: char| state != 'Z')
}

/// A browser that never ends, with a process of its own, and with what it was given.
fn endless(place: &Path) -> String {
    let browser = place.join("browser");
    let script = format!(
        "#!/bin/sh\nsleep 1000 &\nfor word; do case $word in --user-data-dir=*) profile=${{word#*=}};; esac; done\n\
         cp \"$profile/Default/Preferences\" {0}/preferences\necho \"$@\" > {0}/words\necho \"$profile\" > {0}/profile\n\
         echo \"$$ $!\" > {0}/new; mv {0}/new {0}/processes\nwait\n",
        place.display()
    );
    fs::write(&browser, script).unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    browser.to_str().unwrap().to_owned()
}

/// A build that waits for its browser, once that is started.
fn build_without_end(site: &Site, place: &Path) -> Child {
    let command = Command::new(env!("CARGO_BIN_EXE_docfuse"))
        .args(["build", site.path().to_str().unwrap(), "--no-dense", "--render", &endless(place)])
        .env("XDG_CACHE_HOME", place)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("a browser is started", || place.join("processes").exists());
    command
}

#[test]
fn a_browser_ends_with_the_command_however_that_ends() {
    for signal in ["INT", "KILL", "TERM"] {
        let site =
            Site::new(&[("index.html", "<title>App</title><div id=app></div><script src=app.js></script>")]);
        let place = tempfile::tempdir().unwrap();
        let at = |name: &str| place.path().join(name);
        let mut command = build_without_end(&site, place.path());
        let processes = fs::read_to_string(at("processes")).unwrap();
        let profile = fs::read_to_string(at("profile")).unwrap();
        let (processes, profile): (Vec<&str>, _) =
            (processes.split_whitespace().collect(), Path::new(profile.trim()));
        assert!(profile.is_dir() && processes.iter().all(|process| is_running(process)));
        let killed = Command::new("kill").args(["-s", signal, &command.id().to_string()]).status().unwrap();
        assert!(killed.success());
        command.wait().unwrap();
        wait_until("all of the browser ends", || processes.iter().all(|process| !is_running(process)));
        wait_until("its profile is gone", || !profile.exists());
    }
}

#[test]
fn a_browser_may_open_its_page_alone() {
    let site =
        Site::new(&[("a/index.html", "<title>App</title><div id=app></div><script src=app.js></script>")]);
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let mut command = build_without_end(&site, place.path());
    let words = fs::read_to_string(at("words")).unwrap();
    let preferences: serde_json::Value =
        serde_json::from_slice(&fs::read(at("preferences")).unwrap()).unwrap();
    command.kill().unwrap();
    command.wait().unwrap();
    let page = words.split_whitespace().last().unwrap();
    assert!(page.starts_with("http://127.0.0.1:") && page.ends_with("/a/index.html"), "{words}");
    assert!(
        words.contains("--proxy-server=http://127.0.0.1:")
            && words.contains("--proxy-bypass-list=<-loopback>")
    );
    assert_eq!(preferences["policy"]["url_blocklist"], serde_json::json!(["*"]));
    assert_eq!(preferences["policy"]["url_allowlist"], serde_json::json!([page]));
    assert_eq!(preferences["download_restrictions"], 3);
}

/// What Chromium prints where it does not open a page.
#[test]
fn an_error_page_of_the_browser_is_no_page() {
    let site = Site::new(&[
        ("index.html", "<title>Home</title><main><h1 id=x>Home</h1><p>All about owls.</main>"),
        ("app.html", "<title>App</title><div id=app></div><script src=app.js></script>"),
    ]);
    let browser = site.path().join("browser");
    fs::write(
        &browser,
        "#!/bin/sh\necho '<main><div id=\"main-frame-error\"><h1>Blocked</h1>Zebras.</div></main>'\n",
    )
    .unwrap();
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).unwrap();
    let path = site.path().to_str().unwrap();
    let outcome =
        crate::command::docfuse(&["build", path, "--no-dense", "--render", browser.to_str().unwrap()]);
    assert!(outcome.stderr.contains("a page that does not load, or leads elsewhere, found"), "{outcome:?}");
    outcome.ok();
    assert!(site.lexical("zebras").is_empty());
}
