/** What a part has from its element. */

import type { Settings } from "../settings.js";
import type { TOOLS } from "../shell/part-element.js";
import type { PartKind } from "../shell/shell.js";

export interface Part {
  readonly host: HTMLElement;
  readonly kind: PartKind;
  readonly tools: typeof TOOLS;
  /** Around everything. */
  readonly root: HTMLElement;
  /** The attributes as they are now. */
  config(): Settings;
}

/** What a part shows. */
export interface Content {
  /** Says everything in the language of now, as the attributes want it. */
  rename(): void;
  /** Moves the focus to it; false if it takes none. */
  focus?(): boolean;
  end(): void;
}
