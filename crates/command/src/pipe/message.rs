//! [`Request`]: what a program asks, read from a line.

use serde::Deserialize;
use serde_json::Value;

use super::failure::Failure;
use super::wording::told;

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
        let expected = "a request such as {\"id\": 1, \"method\": \"build\", \"params\": {}} expected";
        let value: Value = serde_json::from_slice(line)
            .map_err(|error| (None, Failure::message(format!("{expected}, no JSON found: {error}"))))?;
        let id = value.get("id").and_then(Value::as_u64);
        Request::deserialize(&value).map_err(|error| {
            let check = |value: &Value| Request::deserialize(value).err().map(|error| error.to_string());
            let told = told(&value, &error.to_string(), &check);
            (id, Failure::message(format!("{expected}, another message found: {told}")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_request_is_told_with_its_id() {
        for (line, id, part) in [
            (&b"{"[..], None, "no JSON found"),
            (b"\xff", None, "no JSON found"),
            (b"[]", None, "another message found"),
            (b"5", None, "another message found"),
            (br#"{"id":-1,"method":"build"}"#, None, "id: a whole number from 0 expected, -1 found"),
            (br#"{"id":3}"#, Some(3), "missing field `method`"),
            (br#"{"id":3,"method":"build","parms":{}}"#, Some(3), "unknown field `parms`"),
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
