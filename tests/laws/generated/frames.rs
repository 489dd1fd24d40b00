//! What templates put around the content of a page.

use super::forms::Content;
use super::random::Random;
use super::words::Tongue;

/// The template of a site.
#[derive(Debug)]
pub struct Frame {
    wrapper: Wrapper,
    title: Title,
    sidebar: Part,
    breadcrumb: Part,
    around: Part,
    footer: Part,
    date: Date,
    site: String,
}

#[derive(Clone, Copy, Debug)]
enum Wrapper {
    Main,
    Article,
    Div,
    Body,
}

/// What `<title>` says.
#[derive(Clone, Copy, Debug)]
enum Title {
    Page,
    PageAndSite,
    SiteAndPage,
    Site,
}

/// How a part is marked.
#[derive(Clone, Copy, Debug)]
enum Part {
    None,
    /// By its element.
    Landmark,
    /// By a class alone.
    Class,
}

#[derive(Clone, Copy, Debug)]
enum Date {
    None,
    First,
    Last,
}

const PARTS: [Part; 3] = [Part::None, Part::Landmark, Part::Class];

impl Frame {
    pub fn new(words: &Tongue, random: &mut Random) -> Self {
        Frame {
            wrapper: random.one_of(&[Wrapper::Main, Wrapper::Article, Wrapper::Div, Wrapper::Body]),
            title: random.one_of(&[Title::Page, Title::PageAndSite, Title::SiteAndPage, Title::Site]),
            sidebar: random.one_of(&PARTS),
            breadcrumb: random.one_of(&PARTS),
            around: random.one_of(&PARTS),
            footer: random.one_of(&PARTS),
            date: random.one_of(&[Date::None, Date::First, Date::Last]),
            site: format!("{} Manual", words.name(random)),
        }
    }

    /// Page `number` of `all`.
    pub fn html(&self, number: usize, all: &[Content], words: &Tongue) -> String {
        let content = &all[number];
        let Frame { site, .. } = self;
        let title = match self.title {
            Title::Page => content.title.clone(),
            Title::PageAndSite => format!("{} | {site}", content.title),
            Title::SiteAndPage => format!("{site}: {}", content.title),
            Title::Site => site.clone(),
        };
        let up = "../".repeat(content.path.matches('/').count());
        let link = |to: usize, text: &str| format!("<a href=\"{up}{}.html\">{text}</a>", all[to].path);
        let sidebar: String = all
            .iter()
            .enumerate()
            .take(60)
            .map(|(at, other)| format!("<li>{}</li>", link(at, &other.title)))
            .collect();
        let crumbs = format!("{} / {}", link(0, words.home), content.title);
        let previous =
            (number > 0).then(|| link(number - 1, &format!("{}: {}", words.previous, all[number - 1].title)));
        let next = (number + 1 < all.len())
            .then(|| link(number + 1, &format!("{}: {}", words.next, all[number + 1].title)));
        let around: Vec<String> = previous.into_iter().chain(next).collect();
        let month = words.months[number % 3];
        let date = format!("<p>{} {} {month} {}</p>", words.updated, 1 + number % 28, 2019 + number % 5);
        let (first, last) = match self.date {
            Date::None => ("", ""),
            Date::First => (date.as_str(), ""),
            Date::Last => ("", date.as_str()),
        };
        let sections: String = content
            .sections
            .iter()
            .enumerate()
            .map(|(at, (heading, blocks))| {
                let blocks: String = blocks.iter().map(|block| block.html()).collect();
                format!("<h2 id=\"s{at}\">{heading}</h2>{blocks}")
            })
            .collect();
        let lead: String = content.lead.iter().map(|block| block.html()).collect();
        let inner = format!(
            "{}<h1>{}</h1>{first}{lead}{sections}{last}{}",
            self.breadcrumb.html("nav", "breadcrumbs", &crumbs),
            content.title,
            self.around.html("nav", "pager", &around.join(" ")),
        );
        let inner = match self.wrapper {
            Wrapper::Main => format!("<main>{inner}</main>"),
            Wrapper::Article => format!("<article>{inner}</article>"),
            Wrapper::Div => format!("<div id=content>{inner}</div>"),
            Wrapper::Body => inner,
        };
        format!(
            "<!doctype html><html lang={}><head><meta charset=utf-8><title>{title}</title></head><body>{}{inner}{}</body></html>",
            words.code,
            self.sidebar.html("nav", "sidebar", &format!("<ul>{sidebar}</ul>")),
            self.footer.html("footer", "bottom", &format!("© 2019–2024 {site}. {}", words.rights)),
        )
    }
}

impl Part {
    fn html(self, element: &str, class: &str, content: &str) -> String {
        match self {
            Part::None => String::new(),
            Part::Landmark => format!("<{element}>{content}</{element}>"),
            Part::Class => format!("<div class={class}>{content}</div>"),
        }
    }
}
