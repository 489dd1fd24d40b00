//! [`prose_of`]: the texts of an answer whose sentences can have citations, all but headings and code, as
//! `www/src/ask/markdown.ts` reads Markdown.

use super::citations::is_blank;

/// A block of Markdown, as far as it is read.
enum Block {
    Paragraph(String),
    Items {
        ordered: bool,
        items: Vec<String>,
    },
    /// A heading or code.
    Other,
}

/// Paragraphs and items of lists, in order.
pub fn prose_of(markdown: &str) -> Vec<String> {
    let texts = |block| match block {
        Block::Paragraph(text) => vec![text],
        Block::Items { items, .. } => items,
        Block::Other => Vec::new(),
    };
    blocks_of(markdown).into_iter().flat_map(texts).collect()
}

fn blocks_of(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    // Lines of the paragraph that may go on.
    let mut lines: Vec<String> = Vec::new();
    let mut fence: Option<String> = None;
    for raw in markdown.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)) {
        if let Some(open) = &fence {
            if marks(raw).is_some_and(|marks| marks.starts_with(open.as_str())) {
                blocks.push(Block::Other);
                fence = None;
            }
            continue;
        }
        let line = without_image_marks(raw);
        let line = line.as_str();
        let (marks, item) = (marks(line), item(line));
        let is_empty = line.trim_matches(is_blank).is_empty();
        if marks.is_some() || is_heading(line) || item.is_some() || is_empty {
            end_paragraph(&mut blocks, &mut lines);
        }
        if let Some(marks) = marks {
            fence = Some(marks.to_owned());
        } else if is_heading(line) {
            blocks.push(Block::Other);
        } else if let Some((ordered, text)) = item {
            add_item(&mut blocks, ordered, text);
        } else if !is_empty {
            match blocks.last_mut() {
                // An indented line goes on with the item above.
                Some(Block::Items { items, .. }) if lines.is_empty() && line.starts_with(is_blank) => {
                    if let Some(last) = items.last_mut() {
                        *last = format!("{last} {}", line.trim_matches(is_blank));
                    }
                }
                _ => {
                    let quoted = line.strip_prefix('>').map(|it| it.strip_prefix(is_blank).unwrap_or(it));
                    lines.push(quoted.unwrap_or(line).to_owned());
                }
            }
        }
    }
    end_paragraph(&mut blocks, &mut lines);
    blocks
}

fn end_paragraph(blocks: &mut Vec<Block>, lines: &mut Vec<String>) {
    if !lines.is_empty() {
        blocks.push(Block::Paragraph(std::mem::take(lines).join("\n")));
    }
}

fn add_item(blocks: &mut Vec<Block>, ordered: bool, text: &str) {
    match blocks.last_mut() {
        Some(Block::Items { ordered: known, items }) if *known == ordered => items.push(text.to_owned()),
        _ => blocks.push(Block::Items { ordered, items: vec![text.to_owned()] }),
    }
}

/// The marks with which a line begins or ends code.
fn marks(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(is_blank);
    ['`', '~'].into_iter().find_map(|mark| {
        let marks = &line[..line.len() - line.trim_start_matches(mark).len()];
        (marks.len() >= 3).then_some(marks)
    })
}

fn is_heading(line: &str) -> bool {
    let behind = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - behind.len())) && behind.starts_with(is_blank)
}

/// Whether the list is an ordered one, and the text of the item.
fn item(line: &str) -> Option<(bool, &str)> {
    let line = line.trim_start_matches(is_blank);
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let ordered = behind.len() < line.len();
    let behind = if ordered { behind.strip_prefix(['.', ')']) } else { line.strip_prefix(['-', '*', '+']) }?;
    behind.starts_with(is_blank).then(|| (ordered, behind.trim_start_matches(is_blank)))
}

/// Of an image, its words: its exclamation mark ends no sentence.
fn without_image_marks(line: &str) -> String {
    let mut written = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("![") {
        let label = &rest[at + 2..];
        let is_image = label.find(']').is_some_and(|end| label[end..].starts_with("]("));
        written.push_str(&rest[..if is_image { at } else { at + 1 }]);
        rest = &rest[at + 1..];
    }
    written + rest
}
