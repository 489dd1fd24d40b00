// The byte ranges of a `Range` header (RFC 9110, section 14).

/**
 * What a request for parts of `size` bytes asks for: a list of `{ start, end }` (end exclusive) of the ranges that can
 * be had, empty where all begin behind the end, `undefined` where the whole is to be sent: no header, another unit, or
 * a header that can't be read.
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
