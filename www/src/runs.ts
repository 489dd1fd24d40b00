/** Pieces that are needed together, by what a request can bring: those of a file, and of these the neighbours. */

import type { Piece } from "./protocol.js";

/** Pieces that lie next to each other: bytes `[start, end)` of a file of `size` bytes. */
export interface Run {
  readonly file: string;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** In the order of the file, without gaps. */
  readonly pieces: readonly Piece[];
}

/** The pieces of each file. */
export function byFile(pieces: readonly Piece[]): Piece[][] {
  const files = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const others = files.get(piece.file);
    if (others) others.push(piece);
    else files.set(piece.file, [piece]);
  }
  return [...files.values()];
}

/** The fewest runs that hold all of `pieces`, which are of one file and may come in any order. */
export function runsOf(pieces: readonly Piece[]): Run[] {
  const runs: { file: string; size: number; start: number; end: number; pieces: Piece[] }[] = [];
  for (const piece of [...pieces].sort((a, b) => a.start - b.start)) {
    const run = runs.at(-1);
    if (run?.pieces.at(-1)?.start === piece.start) {
      run.pieces.push(piece); // blocks with the same content share their bytes
    } else if (run?.end === piece.start) {
      run.pieces.push(piece);
      run.end = piece.end;
    } else {
      const { file, size, start, end } = piece;
      runs.push({ file, size, start, end, pieces: [piece] });
    }
  }
  return runs;
}
