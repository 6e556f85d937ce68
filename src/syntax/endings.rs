//! What stands behind `end`: the name of what ends there, or nothing.

use super::ast::Name;
use super::reader::Reader;
use super::tree::Node;

impl Reader<'_> {
    /// Complains where what ends has another name than what began.
    pub(super) fn ended(&mut self, node: Node<'_>, name: &[&Name]) {
        let children = node.children();
        let Some(end) = children.last_position(&["end"]) else {
            return;
        };
        let words = children.from(end + 1).iter();
        let words: Vec<Node<'_>> = words
            .filter(|word| !matches!(word.kind(), "loop" | ";"))
            .collect();
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return;
        };
        let parts = name.iter().map(|part| part.text.as_str());
        let name = parts.collect::<Vec<&str>>().join(".");
        let given: String = self
            .source(first.start(), last.end())
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .collect();
        if given.to_lowercase() != name.to_lowercase() {
            let (message, help) = if name.is_empty() {
                let message = format!("`{given}` ends here, but what began has no name");
                (message, "leave the name out".to_owned())
            } else {
                let message = format!("`{given}` ends here, but `{name}` began");
                (message, format!("write `{name}`, or leave the name out"))
            };
            self.reject(*first, &message, &help);
        }
    }
}
