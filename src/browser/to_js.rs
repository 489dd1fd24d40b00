//! Converts answers to plain JavaScript objects. Written by hand for the same reason as `from_js`.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::JsValue;

use super::Linked;
use crate::index::{BlockRequest, Reads};
use crate::search::{
    Answer, Closeness, Context, ContextSection, Contribution, Degraded, Explanation, Fit, Hit, LongSection,
    Mode, PageHits, Passage, QueryIntent, Related, RelatedWord, RerankTask, Suggestion, TermScore,
};

/// A value that only the full module has. The modules that most pages load neither explain, count by page nor suggest, and
/// have no code for it; the worker loads the full one for a query that asks for it.
pub(super) fn of_full(value: impl FnOnce() -> JsValue) -> JsValue {
    if Linked::IS_FULL { value() } else { JsValue::UNDEFINED }
}

/// Adds entries to an object, in the full module.
fn with_full<const N: usize>(
    object: JsValue,
    entries: impl FnOnce() -> [(&'static str, JsValue); N],
) -> JsValue {
    if Linked::IS_FULL {
        set(&object, &entries());
    }
    object
}

/// An object with these keys.
pub(super) fn object(entries: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new().into();
    set(&object, entries);
    object
}

fn set(object: &JsValue, entries: &[(&str, JsValue)]) {
    for (key, value) in entries {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(object, &JsValue::from_str(key), value);
    }
}

/// Blocks to fetch.
pub(super) fn requests(requests: &[BlockRequest]) -> JsValue {
    list(requests, |BlockRequest { id, range }| {
        object(&[
            ("id", id.to_u32().into()),
            ("file", text(&range.file)),
            ("start", range.start.into()),
            ("end", range.end.into()),
            ("size", range.size.into()),
            ("bytes", range.bytes.into()),
        ])
    })
}

/// What to ask a model.
pub(super) fn rerank_task(task: &RerankTask) -> JsValue {
    let passage = |passage: &Passage| {
        object(&[
            ("id", passage.id.into()),
            ("url", text(&passage.url)),
            ("title", text(&passage.title)),
            ("heading", text(&passage.heading)),
            ("text", text(&passage.text)),
        ])
    };
    object(&[("query", text(&task.query)), ("passages", list(&task.passages, passage))])
}

/// An answer, with the similarities of its query to the vectors that came with it.
pub(super) fn answer(answer: &Answer, likeness: &[f32]) -> JsValue {
    let mode = match answer.mode {
        Mode::Hybrid => "hybrid",
        Mode::Lexical => "lexical",
        Mode::Dense => "dense",
        Mode::Lexicon => "lexicon",
    };
    let facets = answer.facets.as_deref().map_or(JsValue::NULL, |facets| {
        dictionary(facets, |facet| {
            (&facet.name, dictionary(&facet.values, |(value, count)| (value, (*count).into())))
        })
    });
    let found = object(&[
        ("query", text(&answer.query)),
        ("mode", text(mode)),
        ("degraded", answer.degraded.as_deref().map_or(JsValue::NULL, |problems| list(problems, degraded))),
        ("total", size(answer.total)),
        (
            "corrections",
            list(&answer.corrections, |correction| {
                object(&[("from", text(&correction.from)), ("to", text(&correction.to))])
            }),
        ),
        ("facets", facets),
        ("doc_aggregates", JsValue::NULL),
        ("missing", list(&answer.missing, |word| text(word))),
        ("suggestions", list(&answer.suggestions, suggestion)),
        ("hits", list(&answer.hits, hit)),
    ]);
    with_full(found, || {
        [
            ("intent", answer.intent.as_ref().map_or(JsValue::UNDEFINED, intent)),
            (
                "doc_aggregates",
                answer.doc_aggregates.as_deref().map_or(JsValue::NULL, |pages| list(pages, page_hits)),
            ),
            ("likeness", some_numbers(likeness)),
            ("fewer", if answer.fewer { JsValue::TRUE } else { JsValue::UNDEFINED }),
            ("fit", answer.fit.map_or(JsValue::UNDEFINED, |Fit::Weak| text("weak"))),
            ("closeness", answer.closeness.map_or(JsValue::UNDEFINED, closeness)),
            ("related", some_related(&answer.related)),
            ("context", answer.context.as_ref().map_or(JsValue::UNDEFINED, context)),
        ]
    })
}

fn some_numbers(numbers: &[f32]) -> JsValue {
    if numbers.is_empty() { JsValue::UNDEFINED } else { list(numbers, |number| (*number).into()) }
}

/// Related words; none if there are none.
fn some_related(words: &[Related]) -> JsValue {
    let related = |Related { word, related }: &Related| {
        let try_word = |RelatedWord { word, query }: &RelatedWord| {
            object(&[("word", text(word)), ("query", text(query))])
        };
        object(&[("word", text(word)), ("related", list(related, try_word))])
    };
    if words.is_empty() { JsValue::UNDEFINED } else { list(words, related) }
}

fn context(context: &Context) -> JsValue {
    let section = |section: &ContextSection| {
        object(&[
            ("url", text(&section.url)),
            ("id", some_text(&section.id)),
            ("title", text(&section.title)),
            ("breadcrumb", list(&section.breadcrumb, |heading| text(heading))),
            ("version", some_text(&section.version)),
            ("text", text(&section.text)),
            ("tokens", size(section.tokens)),
            ("cut", section.cut.into()),
        ])
    };
    let long = |section: &LongSection| {
        object(&[
            ("url", text(&section.url)),
            ("breadcrumb", list(&section.breadcrumb, |heading| text(heading))),
            ("tokens", size(section.tokens)),
        ])
    };
    object(&[
        ("sections", list(&context.sections, section)),
        ("markdown", text(&context.markdown)),
        ("tokens", size(context.tokens)),
        ("counted", text(context.counted.name())),
        ("left_out", list(&context.left_out, long)),
    ])
}

fn intent(intent: &QueryIntent) -> JsValue {
    object(&[
        ("kind", text(intent.kind.name())),
        ("why", list(&intent.why, |why| text(why))),
        ("lexical", text(&intent.lexical)),
        ("sides", list(&intent.sides, |side| text(side))),
    ])
}

fn page_hits(page: &PageHits) -> JsValue {
    object(&[
        ("page", text(&page.page)),
        ("title", text(&page.title)),
        ("hits", page.hits.into()),
        ("site", some_text(&page.site)),
    ])
}

fn closeness(closeness: Closeness) -> JsValue {
    let number = |number: Option<f32>| number.map_or(JsValue::NULL, JsValue::from);
    object(&[("words", number(closeness.words)), ("similarity", number(closeness.similarity))])
}

fn suggestion(suggestion: &Suggestion) -> JsValue {
    let url = suggestion.url.as_deref().map_or(JsValue::UNDEFINED, text);
    object(&[("text", text(&suggestion.text)), ("url", url), ("site", some_text(&suggestion.site))])
}

fn degraded(problem: &Degraded) -> JsValue {
    let file = problem.file.as_deref().map_or(JsValue::UNDEFINED, text);
    let found = object(&[
        ("retriever", text(problem.retriever)),
        ("code", text(&problem.code)),
        ("message", text(&problem.message)),
        ("file", file),
    ]);
    with_full(found, || [("site", some_text(&problem.site))])
}

fn hit(hit: &Hit) -> JsValue {
    let span = |(from, to): &(u32, u32)| JsValue::from(Array::of2(&(*from).into(), &(*to).into()));
    let highlights = list(&hit.highlights, span);
    let found = object(&[
        ("url", text(&hit.url)),
        ("page", text(&hit.page)),
        ("id", some_text(&hit.id)),
        ("title", text(&hit.title)),
        ("heading", text(&hit.heading)),
        ("kind", some_text(&hit.kind)),
        ("path", list(&hit.path, |heading| text(heading))),
        ("excerpt", text(&hit.excerpt)),
        ("highlights", highlights),
        ("text", some_text(&hit.text)),
        ("passage", span(&hit.passage)),
        ("version", some_text(&hit.version)),
        (
            "also",
            list(&hit.also, |place| {
                let version = some_text(&place.version);
                object(&[("url", text(&place.url)), ("title", text(&place.title)), ("version", version)])
            }),
        ),
        ("meta", dictionary(&hit.meta, |(key, value)| (key, text(value)))),
        ("score", hit.score.into()),
    ]);
    with_full(found, || {
        [
            ("site", some_text(&hit.site)),
            ("lists", list(&hit.lists, |list| text(list))),
            ("explanation", hit.explanation.as_ref().map_or(JsValue::UNDEFINED, explanation)),
        ]
    })
}

fn explanation(explanation: &Explanation) -> JsValue {
    object(&[
        ("contributions", list(&explanation.contributions, contribution)),
        ("navigational", explanation.navigational.into()),
        ("raised", explanation.raised.into()),
        ("proximity", explanation.proximity.into()),
        ("reranked", explanation.reranked.into()),
        ("terms", list(&explanation.terms, term)),
    ])
}

fn contribution(contribution: &Contribution) -> JsValue {
    object(&[
        ("retriever", text(contribution.retriever)),
        ("rank", size(contribution.rank)),
        ("rawScore", contribution.raw_score.into()),
        ("weight", contribution.weight.into()),
        ("share", contribution.share.into()),
        ("mixed", contribution.mixed.into()),
    ])
}

fn term(term: &TermScore) -> JsValue {
    object(&[
        ("term", text(&term.term)),
        ("documentFrequency", term.document_frequency.into()),
        ("fields", list(&term.fields, |field| text(field))),
        ("score", term.score.into()),
    ])
}

/// A text.
pub(super) fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

/// A text; none if it is empty.
fn some_text(given: &str) -> JsValue {
    if given.is_empty() { JsValue::UNDEFINED } else { text(given) }
}

fn size(size: usize) -> JsValue {
    JsValue::from_f64(size as f64)
}

/// A list.
pub(super) fn list<T>(items: &[T], to_js: impl Fn(&T) -> JsValue) -> JsValue {
    let list = Array::new();
    items.iter().for_each(|item| {
        list.push(&to_js(item));
    });
    list.into()
}

fn dictionary<'a, T>(items: &'a [T], entry: impl Fn(&'a T) -> (&'a String, JsValue)) -> JsValue {
    let dictionary = Object::new();
    for item in items {
        let (key, value) = entry(item);
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&dictionary, &text(key), &value);
    }
    dictionary.into()
}
