/** What is loaded behind an answer: the full module, and what further queries need. */

import { errorData } from "../shared/error.js";
import type { ErrorData } from "../shared/protocol.js";
import type { Opened } from "./session-state.js";

/** Loads the full module; why not, if that fails. */
export async function loadFullSearch({ encoder }: Opened): Promise<ErrorData | undefined> {
  try {
    await encoder.loadSearch();
    return undefined;
  } catch (error) {
    return errorData(error);
  }
}

/** Fetches, behind an answer by vectors, all those of a small site, and what every query needs: further ones wait for less. */
export function prefetch(opened: Opened): void {
  const { index } = opened;
  for (const mode of ["lexical", "dense"] as const)
    void index.obtain(index.missing(mode), () => index === opened.index);
}
