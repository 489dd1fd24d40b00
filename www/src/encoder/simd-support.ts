/**
 * Detects which SIMD instructions the browser compiles, by validating a module whose only function uses one. There is
 * no other way to detect them, and one unknown instruction invalidates a whole module.
 */

/** A module with one function `() -> v128`; `body` is its code without the final `end`. */
function moduleWith(...body: number[]): Uint8Array<ArrayBuffer> {
  // Sizes below 128 are one byte (LEB128).
  const code = [0, ...body, 0x0b]; // no locals; …; end
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: one, () -> v128
    ...[3, 2, 1, 0], // functions: one, of type 0
    ...[10, code.length + 2, 1, code.length, ...code], // code: one body
  );
}

/** `i32.const 0`, `i8x16.splat`: SIMD of WebAssembly 2.0. */
const SPLAT = [0x41, 0, 0xfd, 0x0f];

/** `i32x4.relaxed_dot_i8x16_i7x16_add_s` (0xfd 0x113): the instruction that the relaxed build exists for. */
const RELAXED_DOT = [0xfd, 0x93, 0x02];

export function supportsSimd(): boolean {
  return WebAssembly.validate(moduleWith(...SPLAT));
}

export function supportsRelaxedSimd(): boolean {
  return WebAssembly.validate(moduleWith(...SPLAT, ...SPLAT, ...SPLAT, ...RELAXED_DOT));
}
