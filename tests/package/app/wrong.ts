// Uses that must not type-check: the compiler complains when one of them does.
import { open, type Search } from "docfuse";

export async function wrong(search: Search): Promise<void> {
  // @ts-expect-error: an index has a place
  await open({});
  // @ts-expect-error: no such mode
  await search.query("text", { mode: "vague" });
  // @ts-expect-error: no such event
  search.on("reday", () => undefined);
  const { hits } = await search.query("text");
  // @ts-expect-error: a list may be empty
  hits[0].url;
}
