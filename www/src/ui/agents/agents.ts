/**
 * Entry of `docfuse-agents.js`: offers the search of a page to the agents of the reader's browser, as tools (WebMCP). The
 * tools are there once, while a box is in the page.
 */

import type { Searching } from "../shell/shell.js";
import { Calls } from "./calls.js";
import type { ModelContext } from "./model-context.js";
import { toolsOver } from "./tools.js";

/** The boxes in the page; the first one answers. */
const boxes: Searching[] = [];

/** Takes the tools away again. */
let offered = new AbortController();

/** Offers the search of `host`, until `signal` aborts. */
export function offer(host: Searching, signal: AbortSignal): void {
  const context = document.modelContext ?? navigator.modelContext;
  if (!context || signal.aborted) return; // it has left meanwhile
  boxes.push(host);
  signal.addEventListener("abort", () => {
    boxes.splice(boxes.indexOf(host), 1);
    if (!boxes.length) offered.abort();
  });
  if (boxes.length > 1) return;
  offered = new AbortController();
  register(context, offered.signal);
}

function register(context: ModelContext, signal: AbortSignal): void {
  for (const tool of toolsOver(new Calls(() => boxes[0] as Searching))) {
    const registered = (async () => context.registerTool(tool, { signal }))();
    // Such as a tool of the page itself that has this name.
    registered.catch((error: unknown) => signal.aborted || console.warn(error));
    signal.addEventListener("abort", () => {
      try {
        context.unregisterTool?.(tool.name);
      } catch {
        // The signal has done it.
      }
    });
  }
}
