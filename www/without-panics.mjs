// Takes out of a module what Rust says when it panics:
//   node without-panics.mjs MODULE OUT
//
// In a browser a panic is a trap, and nobody sees the message or the place in the source that come with it. Functions
// that only make and tell these become traps themselves, of which wasm-opt leaves an instruction, and the places become
// zeros, which compress to nothing: 3 % of what every reader loads. MODULE must still have its functions' names.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import binaryen from "binaryen";
import { DATA, sectionsOf, varint } from "./wasm-sections.mjs";

/** Functions of Rust's libraries that never return, and what only these call; without the hashes in their names. */
const PANICS = [
  /^core::panicking::/,
  // Not all of it: `catch_unwind` runs what may panic.
  /^<?std::panicking::(begin_panic|panic_count::increase|panic_handler|panic_with_hook|resume_unwind|rust_panic)/,
  /^core::(slice|str|option|result)\b.*::\w+_fail(ed)?$/,
  /^core::cell::panic_already_\w+$/,
  /^alloc::raw_vec::(capacity_overflow|handle_error)$/,
  /^alloc::alloc::handle_alloc_error$/,
  /^<alloc::(vec::Vec|string::String|collections)\b.*::assert_failed$/,
  /^std::sys::backtrace::__rust_end_short_backtrace::/,
  /^__rustc::(rust_panic|__rust_start_panic|__rust_abort)$/,
];

/** The one that all others come to. */
const LAST = "core::panicking::panic_fmt";

/** A place in memory: address and length of the file's name, line and column, each of four bytes. */
const PLACE_BYTES = 16;
const I32_CONST = 0x41;
const MAX_NAME_BYTES = 255;
const MAX_LINE = 1e6;
const MAX_COLUMN = 1e4;

const { positionals } = parseArgs({ allowPositionals: true });
if (positionals.length !== 2) throw new Error("usage: node without-panics.mjs MODULE OUT");
const [input, output] = positionals;
const module = binaryen.readBinary(readFileSync(input));
if (!trapPanics().includes(LAST)) fail(`no function ${LAST}; does it have names?`);
const bytes = Buffer.from(module.emitBinary());
blankPlaces();
writeFileSync(output, bytes);

function trapPanics() {
  const found = [];
  for (let i = 0; i < module.getNumFunctions(); i += 1) {
    const reference = module.getFunctionByIndex(i);
    const { name, module: imported } = binaryen.getFunctionInfo(reference);
    const plain = name.replace(/\[[0-9a-f]+\]|::h[0-9a-f]{16}$/g, "");
    if (imported !== "" || !PANICS.some((pattern) => pattern.test(plain))) continue;
    binaryen.Function.setBody(reference, module.unreachable());
    found.push(plain);
  }
  return found;
}

/** Zeros in place of all places, and of the names of files that they name. */
function blankPlaces() {
  const segments = dataSegments();
  const blank = [];
  for (const { address, content } of segments) {
    for (let at = -address & 3; at + PLACE_BYTES <= content.length; at += 4) {
      const [start, length, line, column] = [0, 4, 8, 12].map((offset) => content.readUInt32LE(at + offset));
      if (length > MAX_NAME_BYTES || line < 1 || line > MAX_LINE || column < 1 || column > MAX_COLUMN)
        continue;
      const name = segments.find(
        (each) => start >= each.address && start + length <= each.address + each.content.length,
      );
      const text = name?.content.subarray(start - name.address, start - name.address + length);
      if (text && /^[\x21-\x7e]+\.rs$/.test(text.toString("latin1")))
        blank.push(text, content.subarray(at, at + PLACE_BYTES));
    }
  }
  // Not before all were found: places share their files' names.
  for (const each of blank) each.fill(0);
}

/** What the module puts into memory, and where; views of `bytes`. */
function dataSegments() {
  const { start } = [...sectionsOf(bytes)].find(({ id }) => id === DATA) ?? fail("no data");
  let [count, at] = varint(bytes, start);
  const segments = [];
  for (; count > 0; count -= 1) {
    // Active, in the first memory, from a constant on; rustc writes no others.
    if (bytes[at] !== 0 || bytes[at + 1] !== I32_CONST) fail("data that is not at a constant address");
    const [address, end] = varint(bytes, at + 2);
    const [length, from] = varint(bytes, end + 1);
    at = from + length;
    segments.push({ address, content: bytes.subarray(from, at) });
  }
  return segments;
}

function fail(what) {
  throw new Error(`${input}: ${what}`);
}
