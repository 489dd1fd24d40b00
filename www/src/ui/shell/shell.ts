/** What the shell and the user interface, which is loaded later, know of each other. */

import type { Search } from "../../client/search.js";
import type { Choices, Place, Seen } from "../search-source.js";
import type { Config } from "./config.js";
import type { TOOLS } from "./part-element.js";
import type { Connection } from "./connection.js";
import type { Frame } from "./frame.js";
import type { land } from "./land.js";

/** How long an element may be out of the document before its search ends: frameworks move elements. */
export const MOVED_MS = 1000;

/** The shell of an element. */
export interface Shell {
  readonly host: Returning;
  readonly root: ShadowRoot;
  readonly frame: Frame;
  readonly connection: Connection;
  /** The attributes as they are now. */
  config(): Config;
  /** Shows a chosen hit, if that is in this page. */
  readonly land: typeof land;
  /** Adds a style sheet. */
  adopt(style: string): void;
  /** Names the frame in another language, with the word for searching. */
  rename(search: string): void;
}

/** The user interface of an element. */
export interface BoxInterface {
  /** Reads the attributes again. */
  configure(): void;
  /** The index was closed: nothing of it is shown any more. */
  reset(): void;
  /** The element left the document, where nothing can be open. */
  close(): void;
  /** The element gets another form: nothing of this one is used any more. */
  end(): void;
}

/** What a part shows. */
export type PartKind = "input" | "results" | "filters" | "summary";

/** The user interface of a part. */
export interface PartInterface {
  /** The element is in the document again. */
  connected(): void;
  disconnected(): void;
  /** Reads the attributes again. */
  configure(): void;
  /** Another index is searched from now on. */
  reset(): void;
}

/** What `docfuse-parts.js` exports. */
export interface Parts {
  attachPart(host: HTMLElement, kind: PartKind, tools: typeof TOOLS): PartInterface;
}

/** What `docfuse-landing.js` exports. */
export interface LandingScript {
  show(hasLoaded: boolean): void;
}

/** An element whose search can come back. */
export interface Returning extends HTMLElement {
  /** What the reader chose in the search that comes back, and saw of it, until the user interface takes it. */
  returned?: readonly [Choices, Place, Seen | undefined] | undefined;
  show(query?: string): void;
}

/** What `docfuse-return.js` exports. */
export interface ReturnScript {
  bringBack(host: Returning, asked: string | null): void;
}

/** An element whose index can be opened. */
export interface Searching extends HTMLElement {
  open(): Promise<Search>;
}

/** What `docfuse-agents.js` exports. */
export interface AgentsScript {
  offer(host: Searching, signal: AbortSignal): void;
}

/** What `docfuse-ui.js` exports. */
export interface UserInterface {
  /** Resolves when the sentences of the page's language are there. Never rejects. */
  attachBox(shell: Shell): Promise<BoxInterface>;
}
