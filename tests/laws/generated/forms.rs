//! What the pages of a site are about, and what templates make of it.

use super::blocks::Block;
use super::blocks::Block::{
    Abbreviation, Button, Code, Definitions, Details, List, P, Shadow, Steps, Svg, Table,
};
use super::random::Random;
use super::words::Tongue;

/// The content of a page.
pub struct Content {
    /// Its path without `.html`.
    pub path: String,
    /// Its heading.
    pub title: String,
    pub lead: Vec<Block>,
    /// Headings and what is below them.
    pub sections: Vec<(String, Vec<Block>)>,
}

/// Makes page `number`, counted from 0.
pub type Form = fn(usize, &Tongue, &mut Random) -> Content;

/// All forms, by the name that tables of breaches use.
pub const FORMS: [(&str, Form); 24] = [
    ("error codes", error_codes),
    ("statuses", statuses),
    ("exit codes", exit_codes),
    ("options", options),
    ("rules of equal text", equal_rules),
    ("recipes", recipes),
    ("releases", releases),
    ("products", products),
    ("people", people),
    ("places", places),
    ("one line", one_line),
    ("one word differs", one_word),
    ("tables", tables),
    ("lists", lists),
    ("definitions", definitions),
    ("code alone", code_alone),
    ("lessons", lessons),
    ("titles alone", titles_alone),
    ("folders", folders),
    ("articles", articles),
    ("unusual elements", unusual),
    ("numbers", numbers),
    ("same headings", same_headings),
    ("symbols", symbols),
];

fn page(path: String, title: String, lead: Vec<Block>) -> Content {
    Content { path, title, lead, sections: Vec::new() }
}

fn error_codes(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let code = 4001 + number;
    let text = format!("Error code {code}: {}", words.sentence(random));
    page(format!("errors/{code}"), format!("Error {code}"), vec![P(text)])
}

/// As hosts number them; page 4 is `404.html`.
fn statuses(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let code = 400 + number;
    let what = [words.adjective(random), words.noun(random)].join(words.space);
    let text = format!("The HTTP status {code} {what}: {}", words.sentence(random));
    page(code.to_string(), format!("{code} {what}"), vec![P(text)])
}

fn exit_codes(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let text = format!("Exit code {number} means: {}", words.sentence(random));
    let next = vec![P(words.sentence(random))];
    Content {
        sections: vec![(words.headings[1].to_owned(), next)],
        ..page(format!("exit-{number}"), format!("Exit code {number}"), vec![P(text)])
    }
}

fn options(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = format!("--{}-{number}", words.noun(random).to_lowercase());
    let values = Definitions(vec![
        ("Type".to_owned(), random.one_of(&["string", "boolean", "number"]).to_owned()),
        ("Default".to_owned(), random.one_of(&["none", "true", "8080"]).to_owned()),
    ]);
    page(format!("options/option-{number}"), name, vec![P(words.sentence(random)), values])
}

/// Only the title tells one rule from another.
fn equal_rules(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = format!("no-{}-{}", words.name(random).to_lowercase(), words.noun(random).to_lowercase());
    let mut same = Random::new(7);
    let text = words.sentences(3, &mut same);
    page(format!("rules/rule-{number}"), name, vec![P(text)])
}

fn recipes(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.name(random), words.noun(random).to_owned()].join(words.space);
    let amounts = (0..4).map(|_| format!("{} g {}", 10 + random.below(490), words.noun(random))).collect();
    let steps = (0..3).map(|_| words.sentence(random)).collect();
    Content {
        sections: vec![
            (words.headings[0].to_owned(), vec![List(amounts)]),
            (words.headings[1].to_owned(), vec![Steps(steps)]),
        ],
        ..page(format!("recipes/recipe-{number}"), title, vec![P(format!("{} min", 5 + random.below(90)))])
    }
}

fn releases(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let version = format!("{}.{}", 1 + number / 10, number % 10);
    let date = format!("{} {} {}", 1 + random.below(28), random.one_of(words.months), 2015 + number / 10);
    let changes = (0..1 + random.below(4)).map(|_| words.sentence(random)).collect();
    page(
        format!("releases/{version}"),
        format!("Release {version}"),
        vec![P(format!("Released {date}")), List(changes)],
    )
}

fn products(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = [words.name(random), words.noun(random).to_owned()].join(words.space);
    let line = format!("Product {}: {name}, {} €", 1007 + number, 3 + random.below(900));
    page(format!("products/p{}", 1007 + number), name, vec![P(line)])
}

fn people(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = [words.name(random), words.name(random)].join(words.space);
    let facts = Definitions(vec![
        ("Team".to_owned(), words.noun(random).to_owned()),
        ("Room".to_owned(), format!("{}", 100 + random.below(800))),
        ("Mail".to_owned(), format!("p{number}@example.org")),
    ]);
    page(format!("people/p{number}"), name, vec![facts])
}

fn places(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = words.name(random);
    let row = |one: &str, other: String| vec![one.to_owned(), other];
    let facts = Table(vec![
        row("Population", format!("{}", 900 + random.below(90_000))),
        row("River", words.name(random)),
        row("Altitude", format!("{} m", random.below(2000))),
    ]);
    page(format!("places/place{number}/index"), name, vec![facts])
}

fn one_line(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.noun(random).to_owned(), words.name(random)].join(words.space);
    page(format!("notes/n{number}"), title, vec![P(words.sentence(random))])
}

/// The same text, but for a word.
fn one_word(number: usize, words: &Tongue, random: &mut Random) -> Content {
    // Of so many syllables that no two pages are equal.
    let name = [words.name(random), words.name(random).to_lowercase()].concat();
    let mut same = Random::new(11);
    let text = [words.sentences(2, &mut same), name.clone(), words.sentences(2, &mut same)].join(" ");
    page(format!("connectors/c{number}"), format!("{name} connector"), vec![P(text)])
}

fn tables(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.name(random), words.noun(random).to_owned()].join(words.space);
    let row = |random: &mut Random| {
        vec![words.name(random), words.noun(random).to_owned(), format!("{}", random.below(5000))]
    };
    page(format!("tables/t{number}"), title, vec![Table((0..5).map(|_| row(random)).collect())])
}

fn lists(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.adjective(random).to_owned(), words.name(random)].join(words.space);
    let items = (0..6).map(|_| [words.noun(random).to_owned(), words.name(random)].join(" ")).collect();
    page(format!("lists/l{number}"), title, vec![List(items)])
}

fn definitions(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.noun(random).to_owned(), words.name(random)].join(words.space);
    let entries = (0..4).map(|_| (words.name(random), words.sentence(random))).collect();
    page(format!("terms/t{number}"), title, vec![Definitions(entries)])
}

fn code_alone(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let name = words.name(random).to_lowercase();
    let code =
        format!("let {name} = open(\"{}\");\n{name}.close({});\n", words.noun(random), random.below(9000));
    page(format!("examples/e{number}"), format!("Example {name}"), vec![Code(code)])
}

fn lessons(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let topic = [words.adjective(random), words.noun(random)].join(words.space);
    let first = format!("In lesson {} you learn about {topic} {}.", number + 1, words.name(random));
    let text = words.sentences(3, random);
    page(format!("lesson-{}", number + 1), format!("Lesson {}: {topic}", number + 1), vec![P(first), P(text)])
}

fn titles_alone(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.name(random), words.noun(random).to_owned()].join(words.space);
    page(format!("titles/t{number}"), title, Vec::new())
}

/// Pages of the same name in folders of their own.
fn folders(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let (file, title) = [("install", "Install"), ("options", "Options"), ("search", "Search")][number % 3];
    let package = format!("package{}", number / 3);
    page(format!("{package}/{file}"), title.to_owned(), vec![P(words.sentences(2, random))])
}

fn articles(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.noun(random).to_owned(), words.name(random)].join(words.space);
    let section = |random: &mut Random| {
        let heading = [words.name(random), words.noun(random).to_owned()].join(words.space);
        (heading, vec![P(words.sentences(4, random)), P(words.sentences(2, random))])
    };
    Content {
        sections: (0..3).map(|_| section(random)).collect(),
        ..page(format!("guide/chapter-{number}"), title, vec![P(words.sentences(3, random))])
    }
}

fn unusual(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.name(random), words.noun(random).to_owned()].join(words.space);
    let blocks = vec![
        P(words.sentence(random)),
        Svg(words.name(random)),
        Shadow(words.sentence(random)),
        Button(format!("{} {}", 200 + random.below(300), words.name(random))),
        Abbreviation(words.name(random).to_uppercase(), words.name(random)),
        Details(words.name(random), words.sentence(random)),
    ];
    page(format!("elements/e{number}"), title, blocks)
}

/// The first line begins with a number, the last one ends with one.
fn numbers(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = format!("{} {}", words.name(random), number + 1);
    let first = format!("{}. {}", number + 1, words.sentence(random));
    let last = format!("Measured value of {}: {}", words.name(random), random.below(100_000));
    page(format!("values/v{number}"), title, vec![P(first), P(words.sentence(random)), P(last)])
}

/// The same headings on all pages, with a line below each.
fn same_headings(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let title = [words.name(random), words.noun(random).to_owned()].join(words.space);
    let section =
        |heading: &&str, random: &mut Random| ((*heading).to_owned(), vec![P(words.sentence(random))]);
    Content {
        sections: words.headings.iter().map(|heading| section(heading, random)).collect(),
        ..page(format!("faults/f{number}"), title, vec![P(words.sentence(random))])
    }
}

fn symbols(number: usize, words: &Tongue, random: &mut Random) -> Content {
    let module = format!("{}{number}", random.one_of(&["net", "file", "clock", "shape"]));
    let function = |random: &mut Random| {
        let name =
            format!("{module}.{}_{}", random.one_of(&["open", "close", "read", "move"]), random.below(90));
        (format!("{name}()"), vec![P(words.sentence(random))])
    };
    Content {
        sections: (0..3).map(|_| function(random)).collect(),
        ..page(format!("api/{module}"), module.clone(), vec![P(words.sentence(random))])
    }
}
