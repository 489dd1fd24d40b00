//! [`Follower`]: requests that follow redirects, unless [`redirects`](super::redirects) refuses them.
//!
//! A name may lead anywhere. So behind a redirect from a public address, names are resolved by [`Resolving`] that takes
//! public addresses only, and the connection goes to just these. Behind a proxy, the proxy resolves names, and only what
//! the address itself says is known.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use ureq::config::{Config, ConfigBuilder};
use ureq::http::{Response, Uri, header};
use ureq::typestate::AgentScope;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Body};

use super::HttpError;
use super::deadline::Deadline;
use super::redirects::{Refused, has_private_host, is_private, refused};

/// Most redirects of a request.
const MAX_REDIRECTS: usize = 10;

/// Hosts whose names led to private addresses.
type PrivateHosts = Arc<Mutex<HashSet<String>>>;

/// Clients of one configuration.
pub struct Follower {
    /// For addresses that a user gave.
    any: Agent,
    /// For what a public address redirects to. Its connections are its own.
    public: Agent,
    private_hosts: PrivateHosts,
}

/// The answer behind all redirects.
pub struct Followed {
    pub response: Response<Body>,
    /// Addresses that redirects led to, in order; the last one answered.
    pub redirects: Vec<String>,
}

/// A name led to a private address.
#[derive(Debug, thiserror::Error)]
#[error("a public address expected, a private one found")]
struct PrivateAddress;

/// Resolves names, and remembers which lead to private addresses.
#[derive(Debug)]
struct Resolving {
    inner: DefaultResolver,
    takes_private: bool,
    private_hosts: PrivateHosts,
}

impl Resolver for Resolving {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        let host = uri.host().unwrap_or_default();
        // The user chose the proxy.
        let is_proxy = config.proxy().is_some_and(|proxy| proxy.host() == host);
        if !is_proxy && found.iter().any(|address| is_private(address.ip())) {
            if !self.takes_private {
                return Err(ureq::Error::Other(Box::new(PrivateAddress)));
            }
            let mut hosts = self.private_hosts.lock().unwrap_or_else(PoisonError::into_inner);
            hosts.insert(host.to_owned());
        }
        Ok(found)
    }
}

impl Follower {
    /// Clients without connections.
    pub fn new(settings: ConfigBuilder<AgentScope>) -> Self {
        let config = settings.max_redirects(0).build();
        let private_hosts = PrivateHosts::default();
        let agent = |takes_private| {
            let private_hosts = Arc::clone(&private_hosts);
            let resolver = Resolving { inner: DefaultResolver::default(), takes_private, private_hosts };
            Agent::with_parts(config.clone(), DefaultConnector::default(), resolver)
        };
        Follower { any: agent(true), public: agent(false), private_hosts }
    }

    /// Asks for an address with these headers, by the deadline. `start`: the address that a user gave, if this one comes from
    /// there. A redirect that `may` not be followed is the answer.
    ///
    /// # Errors
    /// No answer, too many redirects, or one that is refused.
    pub fn get(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        deadline: Option<Deadline>,
        start: Option<&Uri>,
        may: &dyn Fn(&Uri) -> bool,
    ) -> Result<Followed, HttpError> {
        let mut redirects: Vec<String> = Vec::new();
        let mut from: Option<Uri> = start.cloned();
        loop {
            let address = redirects.last().map_or(url, String::as_str);
            let failed = |source| match source {
                ureq::Error::Other(other) if other.is::<PrivateAddress>() => {
                    refusal(url, address, Refused::Private)
                }
                source => HttpError::of(url, source, deadline),
            };
            let is_private_start = from.as_ref().is_none_or(|from| self.is_private(from));
            let agent = if is_private_start { &self.any } else { &self.public };
            let mut request = agent.get(address);
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            if let Some(deadline) = deadline {
                let left = deadline.left().ok_or_else(|| HttpError::too_slow(url, &deadline))?;
                request = request.config().timeout_global(Some(left)).build();
            }
            let response = request.call().map_err(failed)?;
            let location = response.headers().get(header::LOCATION).and_then(|to| to.to_str().ok());
            let Some(location) = location.filter(|_| is_redirect(response.status().as_u16())) else {
                return Ok(Followed { response, redirects });
            };
            let parsed = address.parse::<Uri>().ok();
            let to = parsed.as_ref().and_then(|base| joined(base, location));
            let (Some(base), Some(to)) = (parsed, to) else {
                return Err(refusal(url, location, Refused::Scheme));
            };
            let is_private_base = self.is_private(&base);
            let reason = refused(&base, &to).filter(|reason| *reason != Refused::Private || !is_private_base);
            if let Some(reason) = reason {
                return Err(refusal(url, &to.to_string(), reason));
            }
            if !may(&to) {
                return Ok(Followed { response, redirects });
            }
            if redirects.len() == MAX_REDIRECTS {
                return Err(HttpError::TooManyRedirects { url: url.to_owned(), most: MAX_REDIRECTS });
            }
            redirects.push(to.to_string());
            from = Some(base);
        }
    }

    /// Whether an address is private, by itself or by what its name led to.
    fn is_private(&self, address: &Uri) -> bool {
        let host = address.host().unwrap_or_default();
        let known = || self.private_hosts.lock().unwrap_or_else(PoisonError::into_inner).contains(host);
        has_private_host(address) || known()
    }
}

fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

fn refusal(url: &str, to: &str, expected: Refused) -> HttpError {
    HttpError::Redirect { url: url.to_owned(), to: to.to_owned(), expected }
}

/// The address of a `Location` header (RFC 3986, section 5.2), without its fragment.
pub fn joined(base: &Uri, location: &str) -> Option<Uri> {
    let location = location.split('#').next().unwrap_or_default();
    let scheme = base.scheme_str()?;
    let authority = base.authority()?;
    let has_scheme = location.split(['/', '?']).next().is_some_and(|first| first.contains(':'));
    let whole = if has_scheme {
        location.to_owned()
    } else if location.starts_with("//") {
        format!("{scheme}:{location}")
    } else if location.starts_with('/') {
        format!("{scheme}://{authority}{location}")
    } else if location.is_empty() {
        base.to_string()
    } else if location.starts_with('?') {
        format!("{scheme}://{authority}{}{location}", base.path())
    } else {
        let (path, query) = location.find('?').map_or((location, ""), |at| location.split_at(at));
        let folder = base.path().rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut parts: Vec<&str> = folder.split('/').skip(1).collect();
        for part in path.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        let end = if path.ends_with("/.") || path.ends_with("/..") { "/" } else { "" };
        format!("{scheme}://{authority}/{}{end}{query}", parts.join("/"))
    };
    whole.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_read_from_where_they_are() {
        let base: Uri = "https://docs.example:8443/a/b/c.html?x=1".parse().unwrap();
        for (location, expected) in [
            ("https://other.example/d#e", "https://other.example/d"),
            ("//cdn.example/d", "https://cdn.example/d"),
            ("/d?y", "https://docs.example:8443/d?y"),
            ("d.html", "https://docs.example:8443/a/b/d.html"),
            ("./d/?y=a:b/c", "https://docs.example:8443/a/b/d/?y=a:b/c"),
            ("../../../d", "https://docs.example:8443/d"),
            ("?y", "https://docs.example:8443/a/b/c.html?y"),
            ("ftp://other.example/", "ftp://other.example/"),
        ] {
            assert_eq!(joined(&base, location).unwrap().to_string(), expected, "{location}");
        }
        assert_eq!(joined(&base, "http://a b/"), None);
    }

    /// Names are resolved here; behind a redirect from a public address, one that leads to this machine is refused.
    #[test]
    fn names_that_lead_to_private_addresses_are_known() {
        let resolver = |takes_private| Resolving {
            inner: DefaultResolver::default(),
            takes_private,
            private_hosts: PrivateHosts::default(),
        };
        let resolve = |resolver: &Resolving, address: &str| {
            let timeout = NextTimeout::default();
            resolver.resolve(&address.parse().unwrap(), &Config::default(), timeout).map(|found| found.len())
        };
        let any = resolver(true);
        assert!(resolve(&any, "http://localhost:80/").unwrap() > 0);
        assert!(any.private_hosts.lock().unwrap().contains("localhost"));
        let public = resolver(false);
        let error = resolve(&public, "http://localhost:80/").unwrap_err();
        assert!(error.to_string().contains("a public address expected, a private one found"), "{error}");
        assert_eq!(resolve(&public, "http://93.184.215.14/").unwrap(), 1);
    }
}
