// The byte range of a `Range` header (RFC 9110, section 14).

/**
 * The range that a request asks for of a file of `size` bytes: `{ start, end }` (end exclusive), or "unsatisfiable";
 * `undefined` if the whole file is to be sent: no header, another unit, several ranges, an invalid header.
 */
export function parseRange(header, size) {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? "").trim());
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  if (match[1] === "") {
    // `-n` asks for the last n bytes.
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(match[1]);
  const last = match[2] === "" ? size - 1 : Number(match[2]);
  if (match[2] !== "" && last < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end: Math.min(last + 1, size) };
}
