//! Reads requests from JavaScript. Written by hand, because a general deserializer would take more bytes of the search
//! module than all requests need.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::{Linked, thrown};
use crate::error_code::ErrorCode;
use crate::filters::{Condition, MAX_DEPTH};
use crate::index::{Reads, SearchedSite};
use crate::search::{ContextRequest, Listing, Mode, Request, read_meaning};
use crate::text::concat;

/// Largest `limit`, `offset`, `text_length`, `max_per_page` and threshold. A limit may exceed the number of hits.
const MAX_NUMBER: f64 = 1_000_000.0;

/// Reads a request; `text`, `mode` and `limit` are required. Skips what only the full module reads.
///
/// # Errors
/// A JavaScript error with code "request" that names the wrong key.
pub(super) fn request(asked: &JsValue) -> Result<Request, JsValue> {
    if !asked.is_object() {
        return Err(wrong("an object"));
    }
    let get = |key: &str| Reflect::get(asked, &JsValue::from_str(key)).unwrap_or(JsValue::UNDEFINED);
    let number = |key: &str, usual: Option<f64>| {
        let value = get(key);
        let found = if value.is_undefined() { usual } else { value.as_f64() };
        // No range contains NaN.
        let whole = found.filter(|number| (0.0..=MAX_NUMBER).contains(number) && number.fract() == 0.0);
        let expected = || wrong(&concat(&["a whole number from 0 to 1000000 in `", key, "`"]));
        whole.map(|number| number as usize).ok_or_else(expected)
    };
    let threshold = |key: &str| {
        let value = get(key);
        let number = value.as_f64().filter(|number| (0.0..=MAX_NUMBER).contains(number));
        if value.is_undefined() || number.is_some() {
            return Ok(number.map(|number| number as f32));
        }
        Err(wrong(&concat(&["a number from 0 to 1000000 in `", key, "`"])))
    };
    let text = get("text").as_string().ok_or_else(|| wrong("a string in `text`"))?;
    Ok(Request {
        text,
        mode: mode(&get("mode"))?,
        limit: number("limit", None)?,
        offset: number("offset", Some(0.0))?,
        text_length: number("text_length", Some(0.0))?,
        max_per_page: number("max_per_page", Some(0.0))?,
        explain: Linked::IS_FULL && get("explain").is_truthy(),
        prefix: get("prefix").is_truthy(),
        minimum_should_match: get("minimum_should_match").as_string().unwrap_or_default(),
        filters: filters(&get("filters"))?,
        version: get("version").as_string().unwrap_or_default(),
        facets: get("facets").is_truthy(),
        rerank: Linked::IS_FULL && get("rerank").is_truthy(),
        doc_aggregates: Linked::IS_FULL && get("doc_aggregates").is_truthy(),
        min_score: threshold("min_score")?,
        similarity_threshold: if Linked::IS_FULL { threshold("similarity_threshold")? } else { None },
        context: if Linked::IS_FULL { context(&get("context"))? } else { None },
    })
}

/// Reads what an index is among several.
pub(super) fn site(asked: &JsValue) -> SearchedSite {
    let text = |key: &str| {
        let value = Reflect::get(asked, &JsValue::from_str(key)).unwrap_or(JsValue::UNDEFINED);
        value.as_string().unwrap_or_default()
    };
    let problem = text("otherEncoder");
    let encoder_problem =
        (!problem.is_empty()).then(|| (ErrorCode::OtherEncoder.as_str().to_owned(), problem));
    let (name, folder, root, version) = (text("name"), text("folder"), text("root"), text("version"));
    SearchedSite { name, folder, root, version, encoder_problem, ..SearchedSite::default() }
}

/// Reads what texts to gather, if any.
fn context(asked: &JsValue) -> Result<Option<ContextRequest>, JsValue> {
    if !asked.is_object() {
        return Ok(None);
    }
    let get = |key: &str| Reflect::get(asked, &JsValue::from_str(key)).unwrap_or(JsValue::UNDEFINED);
    let number = get("max_tokens").as_f64();
    let whole = number.filter(|number| (0.0..=MAX_NUMBER).contains(number) && number.fract() == 0.0);
    let max_tokens = whole.ok_or_else(|| wrong("a whole number from 0 to 1000000 in `max_tokens`"))? as usize;
    Ok(Some(ContextRequest { max_tokens, site: get("site").as_string().unwrap_or_default() }))
}

/// Parses the name of one of the three modes.
///
/// # Errors
/// A JavaScript error with code "request".
pub(super) fn mode(asked: &JsValue) -> Result<Mode, JsValue> {
    match asked.as_string().as_deref() {
        Some("hybrid") => Ok(Mode::Hybrid),
        Some("lexical") => Ok(Mode::Lexical),
        Some("dense") => Ok(Mode::Dense),
        Some("lexicon") if Linked::IS_FULL => Ok(Mode::Lexicon),
        _ => Err(wrong("\"hybrid\", \"lexical\" or \"dense\" in `mode`")),
    }
}

fn filters(asked: &JsValue) -> Result<Vec<(String, Vec<String>)>, JsValue> {
    let Some(filters) = asked.dyn_ref::<Object>() else { return Ok(Vec::new()) };
    let expected = || wrong("names with lists of strings in `filters`");
    let mut all = Vec::new();
    for entry in Object::entries(filters).iter() {
        let entry: Array = entry.dyn_into().map_err(|_| expected())?;
        let name = entry.get(0).as_string().ok_or_else(expected)?;
        if Linked::IS_FULL && is_nested(&name, &entry.get(1)) {
            continue;
        }
        all.push((name, strings(entry.get(1))?));
    }
    Ok(all)
}

/// The values of a filter.
fn strings(accepted: JsValue) -> Result<Vec<String>, JsValue> {
    let expected = || wrong("names with lists of strings in `filters`");
    let accepted: Array = accepted.dyn_into().map_err(|_| expected())?;
    let mut values = Vec::new();
    for value in accepted.iter() {
        values.push(value.as_string().ok_or_else(expected)?);
    }
    Ok(values)
}

/// Whether these are filters below `any`, `all` or `none`, and no values of a filter of that name. An empty list is none.
fn is_nested(name: &str, accepted: &JsValue) -> bool {
    Condition::over(name).is_some()
        && accepted.dyn_ref::<Array>().is_some_and(|list| !list.get(0).is_string())
}

/// How a request narrows and orders hits, beside what every module reads.
pub(super) fn listing(asked: &JsValue) -> Result<Listing, JsValue> {
    let sort = Reflect::get(asked, &JsValue::from_str("sort")).unwrap_or(JsValue::UNDEFINED);
    Ok(Listing { condition: nested(asked)?, sort: sort.as_string().unwrap_or_default() })
}

/// The vectors that a request's query is to be compared with: the full module alone has vectors.
pub(super) fn meanings(asked: &JsValue) -> Vec<Vec<f32>> {
    let meanings = Reflect::get(asked, &JsValue::from_str("meanings")).unwrap_or(JsValue::UNDEFINED);
    let text = |meaning: JsValue| meaning.as_string().unwrap_or_default();
    let all = meanings.dyn_ref::<Array>().into_iter().flat_map(|all| all.iter().map(text));
    all.map(|meaning| read_meaning(&meaning).unwrap_or_default()).collect()
}

/// The nested entries of a request's filters, if there are any.
fn nested(asked: &JsValue) -> Result<Option<Condition>, JsValue> {
    let asked = &Reflect::get(asked, &JsValue::from_str("filters")).unwrap_or(JsValue::UNDEFINED);
    let Some(filters) = asked.dyn_ref::<Object>() else { return Ok(None) };
    let is_flat = Object::entries(filters).iter().all(|entry| {
        let entry = Array::from(&entry);
        !is_nested(&entry.get(0).as_string().unwrap_or_default(), &entry.get(1))
    });
    if is_flat { Ok(None) } else { condition(asked, 0).map(Some) }
}

/// All entries of filters, nested ones too.
fn condition(asked: &JsValue, depth: usize) -> Result<Condition, JsValue> {
    let expected =
        || wrong("names with lists of strings, or any, all and none with lists of such, in `filters`");
    let filters = asked.dyn_ref::<Object>().filter(|_| depth < MAX_DEPTH).ok_or_else(expected)?;
    let mut all = Vec::new();
    for entry in Object::entries(filters).iter() {
        let entry: Array = entry.dyn_into().map_err(|_| expected())?;
        let (name, accepted) = (entry.get(0).as_string().ok_or_else(expected)?, entry.get(1));
        all.push(match Condition::over(&name).filter(|_| is_nested(&name, &accepted)) {
            Some(over) => {
                let mut conditions = Vec::new();
                for each in Array::from(&accepted).iter() {
                    conditions.push(condition(&each, depth + 1)?);
                }
                over(conditions)
            }
            None => Condition::Has([(name, strings(accepted)?)]),
        });
    }
    Ok(Condition::All(all))
}

fn wrong(expected: &str) -> JsValue {
    thrown(ErrorCode::Request.as_str(), &concat(&["a request has ", expected]), None)
}
