// Each part of docs/bundlers.md: its files and commands, with the real tool, and what the result answers in Chromium.
//
// DOCFUSE_PKG: the folder of the npm package. DOCFUSE_DEMO_SITE: the Rust Book with its index in docfuse/.
// DOCFUSE_BUNDLERS: a folder whose node_modules/ has the tools and the package; else they are installed from the registry.
import assert from "node:assert/strict";
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
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required } from "../../browser/chromium.mjs";
import { serve } from "../../browser/server.mjs";
import { run } from "./installed.mjs";

/** In the versions that the page names. */
const TOOLS = [
  ["vite@8", "webpack@5", "webpack-cli@7", "@rspack/core@1", "@rspack/cli@1", "esbuild", "parcel@2"],
  ["rollup@4", "@rollup/plugin-node-resolve", "next@16", "react", "react-dom", "astro@5"],
].flat();

const text = readFileSync(new URL("../../../docs/bundlers.md", import.meta.url), "utf8");

/** The files and commands of each part, by its heading. */
const parts = new Map(
  text
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf("\n")), blocksOf(part)]),
);

function blocksOf(part) {
  const blocks = [...part.matchAll(/(?:^`([^`\n]+)`:\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm)];
  return {
    files: blocks.filter(([, name]) => name).map(([, name, , content]) => [name, content]),
    commands: blocks.filter(([, , kind]) => kind === "sh").map(([, , , content]) => content),
  };
}

/** The index of the Rust Book. */
const INDEX = join(required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/"), "docfuse");

let folder;
before(async () => {
  assert.ok(existsSync(INDEX), `${INDEX} is not there; run: ./pkg-build.sh package`);
  folder = mkdtempSync(join(tmpdir(), "docfuse-bundlers-"));
  const tools = process.env.DOCFUSE_BUNDLERS;
  const options = { cwd: folder, env: process.env };
  if (tools) return run(["cp", "-al", join(tools, "node_modules"), folder], options);
  const pkg = required("DOCFUSE_PKG", "the folder of the built npm package");
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  // As a copy: some of the tools refuse links out of the folder.
  await run(["npm", "install", "--no-audit", "--no-fund", "--install-links", ...TOOLS, pkg], options);
});
after(() => folder && rmSync(folder, { recursive: true, force: true }));

/** Makes the application of a part in place of the one before, and builds it; the folder to serve. */
async function build(name) {
  for (const left of readdirSync(folder)) {
    if (left !== "node_modules") rmSync(join(folder, left), { recursive: true });
  }
  const { files, commands } = parts.get(name);
  const isWhole = files.some(([path]) => path.includes("/"));
  const all = isWhole ? files : [...parts.get("The page").files, ...files];
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  for (const [path, content] of all) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  assert.ok(commands.length, `no command in the part ${name}`);
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
  };
  for (const command of commands) await run(["bash", "-euc", command], { cwd: folder, env });
  return join(folder, "dist");
}

/** What a page of the result finds: by words, and with the encoder. */
async function find(url) {
  const browser = await launchChromium();
  try {
    const { page, problems } = await newPage(browser);
    await page.goto(url);
    const found = await page.evaluate(async () => {
      const opened = globalThis.search;
      if (!opened) await customElements.whenDefined("docfuse-search");
      const search = await (opened ?? document.querySelector("docfuse-search").open());
      const words = await search.query("ownership", {
        mode: "lexical",
        limit: 5,
      });
      await search.whenReady();
      const meaning = await search.query("how do I share data between threads", { limit: 5 });
      const urls = ({ hits }) => hits.map((hit) => hit.url);
      return {
        words: urls(words),
        meaning: urls(meaning),
        degraded: meaning.degraded,
      };
    });
    return {
      ...found,
      problems: problems.filter((problem) => !problem.includes("favicon")),
    };
  } finally {
    await browser.close();
  }
}

for (const name of parts.keys()) {
  if (name === "The page") continue;
  test(`${name} answers by words and by meaning`, async () => {
    const dist = await build(name);
    const below = existsSync(join(dist, "sub")) ? "sub/" : "";
    cpSync(INDEX, join(dist, below, "docfuse"), {
      recursive: true,
    });
    const server = await serve(dist);
    try {
      const found = await find(`${server.url}${below}`);
      assert.ok(
        found.words.some((url) => url.startsWith("ch04-")),
        JSON.stringify(found),
      );
      assert.ok(
        found.meaning.some((url) => url.startsWith("ch16-")),
        JSON.stringify(found),
      );
      assert.equal(found.degraded, null);
      assert.deepEqual(found.problems, []);
    } finally {
      await server.close();
    }
  });
}
