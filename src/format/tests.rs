//! Numbers and headers are read back; other bytes are refused.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn varints_are_read_back(values in prop::collection::vec(any::<u32>(), 0..64)) {
        let mut writer = Writer::new();
        values.iter().for_each(|value| writer.varint(*value));
        let bytes = writer.finish();
        let mut cursor = Cursor::new(&bytes);
        for value in values {
            prop_assert_eq!(cursor.varint("value"), Ok(value));
        }
        prop_assert_eq!(cursor.end("values"), Ok(()));
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read_header(&bytes, FileKind::Links, Generation::default());
        let mut cursor = Cursor::new(&bytes);
        while cursor.varint("value").is_ok() {}
        let _ = cursor.string("text");
        let _ = cursor.f32("number");
    }
}

#[test]
fn an_overlong_varint_is_refused() {
    for bytes in [&[0xff, 0xff, 0xff, 0xff, 0x1f][..], &[0x80, 0x80, 0x80, 0x80, 0x80, 0x01]] {
        assert!(matches!(Cursor::new(bytes).varint("value"), Err(FormatError::OutOfRange { .. })));
    }
}

#[test]
fn header_errors_name_what_is_wrong() {
    let generation = Generation([7; 8]);
    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Dense, generation);
    let good = writer.finish();
    assert_eq!(good.len(), HEADER_BYTES);
    let read = |bytes: &[u8]| read_header(bytes, FileKind::Dense, generation).map(|_| ());
    assert_eq!(read(&good), Ok(()));
    let broken = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        read(&bytes)
    };
    assert!(matches!(broken(0, b'X'), Err(FormatError::Magic { .. })));
    assert!(matches!(broken(4, 9), Err(FormatError::Kind { expected: 3, found: 9 })));
    assert!(matches!(broken(5, 11), Err(FormatError::Version { expected: VERSION, found: 11 })));
    assert!(matches!(broken(8, 9), Err(FormatError::Generation { .. })));
    assert!(matches!(read(&good[..11]), Err(FormatError::Truncated { .. })));
}
