/** The answerer that was chosen, with its module loaded. */

import { OLLAMA_URL, type Answerer, type AnswererChoice } from "./answerer.js";
import { ofAuthor } from "./answerers/of-author.js";
import { AskError } from "./errors.js";
import { loadBrowserModel, loadChat } from "./load-answerers.js";

export async function chosen(choice: AnswererChoice): Promise<Answerer> {
  if (choice === "browser") return (await loaded(loadBrowserModel())).answerer();
  if (typeof choice === "function") return ofAuthor(choice);
  const { ollama, url, quota } = (choice ?? {}) as { ollama?: unknown; url?: unknown; quota?: number };
  const { answerer } = await loaded(loadChat());
  if (typeof ollama === "string") return answerer({ url: OLLAMA_URL, model: ollama, quota });
  if (URL.canParse(String(url ?? ""), globalThis.document?.baseURI) && url !== undefined)
    return answerer(choice as never);
  throw new AskError(
    "request",
    `"browser", a function, { url } or { ollama } expected in \`answerer\`, ${JSON.stringify(choice)} found`,
  );
}

function loaded<T>(script: Promise<T>): Promise<T> {
  return script.catch((cause: unknown) => {
    throw new AskError("network", `the script of the answerer expected, not loaded: ${String(cause)}`, {
      cause,
    });
  });
}
