// `openIndex` of `docfuse/node` as the package has it: in a folder and on a host, without a browser and without the command.
//
// DOCFUSE_PKG: the package's folder. DOCFUSE_DEMO_SITE: the Rust Book with its index in docfuse/. Deno and Bun are asked too
// where DOCFUSE_DENO and DOCFUSE_BUN name them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { required } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { PATIENCE_MS } from "../browser/still.mjs";

const packing = fileURLToPath(new URL("../../packaging/npm.mjs", import.meta.url));
const QUERY = "how do I share data between threads";

let app, site, openIndex, DocfuseError;

before(async () => {
  site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
  app = mkdtempSync(join(tmpdir(), "docfuse-open-index-"));
  execFileSync(process.execPath, [packing, "main", required("DOCFUSE_PKG", "the built npm package"), app]);
  const [tarball] = readdirSync(app);
  const place = join(app, "node_modules/docfuse");
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", join(app, tarball), "--strip-components=1", "-C", place]);
  writeFileSync(join(app, "package.json"), '{"type":"module","dependencies":{"docfuse":"*"}}');
  ({ openIndex } = await import(pathToFileURL(join(place, "node/index.js"))));
  ({ DocfuseError } = await import(pathToFileURL(join(place, "index.js"))));
});

after(() => rmSync(app, { recursive: true, force: true }));

test("a folder and a host give the same hits, of words and of vectors", async () => {
  const server = await serve(site);
  const found = [];
  try {
    for (const [base, root] of [
      [join(site, "docfuse"), pathToFileURL(`${site}/`).href],
      [`${server.url}docfuse/`, server.url],
    ]) {
      const search = await openIndex(base);
      const words = await search.query("Rc<T>", { mode: "lexical" });
      await search.whenReady();
      const { degraded, pending, hits } = await search.query(QUERY);
      assert.deepEqual([degraded, pending], [null, []]);
      assert.ok(hits.every(({ href }) => href.startsWith(root)));
      const { sections, counted } = await search.context(QUERY, {
        maxTokens: 900,
      });
      assert.ok(sections.length > 0 && counted === "encoder");
      found.push([...words.hits, ...hits, ...sections].map(({ url }) => url));
      search.close();
    }
  } finally {
    await server.close();
  }
  assert.deepEqual(found[0], found[1]);
});

test("indexes of other languages, and several as one, are searched", async () => {
  const copy = join(app, "copy/docfuse");
  cpSync(join(site, "docfuse"), copy, { recursive: true });
  const search = await openIndex([{ url: join(site, "docfuse"), name: "one" }, copy], { encoder: "off" });
  const { hits } = await search.query("ownership");
  assert.equal(hits[0].site, "one");
  search.close();
});

test("what is no index rejects with a code, and leaves no thread", async () => {
  for (const [base, code] of [
    [app, "not-found"],
    ["", "request"],
    [[], "request"],
    [undefined, "request"],
  ])
    await assert.rejects(
      openIndex(base),
      (error) => error instanceof DocfuseError && error.code === code,
      `${base}`,
    );
  await assert.rejects(openIndex(join(site, "docfuse"), { languge: "de" }), {
    code: "request",
  });
});

const script = `
  import { openIndex } from "docfuse/node";
  const search = await openIndex(${JSON.stringify("SITE")} + "/docfuse");
  const { hits } = await search.query("Rc<T>", { mode: "lexical", limit: 1 });
  console.log(hits[0].url);
  search.close();
`;

for (const [name, ...command] of [
  ["Node", process.execPath],
  ["Deno", process.env.DOCFUSE_DENO, "run", "--allow-all", "--node-modules-dir=manual"],
  ["Bun", process.env.DOCFUSE_BUN, "run"],
])
  test(`a program of ${name} ends when it closes its search`, { skip: !command[0] && `no ${name}` }, () => {
    const file = join(app, "program.mjs");
    writeFileSync(file, script.replace('"SITE"', JSON.stringify(site)));
    const [run, ...args] = command;
    const out = execFileSync(run, [...args, file], {
      cwd: app,
      encoding: "utf8",
      timeout: PATIENCE_MS,
    });
    assert.match(out, /^ch15-04-rc\.html/);
  });
