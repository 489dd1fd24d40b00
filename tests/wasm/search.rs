use docfuse::browser::SearchIndex;
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::cross_encoder::cross_encoder;
use crate::encoder::encoder;
use crate::golden::{byte_range, directory, directory_with_versions};

fn get(value: &JsValue, key: &str) -> JsValue {
    Reflect::get(value, &key.into()).unwrap()
}

fn items(value: &JsValue, key: &str) -> Vec<JsValue> {
    js_sys::Array::from(&get(value, key)).to_vec()
}

fn request(text: &str, mode: &str) -> Object {
    let request = Object::new();
    for (key, value) in [("text", JsValue::from(text)), ("mode", mode.into()), ("limit", 5.into())] {
        Reflect::set(&request, &key.into(), &value).unwrap();
    }
    request
}

fn index() -> SearchIndex {
    SearchIndex::new(&directory()).unwrap()
}

/// Drives a query as the worker does. `broken` names the kind of file whose byte ranges arrive damaged.
fn drive(index: &mut SearchIndex, request: &Object, vector: Option<&[f32]>, broken: &str) -> JsValue {
    let text = get(request, "text").as_string().unwrap();
    get(&bring(index, request, vector, &text, broken), "answer")
}

/// Supplies what a query needs until its reply is something else. `vector` is that of `embedded`.
fn bring(
    index: &mut SearchIndex,
    request: &Object,
    vector: Option<&[f32]>,
    embedded: &str,
    broken: &str,
) -> JsValue {
    for _ in 0..8 {
        index.supply_vector(vector.map(<[f32]>::to_vec), embedded.to_owned());
        let reply = index.query(request).unwrap();
        if get(&reply, "need").is_undefined() {
            return reply;
        }
        for needed in items(&reply, "need") {
            let file = get(&needed, "file").as_string().unwrap();
            let number = |key: &str| get(&needed, key).as_f64().unwrap() as usize;
            let raw = byte_range(&file, number("start"), number("end"));
            assert!(raw.len() <= number("bytes"), "{file}");
            let id = number("id") as u32;
            if !broken.is_empty() && file.starts_with(broken) {
                let error = index.supply(id, raw[1..].to_vec()).expect_err("damage is an error");
                assert_eq!(get(&error, "code"), "damaged");
                assert_eq!(get(&error, "file"), JsValue::from(file));
            } else {
                index.supply(id, raw).unwrap();
            }
        }
    }
    panic!("no answer after eight round trips")
}

fn ask(index: &mut SearchIndex, text: &str, mode: &str, vector: Option<&[f32]>, broken: &str) -> JsValue {
    drive(index, &request(text, mode), vector, broken)
}

fn urls(answer: &JsValue) -> Vec<String> {
    items(answer, "hits").iter().map(|hit| get(hit, "url").as_string().unwrap()).collect()
}

#[wasm_bindgen_test]
fn lexical_queries_find_sections() {
    let mut index = index();
    let answer = ask(&mut index, "Arc::new", "lexical", None, "");
    assert_eq!(urls(&answer)[0], "threads.html#sharing");
    assert!(get(&answer, "degraded").is_null());
    let hit = js_sys::Array::from(&get(&answer, "hits")).get(0);
    assert_eq!(get(&hit, "title"), "Threads");
    let excerpt = get(&hit, "excerpt").as_string().unwrap();
    let mark = js_sys::Array::from(&js_sys::Array::from(&get(&hit, "highlights")).get(0));
    let (from, to) = (mark.get(0).as_f64().unwrap() as usize, mark.get(1).as_f64().unwrap() as usize);
    assert_eq!(&excerpt[from..to], "Arc::new");
}

#[wasm_bindgen_test]
fn dense_queries_find_sections_with_the_real_encoder() {
    let encoder = encoder();
    let mut index = index();
    let text = "passing messages between workers";
    let vector = encoder.embed(text).unwrap();
    for mode in ["dense", "hybrid"] {
        let answer = ask(&mut index, text, mode, Some(&vector), "");
        assert_eq!(urls(&answer)[0], "threads.html#channels", "{mode}");
        assert!(get(&answer, "degraded").is_null());
    }
}

#[wasm_bindgen_test]
fn a_mistyped_query_is_embedded_as_corrected() {
    let encoder = encoder();
    let mut index = index();
    let typed = "passing mesages between workers";
    let request = request(typed, "hybrid");
    let vector = encoder.embed(typed).unwrap();
    let reply = bring(&mut index, &request, Some(&vector), typed, "");
    let corrected = get(&reply, "embed").as_string().expect("another text to embed");
    assert_eq!(corrected, "passing messages between workers");
    let vector = encoder.embed_corrected(typed, &corrected).unwrap();
    assert_eq!(vector, encoder.embed(&corrected).unwrap());
    let answer = get(&bring(&mut index, &request, Some(&vector), &corrected, ""), "answer");
    assert_eq!(urls(&answer)[0], "threads.html#channels");
    assert_eq!(items(&answer, "corrections").len(), 1);
}

#[wasm_bindgen_test]
fn one_retriever_answers_if_the_other_fails() {
    let vector = encoder().embed("owner of a value").unwrap();
    for (broken, retriever) in [("terms", "lexical"), ("dense", "dense")] {
        let mut index = index();
        let answer = ask(&mut index, "owner of a value", "hybrid", Some(&vector), broken);
        assert_eq!(urls(&answer)[0], "ownership.html#ownership", "{broken}");
        let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
        assert_eq!(get(&problem, "retriever"), retriever);
        assert!(get(&problem, "file").as_string().unwrap().starts_with(broken));
        index.forget_failures();
        let answer = ask(&mut index, "owner of a value", "hybrid", Some(&vector), "");
        assert!(get(&answer, "degraded").is_null(), "a second try heals");
    }
}

#[wasm_bindgen_test]
fn links_join_the_fused_lists() {
    let vector: Vec<f32> = (0..384).map(|at| if at == 0 { 1.0 } else { 0.0 }).collect();
    let request = request("threads", "hybrid");
    Reflect::set(&request, &"explain".into(), &true.into()).unwrap();
    // Pages of the hits in the list of links. Scores must add up.
    let linked = |answer: &JsValue| -> Vec<String> {
        let hits = items(answer, "hits").into_iter().filter(|hit| {
            let explanation = get(hit, "explanation");
            let number = |value: &JsValue, key: &str| get(value, key).as_f64().unwrap();
            let contributions = items(&explanation, "contributions");
            let shares = contributions.iter().map(|it| number(it, "share") + number(it, "mixed"));
            let sum = shares.sum::<f64>() + number(&explanation, "proximity");
            assert!((number(hit, "score") - sum).abs() < 1e-6);
            contributions.iter().any(|it| get(it, "retriever") == "links")
        });
        let mut pages: Vec<String> = hits.map(|hit| get(&hit, "page").as_string().unwrap()).collect();
        pages.sort();
        pages
    };
    let mut index = index();
    let answer = drive(&mut index, &request, Some(&vector), "links");
    assert_eq!((urls(&answer).len(), linked(&answer)), (5, vec![]));
    let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
    assert_eq!(get(&problem, "retriever"), "links");
    index.forget_failures();
    let answer = drive(&mut index, &request, Some(&vector), "");
    assert!(get(&answer, "degraded").is_null());
    // Threads link to ownership.
    assert_eq!(linked(&answer), ["ownership.html", "threads.html"]);
}

#[wasm_bindgen_test]
fn without_a_vector_the_answer_says_why() {
    let mut index = index();
    let answer = ask(&mut index, "threads", "hybrid", None, "");
    assert!(!urls(&answer).is_empty());
    let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
    assert_eq!(get(&problem, "code"), "no-vector");
}

#[wasm_bindgen_test]
fn typing_errors_are_corrected_and_reported() {
    let answer = ask(&mut index(), "ownrship", "lexical", None, "");
    assert_eq!(urls(&answer)[0], "ownership.html#ownership");
    let correction = &items(&answer, "corrections")[0];
    assert_eq!(get(correction, "from"), "ownrship");
    assert_eq!(get(correction, "to"), "ownership");
}

#[wasm_bindgen_test]
fn a_word_still_being_typed_is_completed() {
    let request = request("chann", "lexical");
    let whole = urls(&drive(&mut index(), &request, None, ""));
    assert!(!whole.contains(&"threads.html#channels".to_owned()), "a whole word unless said otherwise");
    Reflect::set(&request, &"prefix".into(), &true.into()).unwrap();
    let answer = drive(&mut index(), &request, None, "");
    assert_eq!(urls(&answer)[0], "threads.html#channels");
    assert!(items(&answer, "corrections").is_empty());
}

#[wasm_bindgen_test]
fn a_phrase_is_its_words_in_order() {
    let mut index = index();
    for (text, expected) in [
        ("\"passes messages\"", &["threads.html#channels"][..]),
        ("\"messages passes\"", &[]),
        ("+\"one owner\" thread", &["ownership.html#ownership"]),
        ("thread -\"shared memory\" -mutex -program", &[]),
    ] {
        assert_eq!(urls(&ask(&mut index, text, "lexical", None, "")), expected, "{text}");
    }
}

#[wasm_bindgen_test]
fn filters_keep_pages_with_a_value() {
    let mut index = index();
    let request = request("thread value way", "lexical");
    Reflect::set(&request, &"facets".into(), &true.into()).unwrap();
    let all = drive(&mut index, &request, None, "");
    assert!(urls(&all).len() > 1);
    let counts = get(&get(&all, "facets"), "topic");
    assert_eq!((get(&counts, "memory"), get(&counts, "failure")), (2.into(), 1.into()));
    let wanted = js_sys::JSON::parse(r#"{ "topic": ["failure"] }"#).unwrap();
    Reflect::set(&request, &"filters".into(), &wanted).unwrap();
    let answer = drive(&mut index, &request, None, "");
    assert_eq!(urls(&answer), ["errors.html#panic"]);
    Reflect::set(&request, &"filters".into(), &js_sys::JSON::parse(r#"{ "topic": "failure" }"#).unwrap())
        .unwrap();
    let error = index.query(&request).expect_err("a list is asked for");
    assert_eq!(get(&error, "code"), "request");
}

/// The command's test `versions` expects the same of this index.
#[wasm_bindgen_test]
fn the_requested_version_is_shown() {
    let mut index = SearchIndex::new(&directory_with_versions()).unwrap();
    for (version, expected, also) in [
        ("", "install.html#usage 2.0", "1.0/install.html#usage 1.0, next/install.html#usage current"),
        ("1.0", "1.0/install.html#usage 1.0", "install.html#usage 2.0, next/install.html#usage current"),
        ("current", "next/install.html#usage current", "install.html#usage 2.0, 1.0/install.html#usage 1.0"),
    ] {
        let request = request("usage", "lexical");
        Reflect::set(&request, &"version".into(), &version.into()).unwrap();
        let answer = drive(&mut index, &request, None, "");
        let text = |value: &JsValue, key: &str| get(value, key).as_string().unwrap();
        let line = |place: &JsValue| format!("{} {}", text(place, "url"), text(place, "version"));
        let hit = &items(&answer, "hits")[0];
        assert_eq!(line(hit), expected);
        assert_eq!(items(hit, "also").iter().map(line).collect::<Vec<_>>().join(", "), also);
    }
}

/// Scores as a driver gives them: a passage after the other.
#[wasm_bindgen_test]
fn a_cross_encoder_reranks_hits() {
    let encoder = cross_encoder();
    let mut index = index();
    let request = request("thread value way", "lexical");
    let plain = drive(&mut index, &request, None, "");
    for key in ["rerank", "explain"] {
        Reflect::set(&request, &key.into(), &true.into()).unwrap();
    }
    let reply = bring(&mut index, &request, None, "", "");
    let task = get(&reply, "rerank");
    let query = get(&task, "query").as_string().unwrap();
    let passages = items(&task, "passages");
    assert_eq!((query.as_str(), get(&plain, "total")), ("thread value way", passages.len().into()));
    let text = |passage: &JsValue, key: &str| get(passage, key).as_string().unwrap();
    let score = |passage: &JsValue| {
        let [title, heading, body] = ["title", "heading", "text"].map(|key| text(passage, key));
        encoder.score(&query, &title, &heading, &body).unwrap()
    };
    let scores: Vec<f32> = passages.iter().map(score).collect();
    let best = (0..scores.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b])).unwrap();
    index.supply_scores(scores);
    let answer = get(&bring(&mut index, &request, None, "", ""), "answer");
    assert!(get(&answer, "degraded").is_null());
    let of_best =
        items(&answer, "hits").into_iter().find(|hit| get(hit, "url") == get(&passages[best], "url"));
    let added = |hit: &JsValue| get(&get(hit, "explanation"), "reranked").as_f64().unwrap();
    let most = items(&answer, "hits").iter().map(added).fold(0.0, f64::max);
    assert!(most > 0.0 && added(&of_best.unwrap()) == most);
    assert_eq!(urls(&answer).len(), urls(&plain).len());

    let other = self::request("one owner", "lexical");
    Reflect::set(&other, &"rerank".into(), &true.into()).unwrap();
    assert!(!get(&bring(&mut index, &other, None, "", ""), "rerank").is_undefined());
    index.fail_scores("reranker-late".into(), "too late".into());
    let answer = get(&bring(&mut index, &other, None, "", ""), "answer");
    let problem = js_sys::Array::from(&get(&answer, "degraded")).get(0);
    assert_eq!(get(&problem, "retriever"), "reranker");
    assert_eq!(get(&problem, "code"), "reranker-late");
}

/// The keys of an answer are the members of the generated TypeScript types, which serde's JSON has too.
#[wasm_bindgen_test]
fn answers_have_the_keys_of_the_generated_types() {
    let request = request("thread value way", "hybrid");
    for key in ["explain", "facets", "doc_aggregates"] {
        Reflect::set(&request, &key.into(), &true.into()).unwrap();
    }
    let answer = drive(&mut index(), &request, None, "");
    let keys = |value: &JsValue| -> Vec<String> {
        let keys = Object::keys(&Object::from(value.clone()));
        let mut keys: Vec<String> = keys.iter().map(|key| key.as_string().unwrap()).collect();
        // What rules by meaning compare comes beside the answer, to pages alone.
        keys.retain(|key| key != "likeness");
        keys.sort();
        keys
    };
    let hit = &items(&answer, "hits")[0];
    let explanation = get(hit, "explanation");
    Reflect::set(&request, &"min_score".into(), &1_000.into()).unwrap();
    let without_hits = drive(&mut index(), &request, None, "");
    for (name, value) in [
        ("FoundAnswer", &answer),
        ("Degraded", &items(&answer, "degraded")[0]),
        ("QueryIntent", &get(&answer, "intent")),
        ("FoundHit", hit),
        ("Explanation", &explanation),
        ("Contribution", &items(&explanation, "contributions")[0]),
        ("TermScore", &items(&explanation, "terms")[0]),
        ("PageHits", &items(&answer, "doc_aggregates")[0]),
        ("Closeness", &get(&answer, "closeness")),
        ("FoundSuggestion", &items(&without_hits, "suggestions")[0]),
    ] {
        assert_eq!(keys(value), members(name), "{name}");
    }
    Reflect::set(&request, &"min_score".into(), &0.into()).unwrap();
    Reflect::set(&request, &"rerank".into(), &true.into()).unwrap();
    let task = get(&bring(&mut index(), &request, None, "", ""), "rerank");
    assert_eq!(keys(&task), members("RerankTask"));
    assert_eq!(keys(&items(&task, "passages")[0]), members("Passage"));
    let need = index().query(&request).unwrap();
    assert_eq!(keys(&items(&need, "need")[0]), members("BlockRequest"));
}

/// Names of the members of a generated interface, sorted.
fn members(interface: &str) -> Vec<String> {
    let types = include_str!("../../www/src/generated/search.ts");
    let lines = types.lines().skip_while(|line| *line != format!("export interface {interface} {{"));
    let members = lines.take_while(|line| *line != "}").filter_map(|line| line.strip_prefix("  readonly "));
    let mut names: Vec<String> =
        members.map(|member| member.split([':', '?']).next().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[wasm_bindgen_test]
fn numbers_are_whole_and_in_range() {
    let mut index = index();
    for key in ["limit", "offset", "text_length", "max_per_page"] {
        for number in [f64::NAN, -1.0, 2.5, 1e9, f64::INFINITY] {
            let request = request("threads", "lexical");
            Reflect::set(&request, &key.into(), &number.into()).unwrap();
            let error = index.query(&request).expect_err("a whole number is asked for");
            assert_eq!(get(&error, "code"), "request", "{key} {number}");
            let message = get(&error, "message").as_string().unwrap();
            assert!(message.contains(key) && message.contains("whole number"), "{message}");
        }
    }
}

#[wasm_bindgen_test]
fn thresholds_leave_out_hits() {
    let mut index = index();
    let number = |value: f64| JsValue::from(value);
    let with = |key: &str, value: &JsValue| {
        let request = request("thread value way", "lexical");
        Reflect::set(&request, &key.into(), value).unwrap();
        request
    };
    let all = drive(&mut index, &with("min_score", &JsValue::UNDEFINED), None, "");
    let scores: Vec<f64> =
        items(&all, "hits").iter().map(|hit| get(hit, "score").as_f64().unwrap()).collect();
    let few = drive(&mut index, &with("min_score", &number(scores[0] * 0.99)), None, "");
    assert!((1..scores.len()).contains(&urls(&few).len()));
    let none = drive(&mut index, &with("min_score", &number(1_000.0)), None, "");
    assert!(urls(&none).is_empty());
    let nearest = &items(&none, "suggestions")[0];
    assert_eq!(get(nearest, "url").as_string().as_ref(), urls(&all).first());
    for key in ["min_score", "similarity_threshold"] {
        for value in [number(f64::NAN), number(-1.0), JsValue::from("1"), JsValue::NULL] {
            let error = index.query(&with(key, &value)).expect_err("a number is asked for");
            assert_eq!(get(&error, "code"), "request", "{key}");
        }
    }
}

#[wasm_bindgen_test]
fn invalid_indexes_are_errors() {
    let good = directory();
    let mut other_version = good.clone();
    other_version[5] ^= 0x40;
    for bytes in [&[][..], b"DFUS", &good[..good.len() / 2], &other_version] {
        let error = SearchIndex::new(bytes).err().expect("an error");
        assert_eq!(get(&error, "code"), "manifest");
    }
    let error = index().query(&JsValue::NULL).expect_err("an error");
    assert_eq!(get(&error, "code"), "request");
}
