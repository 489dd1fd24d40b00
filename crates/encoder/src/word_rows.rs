//! [`WordRows`]: the rows of an encoder's word table, all of them or those that have arrived.
//!
//! A query needs about ten rows of tens of thousands. A browser therefore loads the rows that a site uses most, and
//! others when a query needs them; the session says which ones it lacks. Rows are *records* of equal length: codes and
//! scales, as [`dequantize_row`] reads them.
//!
//! The ONNX file has the table in the layout of ONNX Runtime's `com.microsoft.GatherBlockQuantized` for codes in bytes
//! (uint8, 4 bits), with one f32 scale for each 32 columns. Where only its description is there, because its bytes lie
//! in another file, the caller brings the rows.

use half::f16;
use prost::Message;

use super::EmbedError;
use super::kernels::{BLOCK, dequantize_row, record_bytes};
use super::onnx::{Constants, EXTERNAL, TensorProto, element, sized};
use docfuse::format::Cursor;
use docfuse::limits::MAX_MODEL_BYTES;
use {super::onnx::ModelProto, docfuse::format::Writer};

/// The place of a row that is not there.
const ABSENT: u32 = u32::MAX;

/// Where the rows of an encoder come from.
#[derive(Clone, Debug)]
pub enum RowSource {
    /// The ONNX file has the table.
    Inside,
    /// The records of all rows, in the order of their ids.
    Records(Vec<u8>),
    /// Some rows, as [`first_rows`] writes them. Others are supplied later.
    First(Vec<u8>),
}

/// The rows of a word table.
pub(super) struct WordRows {
    width: usize,
    /// Rows of the table; ids are smaller.
    count: usize,
    /// The place of each row in `records`; none if all rows are there, in order.
    places: Option<Vec<u32>>,
    records: Vec<u8>,
}

impl WordRows {
    /// Takes the table out of the constants of a graph.
    ///
    /// # Errors
    /// There is none, it has another form than the import writes, or the rows do not fit it.
    pub fn take(constants: &mut Constants, source: RowSource) -> Result<Self, EmbedError> {
        let (codes, scales) = (constants.take("words.codes")?, constants.take("words.scales")?);
        Self::of_table(codes, scales, source)
    }

    fn of_table(codes: TensorProto, scales: TensorProto, source: RowSource) -> Result<Self, EmbedError> {
        let [count, bytes] = shape(&codes)?;
        let width = bytes.checked_mul(2).filter(|width| *width > 0);
        let width = width.ok_or_else(|| unreadable(format!("{}: rows expected", codes.name)))?;
        let blocks = width.div_ceil(BLOCK);
        let is_outside = codes.data_location == EXTERNAL && scales.data_location == EXTERNAL;
        let expected = [count, blocks];
        let found = shape(&scales)?;
        if found != expected {
            return Err(unreadable(format!("scales {expected:?} expected, found {found:?}")));
        }
        let record = record_bytes(width);
        if count.saturating_mul(record) as u64 > MAX_MODEL_BYTES {
            return Err(wrong(
                "rows",
                format!("at most {MAX_MODEL_BYTES} bytes"),
                format!("{count} of {record}"),
            ));
        }
        match source {
            RowSource::Inside if !is_outside => {
                let (codes, scales) = (sized(codes, element::UINT8, 1)?, sized(scales, element::FLOAT, 4)?);
                let mut records = Vec::with_capacity(count.saturating_mul(record));
                let scales = scales.as_chunks::<4>().0.chunks_exact(blocks);
                for (codes, scales) in codes.chunks_exact(bytes).zip(scales) {
                    records.extend_from_slice(codes);
                    let halves = scales.iter().map(|scale| f16::from_f32(f32::from_le_bytes(*scale)));
                    records.extend(halves.flat_map(f16::to_le_bytes));
                }
                Ok(Self { width, count, places: None, records })
            }
            RowSource::Inside => Err(wrong("rows beside the ONNX file", "records", "none")),
            RowSource::Records(records) => {
                let expected = count.saturating_mul(record);
                if records.len() != expected {
                    return Err(wrong("bytes of all rows", expected, records.len()));
                }
                Ok(Self { width, count, places: None, records })
            }
            RowSource::First(first) => Self::of_first(width, count, &first),
        }
    }

    /// Reads what [`first_rows`] wrote.
    fn of_first(width: usize, count: usize, first: &[u8]) -> Result<Self, EmbedError> {
        let unreadable = |error: docfuse::format::FormatError| EmbedError::Rows {
            what: "first rows",
            expected: "ids and records".into(),
            found: error.to_string(),
        };
        let mut cursor = Cursor::new(first);
        let rows = cursor.varint("rows").map_err(unreadable)? as usize;
        if rows > count.min(cursor.remaining()) {
            return Err(wrong("number of first rows", format!("at most {count}"), rows));
        }
        let mut places = vec![ABSENT; count];
        let mut id = 0;
        for place in 0..rows as u32 {
            id += cursor.varint("id").map_err(unreadable)? as usize;
            match places.get_mut(id) {
                Some(free) if *free == ABSENT => *free = place,
                _ => return Err(wrong("ids of first rows", format!("rising ids below {count}"), id)),
            }
        }
        let expected = rows * record_bytes(width);
        if cursor.remaining() != expected {
            return Err(wrong("bytes of first rows", expected, cursor.remaining()));
        }
        let records = cursor.take("records", expected).map_err(unreadable)?.to_vec();
        Ok(Self { width, count, places: Some(places), records })
    }

    /// All records in the order of their rows, unless rows are missing.
    pub fn records(&self) -> &[u8] {
        &self.records
    }

    /// Rows of the table; ids must be smaller.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Values of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Those of `ids` whose rows are not there, rising.
    pub fn missing(&self, ids: &[u32]) -> Vec<u32> {
        let mut missing: Vec<u32> = ids
            .iter()
            .copied()
            .filter(|&id| (id as usize) < self.count && self.record(id).is_none())
            .collect();
        missing.sort_unstable();
        missing.dedup();
        missing
    }

    /// Adds a row.
    ///
    /// # Errors
    /// No row has this id, or the record has another length.
    pub fn supply(&mut self, id: u32, record: &[u8]) -> Result<(), EmbedError> {
        let expected = record_bytes(self.width);
        if record.len() != expected {
            return Err(wrong("bytes of a row", expected, record.len()));
        }
        if id as usize >= self.count {
            return Err(wrong("id of a row", format!("one below {}", self.count), id));
        }
        if self.record(id).is_some() {
            return Ok(());
        }
        if let Some(places) = &mut self.places {
            places[id as usize] = (self.records.len() / expected) as u32;
            self.records.extend_from_slice(record);
        }
        Ok(())
    }

    fn record(&self, id: u32) -> Option<&[u8]> {
        let place = match &self.places {
            None => id as usize,
            Some(places) => *places.get(id as usize).filter(|place| **place != ABSENT)? as usize,
        };
        let length = record_bytes(self.width);
        self.records.get(place.checked_mul(length)?..)?.get(..length)
    }

    /// The rows of `ids`, `[ids, width]`.
    ///
    /// # Errors
    /// An id beyond the table, or rows that are not there.
    pub fn rows(&self, ids: &[u32]) -> Result<Vec<f32>, EmbedError> {
        if let Some(&id) = ids.iter().find(|&&id| id as usize >= self.count) {
            return Err(EmbedError::Vocabulary { rows: self.count, found: id as usize });
        }
        let mut rows = vec![0.0; ids.len() * self.width];
        for (&id, row) in ids.iter().zip(rows.chunks_exact_mut(self.width)) {
            match self.record(id) {
                Some(record) => dequantize_row(record, row),
                None => return Err(wrong("rows of the query's word pieces", "all", self.missing(ids).len())),
            }
        }
        Ok(rows)
    }
}

/// The rows `ids` (rising) as one file: their number, the distance of each id from the one before, and their records.
pub fn first_rows(records: &[u8], record_bytes: usize, ids: &[u32]) -> Vec<u8> {
    let rows: Vec<(u32, &[u8])> = ids
        .iter()
        .filter_map(|&id| Some((id, records.get(id as usize * record_bytes..)?.get(..record_bytes)?)))
        .collect();
    let mut writer = Writer::new();
    writer.varint(rows.len() as u32);
    let mut before = 0;
    for (id, _) in &rows {
        writer.varint(id - before);
        before = *id;
    }
    rows.iter().for_each(|(_, record)| writer.bytes(record));
    writer.finish()
}

/// The records of all rows of an encoder's word table, in order.
///
/// # Errors
/// The file is no ONNX file of the import, or has no table.
pub fn word_records(onnx: &[u8]) -> Result<Vec<u8>, EmbedError> {
    let proto = ModelProto::decode(onnx).map_err(|error| unreadable(error.to_string()))?;
    let mut constants = Constants::new(proto.graph.unwrap_or_default().initializer);
    Ok(WordRows::take(&mut constants, RowSource::Inside)?.records)
}

fn shape(tensor: &TensorProto) -> Result<[usize; 2], EmbedError> {
    let dims: Option<Vec<usize>> = tensor.dims.iter().map(|&dim| usize::try_from(dim).ok()).collect();
    dims.and_then(|dims| <[usize; 2]>::try_from(dims).ok())
        .ok_or_else(|| unreadable(format!("{}: dimensions expected, found {:?}", tensor.name, tensor.dims)))
}

fn unreadable(reason: String) -> EmbedError {
    EmbedError::Model { reason }
}

fn wrong(what: &'static str, expected: impl ToString, found: impl ToString) -> EmbedError {
    EmbedError::Rows { what, expected: expected.to_string(), found: found.to_string() }
}
