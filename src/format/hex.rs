//! Bytes in hexadecimal, as names of files have them.

/// Bytes in lower-case hexadecimal.
pub fn to_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
    let mut hex = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        hex.push(digit(byte >> 4));
        hex.push(digit(byte & 15));
    }
    hex
}
