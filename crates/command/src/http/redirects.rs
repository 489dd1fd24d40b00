//! Which redirects are followed: [`refused`], a rule over two addresses.
//!
//! Whoever asks a public host did not ask for a file of their own network, and whoever asks by https did not ask for an
//! answer that others can read and change.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ureq::http::Uri;

/// Why a redirect is not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// To another scheme.
    #[error("an address with http or https")]
    Scheme,
    /// From https to http.
    #[error("an address with https, as the first one")]
    Insecure,
    /// From a public address into a private network, or to this machine.
    #[error("a public address, as the first one, and no private one")]
    Private,
}

/// Why a redirect from one address to another is not followed, by what the addresses say; a name may still lead to a
/// private address, see [`is_private`].
pub fn refused(from: &Uri, to: &Uri) -> Option<Refused> {
    match (from.scheme_str(), to.scheme_str()) {
        (Some("https"), Some("http")) => return Some(Refused::Insecure),
        (_, Some("http" | "https")) => {}
        _ => return Some(Refused::Scheme),
    }
    (!has_private_host(from) && has_private_host(to)).then_some(Refused::Private)
}

/// Whether an address names this machine or a private network by itself.
pub fn has_private_host(address: &Uri) -> bool {
    let host = address.host().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
    let literal = host.trim_start_matches('[').trim_end_matches(']');
    match literal.parse::<IpAddr>() {
        Ok(found) => is_private(found),
        // A name without dots is looked up in the own network.
        Err(_) => {
            !host.contains('.')
                || [".localhost", ".local", ".internal", ".home.arpa"].iter().any(|end| host.ends_with(end))
        }
    }
}

/// Whether an address is of this machine, of a private network, or of none that the Internet has.
pub fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_private_v4(address),
        IpAddr::V6(address) => is_private_v6(address),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        // "This network", shared by a provider's customers, benchmarks, and reserved with broadcast.
        || first == 0
        || (first == 100 && second & 0xc0 == 64)
        || (first == 198 && second & 0xfe == 18)
        || first >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, ..] = address.segments();
    let [.., before_last, last] = address.segments();
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_private_v4(Ipv4Addr::new(a, b, c, d))
    };
    let is_compatible = address.segments()[..5] == [0; 5] && matches!(address.segments()[5], 0 | 0xffff);
    let is_translated = address.segments()[..6] == [0x64, 0xff9b, 0, 0, 0, 0];
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        // Unique local, link local, and the former site local.
        || first & 0xfe00 == 0xfc00
        || first & 0xff80 == 0xfe80
        // IPv4 in IPv6: mapped or compatible, behind a translator of this network or of all, and by 6to4.
        || ((is_compatible || is_translated) && embedded(before_last, last))
        || (first == 0x64 && second == 0xff9b && third == 1)
        || (first == 0x2002 && embedded(second, third))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_lead_to_nothing_less_safe() {
        use Refused::{Insecure, Private, Scheme};
        let (public, secure) = ("http://docs.example/a", "https://docs.example/a");
        let (lan, own) = ("http://192.168.1.5/a", "http://localhost:8000/");
        for (from, to, expected) in [
            (public, "http://cdn.example/a", None),
            (public, secure, None),
            (secure, "https://cdn.example/a", None),
            (public, "http://93.184.215.14/a", None),
            (public, "http://[2606:2800:21f:cb07::1]/a", None),
            (secure, public, Some(Insecure)),
            (secure, "http://127.0.0.1/", Some(Insecure)),
            ("https://192.168.1.5/a", lan, Some(Insecure)),
            (public, "ftp://docs.example/a", Some(Scheme)),
            (public, "/a", Some(Scheme)),
            // Who starts in a private network may stay there, or leave it.
            (lan, "http://10.0.0.1/", None),
            (lan, own, None),
            (own, public, None),
            (own, "http://[::1]:9/", None),
            ("http://intranet/docs/", "http://192.168.1.5/", None),
            (public, own, Some(Private)),
            (public, "http://LOCALHOST./", Some(Private)),
            (public, "http://a.localhost/", Some(Private)),
            (public, "http://printer.local/", Some(Private)),
            (public, "http://intranet/", Some(Private)),
            (public, "http://metadata.google.internal/", Some(Private)),
            (public, "http://127.8.8.8/", Some(Private)),
            (public, "http://10.1.2.3/", Some(Private)),
            (public, "http://172.16.0.1/", Some(Private)),
            (public, "http://172.32.0.1/", None),
            (public, lan, Some(Private)),
            (public, "http://169.254.169.254/latest/meta-data", Some(Private)),
            (public, "http://100.64.0.1/", Some(Private)),
            (public, "http://100.128.0.1/", None),
            (public, "http://0.0.0.0/", Some(Private)),
            (public, "http://255.255.255.255/", Some(Private)),
            (secure, "https://[::1]/", Some(Private)),
            (secure, "https://[::]/", Some(Private)),
            (secure, "https://[fd12:3456::1]/", Some(Private)),
            (secure, "https://[fe80::1]/", Some(Private)),
            (secure, "https://[::ffff:192.168.1.5]/", Some(Private)),
            (secure, "https://[::ffff:93.184.215.14]/", None),
            (secure, "https://[64:ff9b::a00:1]/", Some(Private)),
            (secure, "https://[2002:7f00:1::]/", Some(Private)),
            // Numbers that only the system reads as an address.
            (public, "http://2130706433/", Some(Private)),
        ] {
            let [one, other] = [from, to].map(|address| address.parse::<Uri>().unwrap());
            assert_eq!(refused(&one, &other), expected, "{from} to {to}");
        }
    }
}
