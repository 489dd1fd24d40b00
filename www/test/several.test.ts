/** Several indexes as one: what a search module is told of each, and which are left out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { several } from "../src/encoder/several.js";
import type { Fetch } from "../src/fetch/http.js";
import type { SiteData } from "../src/worker/wasm-modules.js";
import { FakeIndex } from "./fake-modules.js";
import { FakeHost, manifestText } from "./fake-host.js";

/** Notes what it is told. */
class Noting extends FakeIndex {
  first: SiteData | undefined;
  readonly added: SiteData[] = [];
  /** Names and codes. */
  readonly leftOut: string[] = [];

  setSite(site: SiteData): void {
    this.first = site;
  }

  addSite(_directory: Uint8Array, site: SiteData): void {
    this.added.push(site);
  }

  leaveOutSite(name: string, code: string): void {
    this.leftOut.push(`${name}: ${code}`);
  }
}

const PAGE = "https://docs.example/guide/page.html";

/** The manifest of an index, with some members. */
const manifest = (generation: string, members: object = {}) => manifestText({}, { generation, ...members });

/** A module for the indexes of `bases`, of which those in `manifests` can be fetched, by their folders. */
async function opened(
  bases: readonly (string | object)[],
  manifests: Readonly<Record<string, string>>,
  first = manifest("first"),
): Promise<Noting> {
  const fetch: Fetch = async (url) => {
    const text = manifests[url.replace(/docfuse\.json$/, "")];
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  };
  const asked = { sites: JSON.stringify([PAGE, bases]), manifest: { name: "docfuse.json", text: first } };
  const host = new FakeHost();
  const directory = new TextEncoder().encode(JSON.stringify(host.deploy("1")));
  return new (await several(Noting, asked, fetch))(directory) as Noting;
}

test("the first index has a name and a root whichever of the others can be opened", async () => {
  const bases = ["/guide/docfuse/", { url: "/api/docfuse/", name: "reference" }];
  const both = await opened(bases, { "https://docs.example/api/docfuse/": manifest("second") });
  assert.deepEqual(
    both.added.map(({ name }) => name),
    ["reference"],
  );
  const alone = await opened(bases, {});
  assert.deepEqual(alone.leftOut, ["reference: not-found"]);
  assert.deepEqual(alone.first, both.first);
  assert.deepEqual(alone.first, { name: "guide", root: "https://docs.example/guide/", version: undefined });
});

test("an index that is asked for twice is one, searched alone", async () => {
  const found = await opened(["/guide/docfuse/", "/guide/docfuse"], {});
  assert.deepEqual([found.first, found.added, found.leftOut], [undefined, [], []]);
});
