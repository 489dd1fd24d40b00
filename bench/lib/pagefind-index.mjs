// Pagefind's index of a site's pages, and what its own script finds in it outside a browser.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pagefind } from "../adapters/pagefind.mjs";
import { treeHash } from "../sets/list.mjs";
import { runBuild } from "./build.mjs";
import { openPagefind } from "./pagefind-native.mjs";

/** Pages looked at for each query. */
export const DEPTH = 10;

/**
 * Builds the index of `pages` in `folder`, where `content` and `ignore` are selectors. Resolves to a function from texts to the
 * pages of each. Index and answers are kept there: neither changes with a build of Docfuse.
 */
export async function pagefindOf(pages, { content, ignore }, folder) {
  const engine = pagefind();
  const command = engine.build({ pages, content, ignore }, join(folder, "www"));
  const stamp = createHash("sha256")
    .update(JSON.stringify([engine.version, command, treeHash(pages)]))
    .digest("hex");
  const [made, kept] = [join(folder, "stamp"), join(folder, "answers.json")];
  if (!existsSync(made) || readFileSync(made, "utf8") !== stamp) {
    await runBuild(command, folder);
    writeFileSync(made, stamp);
  }
  const answers = new Map(existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : []);
  return async (texts) => {
    const search = await openPagefind(join(folder, "www", "pagefind"));
    for (const text of texts) if (!answers.has(text)) answers.set(text, await search(text, DEPTH));
    writeFileSync(kept, JSON.stringify([...answers]));
    return texts.map((text) => answers.get(text));
  };
}
