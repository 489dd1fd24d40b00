//! Ruby: characters with their reading beside them ([`Ruby`]). The characters stay together, as they are searched, and the
//! readings follow them.

use ego_tree::NodeId;

/// An open `ruby` element.
pub(super) struct Ruby {
    node: NodeId,
    /// The reading that is open.
    reading: Option<NodeId>,
    readings: String,
}

impl Ruby {
    pub(super) fn new(node: NodeId) -> Self {
        Ruby { node, reading: None, readings: String::new() }
    }

    pub(super) fn is(&self, node: NodeId) -> bool {
        self.node == node
    }

    /// A reading (`rt`), or a list of them (`rtc`), opens.
    pub(super) fn open_reading(&mut self, node: NodeId) {
        self.reading.get_or_insert(node);
    }

    pub(super) fn close(&mut self, node: NodeId) {
        self.reading.take_if(|open| *open == node);
    }

    /// Keeps a text if it is of a reading. Returns whether it did.
    pub(super) fn take(&mut self, text: &str) -> bool {
        if self.reading.is_some() {
            self.readings.push_str(text);
        }
        self.reading.is_some()
    }

    /// All readings.
    pub(super) fn into_readings(self) -> String {
        self.readings
    }
}
