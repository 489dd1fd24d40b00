//! Vectors of fewer dimensions, where readers get no encoder.

use super::embedding::Embedded;
use crate::config::Config;
use docfuse::dense::Projection;
use docfuse::model::ModelInfo;

/// The vectors of a language in fewer dimensions, and how they came to have them.
pub struct Reduced {
    pub vectors: Vec<f32>,
    pub dimensions: usize,
    pub projection: Projection,
}

impl Reduced {
    /// `None` if the settings ask for as many dimensions as the vectors have, or for none.
    pub fn of(embedded: &Embedded, encoder: &ModelInfo, config: &Config) -> Option<Self> {
        let dimensions = config.dimensions.filter(|dimensions| *dimensions < encoder.dimensions)?;
        let projection = Projection::fit(&embedded.vectors, encoder.dimensions, dimensions);
        Some(Reduced { vectors: projection.apply(&embedded.vectors), dimensions, projection })
    }
}
