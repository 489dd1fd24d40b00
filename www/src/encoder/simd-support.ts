/**
 * Detects whether the browser compiles SIMD instructions, by validating a module whose only function uses one. There is
 * no other way to detect them, and one unknown instruction invalidates a whole module.
 */

/** A module with one function `() -> v128`: `i32.const 0`, `i8x16.splat` (SIMD of WebAssembly 2.0). */
const MODULE = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: one, () -> v128
  ...[3, 2, 1, 0], // functions: one, of type 0
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b], // code: one body without locals
);

export function supportsSimd(): boolean {
  return WebAssembly.validate(MODULE);
}
