// Reads the sections and the numbers of the WebAssembly binary format.

/** Sections by their id in the binary format. */
export const CUSTOM = 0;
export const IMPORTS = 2;
export const CODE = 10;

/** Each section with its offset, the offset of its content, and the end of both. */
export function* sectionsOf(module) {
  for (let from = 8; from < module.length;) {
    const [length, start] = varint(module, from + 1);
    yield { id: module[from], from, start, end: start + length };
    from = start + length;
  }
}

/** The number at `at` (LEB128), and the offset after it. */
export function varint(module, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7, at++) {
    value |= (module[at] & 127) << shift;
    if (module[at] < 128) return [value >>> 0, at + 1];
  }
}
