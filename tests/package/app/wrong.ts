// Uses that must not type-check; an unused @ts-expect-error is an error.
import { open, type Search } from "docfuse";

export async function wrong(search: Search): Promise<void> {
  // @ts-expect-error: `base` is required
  await open({});
  // @ts-expect-error: no such mode
  await search.query("text", { mode: "vague" });
  // @ts-expect-error: no such event
  search.on("reday", () => undefined);
  const { hits } = await search.query("text");
  // @ts-expect-error: a list may be empty
  hits[0].url;
}
