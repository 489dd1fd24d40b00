//! Scribble, of Racket.

use super::{Generator, NONE};

pub(super) const SCRIBBLE: Generator = Generator {
    // Contents beside the text, and the bars above and below it.
    furniture: &["tocset", "navsettop", "navsetbottom"],
    ..NONE
};

#[cfg(test)]
mod tests {
    use crate::*;

    /// As `raco scribble` writes them.
    fn definition(prototype: &str) -> String {
        format!(
            "<p><blockquote class=SVInsetFlow><table class='boxed RBoxed'><tr><td><blockquote class=SubFlow>\
             <div class='RBackgroundLabel SIEHidden'><div class=RBackgroundLabelInner><p>procedure</p></div></div>{prototype}\
             </blockquote></td></tr></table></blockquote></p>"
        )
    }

    fn name(name: &str) -> String {
        format!(
            "<span class=RktPn>(</span><a name='(def._{name})'></a><span class=RktSym>\
             <a href='#%28def._{name}%29' class='RktValDef RktValLink'>{name}</a></span>"
        )
    }

    #[test]
    fn definitions_are_sections_on_one_line_and_on_several() {
        let line =
            definition(&format!("<p class=RForeground>{} str from) → string?</p>", name("string-replace")));
        let rows = format!(
            "<table class='prototype RForeground'><tr><td>{}</td><td>str</td></tr><tr><td></td><td>[sep])</td><td>→ <a href='\
             lists.html#%28def._list~3f%29'>list?</a></td></tr></table>",
            name("string-split")
        );
        let page = format!(
            "<div class=main><h3>4.4<a name='(part._strings)'></a> Strings</h3><p>Text.{line}<p>Returns it.</p>{}<p>Cuts it.</p>\
             </div>",
            definition(&rows)
        );
        let raw = read_page("strings.html", page.as_bytes(), &IngestConfig::default()).unwrap();
        let (pages, _) = finish_site(vec![raw]);
        let found: Vec<(&str, &str)> =
            pages[0].sections.iter().map(|section| (&*section.anchor, &*section.heading)).collect();
        assert_eq!(
            found,
            [
                ("(part._strings)", "4.4 Strings"),
                ("(def._string-replace)", "(string-replace str from) → string?"),
                ("(def._string-split)", "(string-split str [sep]) → list?"),
            ]
        );
        assert_eq!(pages[0].sections[2].names[0].text, "string-split");
    }
}
