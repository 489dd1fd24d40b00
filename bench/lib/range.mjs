// The byte ranges of a `Range` header (RFC 9110, section 14).

/**
 * The ranges that a request asks for of a file of `size` bytes: `{ start, end }` (end exclusive) of each satisfiable
 * range; empty if none is; `undefined` if the whole file is to be sent: no header, another unit, an invalid header.
 */
export function parseRanges(header, size) {
  const [, list] = /^bytes=(.*)$/.exec((header ?? "").trim()) ?? [];
  const ranges = list?.split(",").map((text) => parseRange(text.trim(), size));
  return ranges?.includes(undefined) ? undefined : ranges?.filter((range) => range !== "unsatisfiable");
}

function parseRange(text, size) {
  const match = /^(\d*)-(\d*)$/.exec(text);
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
