// An application as the README shows it; stores what it finds in a global for the test.
import { DocfuseError, open, type Answer, type Hit } from "docfuse";
import { AskError, Conversation, type AskPart } from "docfuse/ask";
import "docfuse/element";
import "docfuse/parts";

declare global {
  var found: { lexical: string[]; hybrid: string[]; degraded: Answer["degraded"] } | { error: string };
}

async function find(): Promise<typeof found> {
  const search = await open({ base: "/docfuse/" });
  const urls = (hits: readonly Hit[]) => hits.map(({ url }) => url);
  const lexical = await search.query("ownership", {
    mode: "lexical",
    limit: 5,
  });
  await search.whenReady();
  const stop = search.on("failed", ({ code, message }) => console.error(code, message));
  const hybrid = await search.query("how do I share data between threads", {
    limit: 5,
  });
  stop();
  const conversation = new Conversation();
  const answerer = () => Promise.resolve("A value has one owner [1].");
  const parts: AskPart["type"][] = [];
  for await (const { type } of search.ask("what is ownership", { answerer, conversation })) parts.push(type);
  if (parts.join() !== "sources,text,answer") throw new AskError("answerer", `found ${parts.join()}`);
  search.close();
  const box = document.querySelector("docfuse-search");
  if (box?.shadowRoot?.querySelector("input") == null) throw new Error("the search box is not there");
  if (!customElements.get("docfuse-results")) throw new Error("the parts are not there");
  return {
    lexical: urls(lexical.hits),
    hybrid: urls(hybrid.hits),
    degraded: hybrid.degraded,
  };
}

try {
  globalThis.found = await find();
} catch (error) {
  const code = error instanceof DocfuseError ? error.code : "other";
  globalThis.found = { error: `${code}: ${String(error)}` };
}
