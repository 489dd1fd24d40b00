use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::{Site, contents, docfuse, docfuse_in, urls};

/// Two pages in German, one in English.
fn site() -> Site {
    let page = |language: &str, title: &str, body: &str| {
        format!("<html lang={language}><title>{title}</title><main><h1 id=top>{title}</h1><p>{body}</main>")
    };
    Site::new(&[
        ("de/haus.html", &page("de-AT", "Häuser", "Die Häuser stehen auf dem Berg.")),
        ("de/wald.html", &page("de", "Wälder", "In den Wäldern laufen die Tiere.")),
        ("en/house.html", &page("en", "Houses", "The house is running out of paint.")),
    ])
}

fn ask(site: &Site, text: &str, options: &[&str]) -> crate::command::Outcome {
    let index = site.index();
    let mut arguments = vec!["query", index.to_str().unwrap(), text, "--mode", "lexical", "--json"];
    arguments.extend(options);
    docfuse(&arguments)
}

#[test]
fn each_language_has_its_own_manifest_stemmer_and_pages() {
    let site = site();
    let summary = site.build();
    assert!(summary.starts_with("de: 2 pages, 2 sections, no vectors\nen: 1 page,"), "{summary}");
    let manifest = |name: &str| -> Value {
        serde_json::from_slice(&fs::read(site.index().join(name)).unwrap()).unwrap()
    };
    let (main, other) = (manifest("docfuse.json"), manifest("docfuse.en.json"));
    assert_eq!((&main["language"], &main["languages"]["en"]), (&"de".into(), &"docfuse.en.json".into()));
    assert_eq!((&other["language"], &other["languages"]["de"]), (&"en".into(), &"docfuse.json".into()));
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();

    // The main language answers by default; each stems words by its own rules.
    assert_eq!(urls(&ask(&site, "Haus", &[]).json()), ["de/haus.html#top"]);
    assert_eq!(urls(&ask(&site, "wald", &["--language", "de"]).json()), ["de/wald.html#top"]);
    assert_eq!(urls(&ask(&site, "run", &["--language", "en"]).json()), ["en/house.html#top"]);
    assert!(urls(&ask(&site, "run", &[]).json()).is_empty());
    ask(&site, "run", &["--language", "fr"]).fails_with(&["\"fr\"", "de", "en"]);
}

/// Pages in a language that the encoder was not trained for get no vectors, and the build names the encoder for any.
#[test]
fn the_build_names_the_encoder_that_suits_a_language() {
    let site = site();
    let build = |model: &str| {
        let model = crate::command::repository().join("tests/fixtures").join(model);
        docfuse(&["build".as_ref(), site.path(), "--model".as_ref(), model.as_path()]).ok()
    };
    let lines = |said: String| said.lines().take(2).map(str::to_owned).collect::<Vec<_>>();
    let of_english = lines(build("encoder"));
    let expected = "de: 2 pages, 2 sections, no vectors: tiny-bert was trained for en; `docfuse model get multilingual` \
                    fetches one for any language";
    assert_eq!(of_english, [expected, "en: 1 page, 1 section, 1 window"]);
    assert_eq!(
        lines(build("multilingual")),
        ["de: 2 pages, 2 sections, 2 windows", "en: 1 page, 1 section, 1 window"]
    );
    let index = site.index();
    let answer = docfuse(&["query", index.to_str().unwrap(), "Häuser", "--mode", "dense", "--json"]).json();
    assert_eq!(answer["degraded"], Value::Null);
    assert_eq!(urls(&answer).len(), 2);
}

/// Once the encoder for any language is there, the build says how it is used.
#[test]
fn the_build_names_the_encoder_for_any_language_that_is_there() {
    let site = site();
    let place = tempfile::tempdir().unwrap();
    let there = place.path().join("docfuse/models/multilingual");
    fs::create_dir_all(&there).unwrap();
    let fixtures = crate::command::repository().join("tests/fixtures");
    for file in fs::read_dir(fixtures.join("multilingual")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), there.join(file.file_name())).unwrap();
    }
    let build = |model: &Path| {
        let model = model.to_str().unwrap();
        docfuse_in(place.path(), &["build", site.path().to_str().unwrap(), "--model", model]).ok()
    };
    let first = |said: String| said.lines().next().unwrap().to_owned();
    let advice = format!("`--model {}` makes them by tiny", there.display());
    let expected = format!("de: 2 pages, 2 sections, no vectors: tiny-bert was trained for en; {advice}");
    assert_eq!(first(build(&fixtures.join("encoder"))), expected);
    assert_eq!(first(build(&there)), "de: 2 pages, 2 sections, 2 windows");
    // One that is for other languages is no way out.
    let info = fs::read_to_string(there.join("model.json")).unwrap();
    let info = info.replacen('{', "{\"languages\": [\"fr\"],", 1);
    fs::write(there.join("model.json"), info).unwrap();
    assert_eq!(first(build(&there)), "de: 2 pages, 2 sections, no vectors: tiny was trained for fr");
}

/// The encoder for any language gives vectors to the languages of the settings alone, whatever their regions.
#[test]
fn the_build_names_the_setting_that_leaves_a_language_without_vectors() {
    let site = site();
    site.write("docfuse.toml", b"[dense]\nlanguages = [\"de-CH\"]");
    let [config, model] =
        [site.path().join("docfuse.toml"), crate::command::repository().join("tests/fixtures/multilingual")];
    let [config, model] = [&config, &model].map(|path| path.to_str().unwrap());
    let arguments = ["build", site.path().to_str().unwrap(), "--config", config, "--model", model];
    let expected = [
        "de: 2 pages, 2 sections, 2 windows",
        "en: 1 page, 1 section, no vectors: dense.languages in docfuse.toml names other languages",
    ];
    assert_eq!(docfuse(&arguments).ok().lines().skip(1).take(2).collect::<Vec<_>>(), expected);
}

/// A book in folders of languages, whose pages state none. `--inject` tells the box of each page.
#[test]
fn folders_are_languages_where_pages_state_none() {
    let page = |title: &str, text: &str| {
        format!(
            "<title>{title}</title><body><header>Book</header><main><h1 id=top>{title}</h1><p>{text}</main>"
        )
    };
    let english =
        "This is how you start with the package, and what to do if it does not work for you. ".repeat(3);
    let french =
        "Voici comment on commence avec le paquet, et ce qui est à faire quand il ne marche pas. ".repeat(3);
    let japanese = "これはパッケージの使い方を説明する頁です。困ったときは助けを求めてください。".repeat(3);
    let site = Site::new(&[
        ("en-US/apt.html", &page("Packages", &english)),
        ("fr-FR/apt.html", &page("Paquets", &french)),
        ("fr-FR/new.html", &page("New", &format!("{english} Only here."))),
        ("ja-JP/apt.html", &page("パッケージ", &japanese)),
        (
            "own/apt.html",
            &page("Paquets", "Les paquets sont ici, dans ce dossier, et non pas dans les autres."),
        ),
        ("docfuse.toml", "[site.languages]\n\"own/*\" = \"fr\"\n"),
    ]);
    let config = site.path().join("docfuse.toml");
    let options = ["--no-dense", "--inject", "--config", config.to_str().unwrap()];
    let said = docfuse(&[&["build", site.path().to_str().unwrap()], &options[..]].concat()).ok();
    for part in ["en: 2 pages", "fr: 2 pages", "ja: 1 page"] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(
        urls(&ask(&site, "paquets", &["--language", "fr"]).json()),
        ["fr-FR/apt.html#top", "own/apt.html#top"]
    );
    for (path, lang) in [
        ("en-US/apt.html", "en-us"),
        ("fr-FR/new.html", "fr-fr"),
        ("own/apt.html", "fr"),
        ("ja-JP/apt.html", "ja-jp"),
    ] {
        let html = fs::read_to_string(site.path().join(path)).unwrap();
        let tag = format!("<docfuse-search lang=\"{lang}\" layout");
        assert!(html.contains(&tag), "{html}");
    }
}

/// A site in Brazilian and European Portuguese, whose English pages are partly translated.
#[test]
fn variants_have_indexes_and_fallbacks_the_language_of_their_text() {
    let page = |lang: &str, title: &str, text: &str| {
        format!("<html lang={lang}><title>{title}</title><main><h1 id=top>{title}</h1><p>{text}</main>")
    };
    let english =
        "Owls hunt at night and sleep during the day, so that nobody sees them where they live. ".repeat(3);
    let site = Site::new(&[
        ("owls.html", &page("en", "Owls", &english)),
        ("larks.html", &page("en", "Larks", "Larks sing at dawn.")),
        ("birds.html", &page("en", "Birds", "Birds fly.")),
        ("pt-BR/larks.html", &page("pt-BR", "Cotovias", "As cotovias cantam no time da manhã.")),
        ("pt-BR/owls.html", &page("pt-BR", "Owls", &english)),
        ("pt-PT/larks.html", &page("pt-PT", "Cotovias", "As cotovias cantam na equipa da manhã.")),
    ]);
    let summary = site.build();
    assert!(summary.starts_with("en: 3 pages"), "{summary}");
    assert!(summary.contains("pt-br: 1 page") && summary.contains("pt-pt: 1 page"), "{summary}");
    docfuse(&["verify", site.index().to_str().unwrap()]).ok();
    for (language, expected) in [
        ("pt-BR", &["pt-BR/larks.html#top"][..]),
        ("pt_pt", &["pt-PT/larks.html#top"]),
        ("pt", &["pt-BR/larks.html#top"]),
        ("en-GB", &[]),
    ] {
        assert_eq!(urls(&ask(&site, "cotovia", &["--language", language]).json()), expected, "{language}");
    }
    let hit = ask(&site, "owls", &[]).json()["hits"][0].clone();
    assert_eq!(
        (&hit["url"], &hit["also"][0]["url"]),
        (&"owls.html#top".into(), &"pt-BR/owls.html#top".into())
    );

    // A variant that goes leaves no manifest behind.
    fs::remove_file(site.path().join("pt-PT/larks.html")).unwrap();
    site.build();
    assert!(
        site.index().join("docfuse.pt.json").exists() && !site.index().join("docfuse.pt-pt.json").exists()
    );
}

#[test]
fn files_of_a_removed_language_are_deleted() {
    let site = site();
    site.build();
    fs::remove_file(site.path().join("en/house.html")).unwrap();
    site.build();
    let fresh = Site::new(&[]);
    for name in ["de/haus.html", "de/wald.html"] {
        fresh.write(name, &fs::read(site.path().join(name)).unwrap());
    }
    fresh.build();
    assert_eq!(contents(&site.index()), contents(&fresh.index()));
}

#[test]
fn a_damaged_manifest_of_another_language_is_named() {
    let site = site();
    site.build();
    fs::write(site.index().join("docfuse.en.json"), "{").unwrap();
    docfuse(&["verify", site.index().to_str().unwrap()]).fails_with(&["docfuse.en.json"]);
    ask(&site, "run", &["--language", "en"]).fails_with(&["docfuse.en.json"]);
    assert_eq!(urls(&ask(&site, "Haus", &[]).json()), ["de/haus.html#top"]);
}
