// `docfuse/node` as the package has it, with the command that was built.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { PATIENCE_MS } from "../browser/still.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = process.env.DOCFUSE_BIN ?? join(root, "target/release/docfuse");

let folder, docfuse, options;

before(async () => {
  assert.ok(existsSync(command), `expected the command at ${command}, found none; set DOCFUSE_BIN`);
  folder = mkdtempSync(join(tmpdir(), "docfuse-node-"));
  // As npm.mjs packs it.
  const place = join(folder, "node_modules/docfuse");
  cpSync(join(root, "integrations/npm/node"), join(place, "node"), { recursive: true });
  cpSync(join(root, "packaging/command.mjs"), join(place, "bin/command.mjs"));
  cpSync(join(root, "www/src"), join(place, "types"), { recursive: true });
  const exports = { "./node": { types: "./node/index.d.ts", default: "./node/index.js" } };
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "docfuse", type: "module", exports }));
  docfuse = await import(pathToFileURL(join(place, "node/index.js")));
  options = { command, dense: false, cache: join(folder, "cache"), cwd: folder };
});

after(() => rmSync(folder, { recursive: true, force: true }));

const page = (title, text) => `<html lang=en><title>${title}</title><main><h1>${title}</h1><p>${text}</main>`;

async function created(more) {
  const { index, error } = await docfuse.createIndex({ ...options, ...more });
  assert.equal(error, undefined);
  return index;
}

test("pages and records become files in memory and in a folder, and are found and measured", async () => {
  const events = [];
  const index = await created({
    settings: { dictionary: ["Node.js"] },
    onEvent: (event) => events.push(event),
  });
  // All at once: they are answered in order.
  const added = await Promise.all([
    index.addHtml({ url: "guide/", html: page("Guide", "Owls hunt in the woods.") }),
    index.addHtml({ url: "secret", html: '<meta name="robots" content="noindex"><p>x' }),
    index.addRecord({
      url: "notes/1",
      title: "Note",
      text: "Larks sing.\u2028",
      filters: { kind: ["note"] },
      sort: { size: "1" },
    }),
  ]);
  assert.equal(added[0].leftOut, undefined);
  assert.equal(added[1].leftOut.reason, "noindex");
  assert.deepEqual(added[2], {});
  const iterated = [];
  const iterating = (async () => {
    for await (const event of index.events()) iterated.push(event);
  })();
  const { files, languages, leftOut, error } = await index.buildFiles();
  assert.equal(error, undefined);
  assert.deepEqual(languages, [{ language: "en", pages: 2, sections: 2 }]);
  assert.deepEqual(
    leftOut.map(({ path }) => path),
    ["secret.html"],
  );
  assert.ok(events.some(({ kind, step, total }) => kind === "progress" && step === "texts" && total === 2));
  assert.ok(events.every(({ kind }) => kind !== "file"));
  const out = join(folder, "out");
  assert.equal((await index.build({ out })).error, undefined);
  const written = readdirSync(out)
    .sort()
    .map((name) => [name, new Uint8Array(readFileSync(join(out, name)))]);
  assert.deepEqual(
    files.map(({ name, content }) => [name, content]).sort(([a], [b]) => (a < b ? -1 : 1)),
    written,
  );
  const { answer } = await index.query("lark", {
    limit: 5,
    filters: { kind: ["note"] },
    docAggregates: true,
  });
  assert.deepEqual([answer.hits.length, answer.hits[0].url, answer.docAggregates[0].hits], [1, "notes/1", 1]);
  const { hits } = (await index.query("lark", { explain: true })).answer;
  const [{ contributions, terms }] = hits.map(({ explanation }) => explanation);
  assert.ok(contributions[0].rawScore > 0 && terms[0].documentFrequency === 1, JSON.stringify(contributions));
  assert.equal((await index.query("", { sort: "size" })).answer.hits[0].url, "notes/1");
  assert.deepEqual(await index.replaceRecord({ url: "notes/1", text: "Robins sing." }), { replaced: true });
  assert.deepEqual(await index.remove({ url: "guide/" }), { removed: 1 });
  await index.build({ out });
  const totals = ["robins", "larks", "woods"].map(async (text) => (await index.query(text)).answer.total);
  assert.deepEqual(await Promise.all(totals), [1, 0, 0]);
  await index.addHtml({ url: "guide/", html: page("Guide", "Owls hunt in the woods.") });
  await index.build({ out });
  const { report } = await index.evaluate([{ query: "owls", expect: "guide/" }]);
  const { "success@1": success, weakFit, p50Ms } = report.modes.lexical;
  assert.deepEqual([success, weakFit, p50Ms > 0], [1, 0, true]);
  await index.close();
  await iterating;
  assert.deepEqual(iterated, events.slice(-iterated.length));
  assert.ok(iterated.some(({ kind, done, total }) => kind === "progress" && done === total));
  assert.equal((await index.query("owls")).error.code, "ended");
});

test("failures are values with a code", async () => {
  assert.equal((await docfuse.createIndex({ command: "/nowhere/docfuse" })).error.code, "start");
  const missing = await docfuse.createIndex();
  assert.match(missing.error.message, /expected the package @docfuse\/\S+/);
  const wrong = await docfuse.createIndex({ ...options, settings: { bm25: { k1: -1 } } });
  assert.deepEqual(
    [wrong.error.code, /bm25\.k1: a number from 0 to 10 expected/.test(wrong.error.message)],
    ["settings", true],
  );
  assert.equal((await docfuse.createIndex({ ...options, dens: false })).error.code, "params");
  // Another program.
  const other = await docfuse.createIndex({ command: process.execPath, cwd: folder });
  assert.equal(other.error.code, "ended");
  const index = await created();
  assert.equal((await index.query("owls")).error.code, "order");
  assert.equal((await index.addHtml({ url: "../up", html: "x" })).error.code, "params");
  assert.equal((await index.addFolder("nowhere")).error.code, "file");
  const built = await docfuse.buildSite("nowhere", options);
  assert.equal(built.error.code, "params", "an option of another function");
  await index.close();
});

test("a site is built with the options of the command", async () => {
  mkdirSync(join(folder, "site"));
  writeFileSync(join(folder, "site/index.html"), page("Start", "Owls."));
  const lines = [];
  const built = await docfuse.buildSite("site", {
    command,
    cwd: folder,
    options: ["--no-dense", "--inject", "--cache", join(folder, "cache")],
    settings: { synonyms: { bird: ["owl"] } },
    onEvent: ({ kind, text }) => kind === "line" && lines.push(text),
  });
  assert.deepEqual(built, {});
  assert.match(lines.join("\n"), /^en: 1 page/);
  assert.ok(existsSync(join(folder, "site/docfuse/docfuse.json")));
  const none = await docfuse.buildSite("nowhere", { command, cwd: folder });
  assert.equal(none.error.code, "input");
});

test("a program that forgets to close ends", () => {
  const program = `import { createIndex } from "docfuse/node";
const { index } = await createIndex(${JSON.stringify(options)});
await index.addHtml({ url: "a", html: "<p>x" });
console.log("done");`;
  writeFileSync(join(folder, "program.mjs"), program);
  const run = { cwd: folder, encoding: "utf8", timeout: PATIENCE_MS };
  assert.equal(execFileSync(process.execPath, ["program.mjs"], run), "done\n");
});

test("correct programs type-check and wrong ones do not", () => {
  const tsc = join(root, "www/node_modules/typescript/bin/tsc");
  const head =
    'import { createIndex } from "docfuse/node";\nconst made = await createIndex({ dense: false });\n';
  const checked = "if (made.error) throw new Error(made.error.message);\nconst { index } = made;\n";
  for (const [line, expected] of [
    [
      `${checked}const { leftOut } = await index.addHtml({ url: "a", html: "x" }).then((r) => (r.error ? {} : r)) as { leftOut?: { reason: string } };`,
      0,
    ],
    [
      `${checked}const found = await index.query("x", { limit: 3 });\nif (!found.error) found.answer.hits[0]?.url.length;`,
      0,
    ],
    ["made.index.close();", 1],
    [`${checked}await index.addHtml({ url: "a" });`, 1],
    [`${checked}await index.query("x", { limt: 3 });`, 1],
  ]) {
    writeFileSync(join(folder, "use.ts"), head + line);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    const flags = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2022",
      "--types",
      "",
      "use.ts",
    ];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(status === 0 ? 0 : 1, expected, `${line}\n${stdout}`);
  }
});
