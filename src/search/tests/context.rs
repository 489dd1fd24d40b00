//! Whole texts of hits within a number of tokens.

use super::*;

/// Forty words of their own around a word that all texts have.
fn text(about: &str) -> String {
    let words: Vec<String> = (0..40).map(|at| format!("{about}{at}")).collect();
    format!("The widget.\n{}", words.join(" "))
}

/// Asks for texts of at most so many tokens.
fn within(text: &str, max_tokens: usize) -> Request {
    let context = ContextRequest { max_tokens, site: "https://docs.example/".to_owned() };
    Request { context: Some(context), ..words(text) }
}

/// A token for each word.
fn count_words(texts: &[String]) -> Option<Vec<u32>> {
    Some(texts.iter().map(|text| text.split_whitespace().count() as u32).collect())
}

fn gathered(site: &mut Site, asked: &Request) -> Context {
    let answer = site.answer(asked);
    let context = answer.context.unwrap();
    assert!(context.tokens <= asked.context.as_ref().unwrap().max_tokens);
    assert_eq!(context.tokens, context.sections.iter().map(|section| section.tokens).sum::<usize>());
    context
}

fn sources(context: &Context) -> Vec<&str> {
    context.sections.iter().map(|section| section.url.as_str()).collect()
}

#[test]
fn whole_texts_come_with_title_breadcrumb_and_address() {
    let mut first = page("guide/a", "Alpha", &[("one", "First", "A widget.\nIts code:\nlet a = 1;")]);
    first.sections[0].path = vec!["Part".to_owned()];
    let mut site =
        Site::with(&[first, page("b", "Beta", &[("", "Beta", "The widget of Beta")])], &settings());
    site.count = count_words;
    let context = gathered(&mut site, &within("widget", 100));
    assert_eq!(context.counted, TokenCounting::Encoder);
    let [one, two] = &context.sections[..] else { panic!("{context:#?}") };
    let (one, two) = if one.url == "b" { (two, one) } else { (one, two) };
    assert_eq!((one.url.as_str(), one.title.as_str()), ("guide/a#one", "Alpha"));
    assert_eq!(
        (one.breadcrumb.clone(), one.cut),
        (["Alpha", "Part", "First"].map(str::to_owned).to_vec(), false)
    );
    assert_eq!(two.breadcrumb, ["Beta"], "a heading that repeats the title is no step");
    let markdown = "## Alpha › Part › First\n\nSource: https://docs.example/guide/a#one\n\nA widget.\nIts code:\nlet a = 1;";
    assert!(context.markdown.contains(markdown), "{}", context.markdown);
    assert_eq!(context.tokens, context.markdown.split_whitespace().count());
    assert_eq!(site.answer(&words("widget")).context, None, "only if requested");
}

#[test]
fn the_budget_is_never_exceeded_and_filled_by_what_still_fits() {
    let texts: Vec<String> = ["a", "b", "c", "d"].map(text).to_vec();
    let pages: Vec<Page> =
        (0..).zip(&texts).map(|(at, text)| page(&format!("p{at}"), "", &[("", "", text)])).collect();
    let mut pages = pages;
    pages.push(page(
        "small",
        "",
        &[("", "", "a small widget of another kind, that nobody else mentions so often")],
    ));
    let mut site = Site::with(&pages, &settings());
    site.count = count_words;
    let all = gathered(&mut site, &within("widget", 10_000));
    assert_eq!((all.sections.len(), all.left_out.len()), (5, 0));
    for max_tokens in 0..all.tokens {
        let context = gathered(&mut site, &within("widget", max_tokens));
        assert!(context.sections.len() < 5 || context.sections.iter().any(|section| section.cut));
        assert_eq!(context.sections.len() + context.left_out.len(), 5, "{max_tokens}");
    }
    let two = gathered(&mut site, &within("widget", 2 * 45 + 16));
    assert_eq!(two.sections.len(), 3, "the small one fits behind two others: {two:#?}");
}

#[test]
fn the_best_section_is_cut_at_a_line_if_it_is_too_long() {
    let lines: Vec<String> = (0..50).map(|at| format!("line {at} of the widget")).collect();
    let mut site = Site::of(&[("a", "A", &lines.join("\n"))]);
    site.count = count_words;
    let context = gathered(&mut site, &within("widget", 30));
    let [section] = &context.sections[..] else { panic!("{context:#?}") };
    assert!(
        section.cut && section.text.ends_with("of the widget") && section.text.lines().count() == 5,
        "{section:#?}"
    );
    let context = gathered(&mut site, &within("widget", 3));
    assert_eq!((sources(&context), context.left_out[0].url.as_str()), (vec![], "a"), "not even a line fits");
    assert!(context.markdown.is_empty() && context.left_out[0].tokens > 200);
    // A text of more bytes than any number of tokens could have is not counted to its end.
    let huge = ["wordwordwordwordwordword "; 5_000].concat();
    let mut site = Site::of(&[("a", "A", &format!("The widget\n{huge}"))]);
    site.count = |texts| {
        assert!(texts.iter().map(String::len).sum::<usize>() < 9_000, "counted in vain");
        count_words(texts)
    };
    let context = gathered(&mut site, &within("widget", 100));
    assert_eq!((context.sections[0].text.as_str(), context.sections[0].cut), ("The widget", true));
}

#[test]
fn nothing_is_repeated() {
    let child = text("child");
    let parent = format!("The widget has children.\n{}\n{child}", text("parent"));
    let near = child.replace("child7 ", "");
    let pages = [
        page("parent", "Parent", &[("", "Parent", &parent)]),
        page("child", "Child", &[("c", "Child", &child)]),
        page("near", "Near", &[("n", "Near", &near)]),
        page("short", "Short", &[("x", "--verbose", "A widget."), ("y", "--quiet", "A widget.")]),
    ];
    let mut site = Site::with(&pages, &settings());
    site.count = count_words;
    for query in ["widget", "widget child3 child4 child5", "widget parent3 parent4", "widget children"] {
        let context = gathered(&mut site, &within(query, 10_000));
        assert_eq!(
            sorted(sources(&context).into_iter().map(str::to_owned).collect()),
            ["parent", "short#x", "short#y"],
            "{query}: the parent has the text of both others"
        );
    }
    // Where the parent does not fit, its child stays.
    let context = gathered(&mut site, &within("child3 child4 child5", 60));
    assert_eq!(context.sections.len(), 1, "{context:#?}");
    assert!(["child#c", "near#n"].contains(&sources(&context)[0]));
    assert!(context.left_out.iter().any(|section| section.url == "parent"));
}

#[test]
fn without_an_encoder_tokens_are_estimated() {
    let mut site = Site::of(DOCS);
    for count in [|_: &[String]| None, |texts: &[String]| Some(vec![1; texts.len() + 1])] as [Count; 2] {
        site.count = count;
        let context = gathered(&mut site, &within("thread pool", 60));
        assert_eq!(context.counted, TokenCounting::Estimate);
        let lines = context.markdown.lines();
        assert_eq!(context.tokens, lines.map(estimate_tokens).sum::<usize>());
        assert!(!context.sections.is_empty() && !context.left_out.is_empty(), "{context:#?}");
    }
}

#[test]
fn what_is_left_out_has_as_many_tokens_as_where_it_fits() {
    let lines: Vec<String> = (0..30).map(|at| format!("line {at} of the widget, and more of it")).collect();
    let long = lines.join("\n");
    let whole = ["The widget. ", &"some words of a manual ".repeat(1_000)].concat();
    for (body, most) in [(&long, 1), (&long, 9), (&long, 40), (&whole, 1), (&whole, 60)] {
        let other = ("other", "The widget", "A widget.");
        let mut site = Site::of(&[other, ("long", "A long one with a title of many words", body)]);
        for count in [count_words, |_| None] as [Count; 2] {
            site.count = count;
            let all = gathered(&mut site, &within("widget", 100_000));
            let expected = all.sections.iter().find(|section| section.url == "long").unwrap().tokens;
            let few = gathered(&mut site, &within("widget", most));
            assert_eq!(few.counted, all.counted);
            let Some(left) = few.left_out.iter().find(|section| section.url == "long") else { continue };
            let is_whole = body.len() < 8_192;
            let least = if is_whole { expected } else { expected - expected / 50 };
            assert!(
                (least..=expected + expected / 50).contains(&left.tokens),
                "{most}: {} {expected}",
                left.tokens
            );
        }
    }
}

#[test]
fn nothing_found_and_nothing_asked() {
    let mut site = Site::of(DOCS);
    for text in ["", "zzqqxx"] {
        assert_eq!(site.answer(&within(text, 100)).context, Some(Context::default()), "{text:?}");
    }
    site.broken = vec!["texts"];
    let answer = site.answer(&within("threads", 100));
    assert!(answer.degraded.is_some());
    assert_eq!(answer.context.unwrap().sections, []);
}

#[test]
fn a_reranked_order_is_that_of_the_texts() {
    let mut site = Site::of(DOCS);
    site.count = count_words;
    site.model = |task| Ok((0..task.passages.len()).map(|place| place as f32).collect());
    let asked = Request { rerank: true, ..within("thread pool sharing", 1_000) };
    let answer = site.answer(&asked);
    let hits = urls(&answer);
    assert_eq!(sources(&answer.context.unwrap()), hits);
    assert!(hits.len() > 1);
}

#[test]
fn texts_are_counted_in_the_same_round_trips_as_a_query() {
    let mut site = Site::of(DOCS);
    site.count = count_words;
    gathered(&mut site, &within("threads", 100));
    assert_eq!(site.rounds, 2);
}

#[test]
fn what_a_cut_section_does_not_show_is_no_repetition() {
    let child = text("child");
    let parent = format!("The widget has children, and a widget has more.\n{}\n{child}", text("parent"));
    let pages = [
        page("parent", "Widget", &[("", "Widget", &parent)]),
        page("child", "Child", &[("c", "Child", &child)]),
    ];
    let mut site = Site::with(&pages, &settings());
    site.count = count_words;
    let context = gathered(&mut site, &within("widget", 60));
    assert_eq!(sources(&context), ["parent"]);
    assert!(context.sections[0].cut && !context.sections[0].text.contains("child3"), "{context:#?}");
    assert_eq!(context.left_out.iter().map(|section| section.url.as_str()).collect::<Vec<_>>(), ["child#c"]);
}
