/** Several indexes as one: what a search module is told of each, and which are left out. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { several } from "../src/encoder/several.js";
import { readModel } from "../src/encoder/model-ref.js";
import type { Fetch } from "../src/fetch/http.js";
import type { Json } from "../src/fetch/manifest.js";
import type { SearchIndexHandle, SiteData } from "../src/worker/wasm-modules.js";
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
    if (site.name === "refused") throw { code: "unavailable", message: "pages in another language" };
    this.added.push(site);
  }

  leaveOutSite(name: string, code: string): void {
    this.leftOut.push(`${name}: ${code}`);
  }
}

type Opened = Noting & SearchIndexHandle;

const PAGE = "https://docs.example/guide/page.html";

/** The manifest of an index, with some members. */
const manifest = (generation: string, members: object = {}) => manifestText({}, { generation, ...members });

/** A module for the indexes of `bases`, of which those in `manifests` can be fetched, by their folders. */
async function opened(
  bases: readonly (string | object)[],
  manifests: Readonly<Record<string, string>>,
  model?: Json,
): Promise<Opened> {
  const fetch: Fetch = async (url) => {
    const text = manifests[url.replace(/docfuse\.json$/, "")];
    return text === undefined ? new Response("", { status: 404 }) : new Response(text);
  };
  const text = manifest("first", { model });
  const asked = { sites: JSON.stringify([PAGE, bases]), manifest: { name: "docfuse.json", text } };
  const directory = new TextEncoder().encode(JSON.stringify(new FakeHost().deploy("1")));
  return new (await several(Noting, asked, fetch))(directory, model) as Opened;
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

/** What a manifest says of an encoder. */
const encoder = (name: string): Json => ({ ...new FakeHost().deploy("1").model, info: { name } });

test("the encoder is that of the first index that names one, out of its folder", async () => {
  const folder = (name: string) => `https://docs.example/${name}/docfuse/`;
  const bases = ["guide", "plain", "api", "blog", "other"].map(folder);
  const manifests = {
    [folder("plain")]: manifest("plain"),
    [folder("api")]: manifest("api", { model: encoder("a") }),
    [folder("blog")]: manifest("blog", { model: encoder("a") }),
    [folder("other")]: manifest("other", { model: encoder("b") }),
  };
  const found = await opened(bases, manifests);
  assert.deepEqual(found.model?.["info"], { name: "a" });
  assert.equal(readModel(found.model ?? {}).folder, folder("api"));
  const refused = found.added.filter(({ otherEncoder }) => otherEncoder).map(({ name }) => name);
  assert.deepEqual(refused, ["other"]);

  const own = await opened(bases, manifests, encoder("b"));
  assert.equal(readModel(own.model ?? {}).folder, "", "its own, if the first index names one");
  const others = own.added.filter(({ otherEncoder }) => otherEncoder).map(({ name }) => name);
  assert.deepEqual(others, ["api", "blog"]);
});

test("an index that is left out names no encoder", async () => {
  const bases = ["/guide/docfuse/", { url: "/german/docfuse/", name: "refused" }];
  const text = manifest("german", { model: encoder("a") });
  const found = await opened(bases, { "https://docs.example/german/docfuse/": text });
  assert.deepEqual([found.model, found.leftOut], [undefined, ["refused: unavailable"]]);
});

test("names are unlike each other whatever the order", async () => {
  const guide = "/guide/docfuse/";
  const folder = (path: string) => `https://docs.example${path}`;
  const names = async (...bases: readonly (string | object)[]) => {
    const { first, leftOut } = await opened(bases, {});
    return [first?.name, ...leftOut.map((text) => text.replace(/: not-found$/, ""))];
  };
  assert.deepEqual(await names(guide, "/api/docfuse/"), ["guide", "api"]);
  const three = ["/guide/one/", "/guide/two/", "/guide/three/"];
  assert.deepEqual(await names(...three), three.map(folder));
  assert.deepEqual(await names(guide, { url: "/x/docfuse/", name: "guide" }, "/y/docfuse/"), [
    folder(guide),
    folder("/x/docfuse/"),
    "y",
  ]);
  const posing = { url: "/x/docfuse/", name: folder("/guide/two/") };
  assert.deepEqual(await names(posing, ...three), [folder("/x/docfuse/"), ...three.map(folder)]);
  assert.deepEqual(await names({ url: guide, name: "" }, { url: "/x/docfuse/", version: "2" }), [
    "guide",
    "2",
  ]);
});
