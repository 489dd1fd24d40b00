//! [`Request`]: what a program asks, read from a line.

use serde::Deserialize;
use serde_json::Value;

use super::failure::Failure;
use docfuse_site::wording;

/// Version of the protocol. Increase when a message changes its meaning, or a field goes.
pub const PROTOCOL: u32 = 1;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub id: u64,
    pub method: String,
    #[serde(default)]
    pub params: Value,
}

impl Request {
    /// Reads a line.
    ///
    /// # Errors
    /// It is no request; with its id, if it has one.
    pub fn read(line: &[u8]) -> Result<Self, (Option<u64>, Failure)> {
        let wrong = |told: String| {
            let advice = "send a request such as {\"id\": 1, \"method\": \"build\", \"params\": {}}";
            Failure::message(format!("{told}; {advice}"))
        };
        let value: Value = wording::json(line.trim_ascii_end()).map_err(|told| (None, wrong(told)))?;
        let id = value.get("id").and_then(Value::as_u64);
        wording::value(&value).map_err(|told| (id, wrong(told)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_told_with_its_id() {
        for (line, id, part) in [
            (&b"{"[..], None, "JSON expected, another text found"),
            (b"\xff", None, "JSON expected, another text found"),
            (b"[]", None, "an object expected, a list found; send a request such as"),
            (b"5", None, "an object expected, 5 found"),
            (br#"{"id":-1,"method":"build"}"#, None, "id: a whole number from 0 expected, -1 found"),
            (br#"{"id":3}"#, Some(3), "method: a value expected, none found"),
            (
                br#"{"id":3,"method":"build","parms":{}}"#,
                Some(3),
                "one of id, method, params expected, parms found",
            ),
        ] {
            let (found, failure) = Request::read(line).unwrap_err();
            assert_eq!((found, failure.code), (id, "message"));
            assert!(failure.message.contains(part), "{}", failure.message);
        }
        let request = Request::read(br#"{"id":3,"method":"build"}"#).unwrap();
        assert_eq!((request.id, request.method.as_str(), request.params), (3, "build", Value::Null));
        assert!(Request::read("[".repeat(10_000).as_bytes()).is_err());
    }
}
