//! Values that records have: [`OneOrMore`], [`RecordId`], [`RecordWeight`]. Each says itself what is expected there.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};

use super::settings::weight::WEIGHTS;

/// A text, or a list of texts.
pub struct OneOrMore(Vec<String>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a list of texts")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<OneOrMore, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(items)).map(OneOrMore)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Names with each of their values.
pub fn pairs(values: BTreeMap<String, OneOrMore>) -> Vec<(String, String)> {
    let each = |(name, OneOrMore(values)): (String, OneOrMore)| {
        values.into_iter().map(move |value| (name.clone(), value))
    };
    values.into_iter().flat_map(each).collect()
}

/// The id of a record: a text, or a whole number.
pub struct RecordId(pub String);

impl<'de> Deserialize<'de> for RecordId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl Visitor<'_> for Either {
            type Value = RecordId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a whole number")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<RecordId, E> {
                Ok(RecordId(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<RecordId, E> {
                Ok(RecordId(number.to_string()))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// The weight of a record.
pub struct RecordWeight(pub f32);

impl<'de> Deserialize<'de> for RecordWeight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Number {
            fn checked<E: Error>(self, number: f64, found: Unexpected<'_>) -> Result<RecordWeight, E> {
                let weight = number as f32;
                if WEIGHTS.contains(&weight) {
                    Ok(RecordWeight(weight))
                } else {
                    Err(E::invalid_value(found, &self))
                }
            }
        }
        impl Visitor<'_> for Number {
            type Value = RecordWeight;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a number from {} to {}", WEIGHTS.start(), WEIGHTS.end())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<RecordWeight, E> {
                self.checked(number, Unexpected::Float(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<RecordWeight, E> {
                self.checked(number as f64, Unexpected::Unsigned(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<RecordWeight, E> {
                self.checked(number as f64, Unexpected::Signed(number))
            }
        }
        deserializer.deserialize_any(Number)
    }
}
