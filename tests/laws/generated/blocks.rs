//! What the content of a page is made of.

/// A block, of plain text.
pub enum Block {
    P(String),
    Table(Vec<Vec<String>>),
    List(Vec<String>),
    Steps(Vec<String>),
    Definitions(Vec<(String, String)>),
    Code(String),
    Details(String, String),
    /// A picture with labels.
    Svg(String),
    /// A custom element with a declarative shadow root.
    Shadow(String),
    /// A button that opens what it is a line of, as responses of an API.
    Button(String),
    /// An abbreviation in a sentence, spelled out by its `title`.
    Abbreviation(String, String),
}

impl Block {
    pub fn html(&self) -> String {
        let items =
            |items: &[String]| -> String { items.iter().map(|item| format!("<li>{item}</li>")).collect() };
        match self {
            Block::P(text) => format!("<p>{text}</p>"),
            Block::Table(rows) => {
                let row = |row: &Vec<String>| {
                    let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
                    format!("<tr>{cells}</tr>")
                };
                format!("<table>{}</table>", rows.iter().map(row).collect::<String>())
            }
            Block::List(list) => format!("<ul>{}</ul>", items(list)),
            Block::Steps(list) => format!("<ol>{}</ol>", items(list)),
            Block::Definitions(list) => {
                let entry = |(term, text): &(String, String)| format!("<dt>{term}</dt><dd>{text}</dd>");
                format!("<dl>{}</dl>", list.iter().map(entry).collect::<String>())
            }
            Block::Code(code) => format!("<pre><code>{code}</code></pre>"),
            Block::Details(summary, text) => {
                format!("<details><summary>{summary}</summary><p>{text}</p></details>")
            }
            Block::Svg(text) => {
                format!("<figure><svg width=90 height=20><text x=1 y=9>{text}</text></svg></figure>")
            }
            Block::Shadow(text) => {
                format!("<info-box><template shadowrootmode=open><p>{text}</p></template></info-box>")
            }
            Block::Button(text) => format!("<div><button><strong>{text}</strong></button></div>"),
            Block::Abbreviation(short, long) => format!("<p><abbr title=\"{long}\">{short}</abbr>.</p>"),
        }
    }

    /// All texts, each of which may be found.
    pub fn texts(&self) -> Vec<&str> {
        match self {
            Block::P(text)
            | Block::Code(text)
            | Block::Svg(text)
            | Block::Shadow(text)
            | Block::Button(text) => vec![text],
            Block::Table(rows) => rows.iter().flatten().map(String::as_str).collect(),
            Block::List(items) | Block::Steps(items) => items.iter().map(String::as_str).collect(),
            Block::Definitions(list) => list.iter().flat_map(|(term, text)| [&**term, &**text]).collect(),
            Block::Details(one, other) | Block::Abbreviation(one, other) => vec![one, other],
        }
    }
}
