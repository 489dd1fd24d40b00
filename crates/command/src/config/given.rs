//! Values as they stand in a settings file, before anything is expected of them: [`Given`], [`Texts`].

use std::fmt;

use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use toml::Spanned;

use docfuse_site::wording::shortened;

/// A value of any kind, so that whoever checks it says what is allowed there.
#[derive(Clone, Debug)]
pub enum Given {
    Number(f64),
    Truth(bool),
    Text(String),
    Date,
    List,
    Table,
}

impl Given {
    /// A number, if it is one.
    pub fn number(&self) -> Option<f64> {
        if let Given::Number(number) = self { Some(*number) } else { None }
    }

    /// True or false, if it is one of them.
    pub fn truth(&self) -> Option<bool> {
        if let Given::Truth(truth) = self { Some(*truth) } else { None }
    }

    /// A text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Given::Text(text) = self { Some(text) } else { None }
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Number(number) if number.is_finite() && number.abs() >= 1e15 => write!(f, "{number:e}"),
            Given::Number(number) => write!(f, "{number}"),
            Given::Truth(truth) => write!(f, "{truth}"),
            Given::Text(text) => write!(f, "{:?}", shortened(text)),
            Given::Date => f.write_str("a date"),
            Given::List => f.write_str("a list"),
            Given::Table => f.write_str("several settings"),
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Given;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_i128<E: Error>(self, number: i128) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_u128<E: Error>(self, number: u128) -> Result<Given, E> {
                Ok(Given::Number(number as f64))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<Given, E> {
                Ok(Given::Number(number))
            }

            fn visit_bool<E: Error>(self, truth: bool) -> Result<Given, E> {
                Ok(Given::Truth(truth))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Given, E> {
                Ok(Given::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Given, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Given::List)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Given, A::Error> {
                let mut given = Given::Table;
                while let Some((name, _)) = entries.next_entry::<String, IgnoredAny>()? {
                    // How toml passes one.
                    if name.starts_with("$__toml") {
                        given = Given::Date;
                    }
                }
                Ok(given)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// A list of texts, with their places.
#[derive(Debug, Default)]
pub struct Texts(pub Vec<Spanned<String>>);

impl Texts {
    /// The texts without their places.
    pub fn plain(&self) -> Vec<String> {
        self.0.iter().map(|text| text.get_ref().clone()).collect()
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Texts;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of texts")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Texts, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(items)).map(Texts)
            }
        }
        deserializer.deserialize_seq(List)
    }
}
