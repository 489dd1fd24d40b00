/**
 * Which SIMD instructions this browser compiles, found by showing it a module of one function that uses one. There is
 * no other way to ask, and a module with a single unknown instruction is refused as a whole.
 */

/** A module whose one function `() -> v128` has this body, without its end. */
function moduleWith(...body: number[]): Uint8Array<ArrayBuffer> {
  // Sizes below 128 are one byte (LEB128).
  const code = [0, ...body, 0x0b]; // no locals; …; end
  return Uint8Array.of(
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: one, a function without parameters, with one result, a v128
    ...[3, 2, 1, 0], // functions: one, of type 0
    ...[10, code.length + 2, 1, code.length, ...code], // code: one body
  );
}

/** `i32.const 0`, `i8x16.splat`: part of the SIMD of WebAssembly 2.0. */
const SPLAT = [0x41, 0, 0xfd, 0x0f];

/** `i32x4.relaxed_dot_i8x16_i7x16_add_s` (0xfd 0x113): the instruction for which the relaxed build is made. */
const RELAXED_DOT = [0xfd, 0x93, 0x02];

export function supportsSimd(): boolean {
  return WebAssembly.validate(moduleWith(...SPLAT));
}

export function supportsRelaxedSimd(): boolean {
  return WebAssembly.validate(moduleWith(...SPLAT, ...SPLAT, ...SPLAT, ...RELAXED_DOT));
}
