//! [`Seen`]: finds texts and targets of links again, so that pages hold them once.

use std::collections::HashSet;
use std::hash::Hash;

use super::href::Target;
use docfuse::index::{Shared, SharedText};

/// The texts and targets of the links of the pages so far.
#[derive(Debug, Default)]
pub struct Seen {
    texts: HashSet<SharedText>,
    targets: HashSet<Shared<Target>>,
}

impl Seen {
    /// The text, as it was seen before or for the first time.
    pub(super) fn text(&mut self, text: &str) -> SharedText {
        let known = self.texts.get(text).cloned();
        known.unwrap_or_else(|| {
            let new: SharedText = text.into();
            self.texts.insert(new.clone());
            new
        })
    }

    /// Makes `text` the equal one that was seen before, if there is one.
    pub(super) fn share_text(&mut self, text: &mut SharedText) {
        share(&mut self.texts, text);
    }

    /// The same for a target, and of a new one for its path and anchor.
    pub(super) fn share_target(&mut self, target: &mut Shared<Target>) {
        if !self.targets.contains::<Target>(target) {
            let mut new = Target::clone(target);
            self.share_text(&mut new.path);
            self.share_text(&mut new.anchor);
            *target = new.into();
        }
        share(&mut self.targets, target);
    }
}

fn share<T: Eq + Hash>(seen: &mut HashSet<Shared<T>>, value: &mut Shared<T>) {
    match seen.get::<T>(value) {
        Some(known) => *value = known.clone(),
        None => {
            seen.insert(value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_held_once_and_shown_as_themselves() {
        let mut seen = Seen::default();
        let target = |path: &str| Target { path: path.into(), anchor: "".into(), rooted: false };
        let mut texts: [SharedText; 3] = ["a \"b\"", "c", "a \"b\""].map(SharedText::from);
        let mut targets = ["a.html", "c.html", "a.html"].map(|path| Shared::from(target(path)));
        texts.iter_mut().for_each(|text| seen.share_text(text));
        targets.iter_mut().for_each(|target| seen.share_target(target));
        assert!(texts[0].is(&texts[2]) && !texts[0].is(&texts[1]));
        assert!(targets[1].anchor.is(&targets[0].anchor));
        assert!(targets[0].is(&targets[2]) && targets[0] != targets[1]);
        assert!(seen.text("c").is(&texts[1]));
        assert_eq!(
            format!("{:?} {:?}", texts[0], targets[0]),
            format!("{:?} {:?}", "a \"b\"", target("a.html"))
        );
        let stored = serde_json::to_string(&texts[0]).unwrap();
        assert_eq!(stored, serde_json::to_string("a \"b\"").unwrap());
        assert_eq!(serde_json::from_str::<SharedText>(&stored).unwrap(), texts[0]);
    }
}
