// Asks thousands of queries in one page of Chromium and measures memory on the way: the heaps of page and worker after a
// collection, the memories of the WebAssembly modules, and what the renderer's process has resident.
//
//   DOCFUSE_DEMO_SITE=… [CHROMIUM=…] node tests/robustness/load.mjs [--times 20000] [--small-young-generation]
//
// V8 lets the young generation of a heap grow with what is allocated, up to tens of MB, and keeps its space.
// `--small-young-generation` holds it at 1 MB each, so that what else grows shows.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium, newPage, required } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { table } from "../../bench/lib/markdown.mjs";
import { randomFrom } from "../../bench/lib/random.mjs";
import { scratch, times } from "./command.mjs";

/** Every so many-th query is a hybrid one, which the encoder embeds; the others are lexical. */
const HYBRID_EVERY = 5;

/** Put before the worker's script: keeps the memories of all modules. */
const RECORDER = `
  globalThis.memories = new Set();
  const keep = ({ exports }) => exports.memory && globalThis.memories.add(exports.memory);
  const { Instance, instantiate, instantiateStreaming } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args) { const made = new target(...args); keep(made); return made; },
  });
  for (const [name, call] of Object.entries({ instantiate, instantiateStreaming })) {
    WebAssembly[name] = async (...args) => {
      const made = await call.apply(WebAssembly, args);
      keep(made.instance ?? made);
      return made;
    };
  }
`;

/** Words of a site's pages. */
function wordsOf(site) {
  const words = new Set();
  for (const name of readdirSync(site).filter((name) => name.endsWith(".html"))) {
    const text = readFileSync(join(site, name), "utf8").replace(/<[^>]*>/g, " ");
    for (const word of text.match(/[A-Za-z_]{3,20}/g) ?? []) words.add(word);
  }
  return [...words].sort();
}

/** Queries of one to four words, some with a typing error, an operator, or as a phrase. Runs in the page. */
function* queries(words) {
  const pick = randomFrom(3);
  const word = () => words[Math.floor(pick() * words.length)];
  for (;;) {
    const typed = Array.from({ length: 1 + Math.floor(pick() * 4) }, word);
    if (pick() < 0.2) typed[0] = typed[0].slice(0, 2) + typed[0].slice(3);
    const text = typed.join(" ");
    yield pick() < 0.1 ? `"${text}"` : pick() < 0.1 ? `+${text}` : text;
  }
}

/**
 * Asks `count` queries, and measures after each number of queries in `at`. Rows of
 * `{ queries, pageHeap, workerHeap, wasm, resident, own }`, in bytes; `own` is the part of `resident` that is no file.
 */
export async function load(count, at) {
  const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
  const server = await serve(site);
  const { folder, remove } = scratch();
  server.fault = (path) => {
    if (!/\/docfuse-worker[^/]*\.js$/.test(path)) return undefined;
    const instead = join(folder, "worker.js");
    writeFileSync(instead, RECORDER + readFileSync(join(site, path), "utf8"));
    return { instead };
  };
  const young = process.argv.includes("--small-young-generation") ? " --max-semi-space-size=1" : "";
  const browser = await launchChromium([`--js-flags=--expose-gc${young}`, "--enable-precise-memory-info"]);
  const rows = [];
  try {
    const { page } = await newPage(browser);
    const workerHeap = await heapOfWorker(page);
    await page.goto(`${server.url}index.html`);
    await page.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      globalThis.search = await open({ base: "/docfuse/", encoder: "eager" });
      await globalThis.search.whenReady();
    });
    const protocol = await browser.newBrowserCDPSession();
    const measure = async (asked) => {
      const worker = page.workers()[0];
      const collect = () => (globalThis.gc(), globalThis.gc());
      await Promise.all([page.evaluate(collect), worker.evaluate(collect)]);
      const { processInfo } = await protocol.send("SystemInfo.getProcessInfo");
      const renderers = processInfo
        .filter(({ type }) => type === "renderer")
        .map(({ id }) => residentBytes(id))
        .sort((a, b) => b.resident - a.resident);
      rows.push({
        queries: asked,
        pageHeap: await page.evaluate(() => performance.memory.usedJSHeapSize),
        workerHeap: await workerHeap(),
        wasm: await worker.evaluate(() => [...globalThis.memories].map((memory) => memory.buffer.byteLength)),
        ...renderers[0],
      });
    };
    // The page makes its queries itself: what the driver sends stays in its heap.
    await page.evaluate(`globalThis.randomFrom = ${randomFrom}`);
    await page.evaluate(`globalThis.texts = (${queries})(${JSON.stringify(wordsOf(site))})`);
    await measure(0);
    for (let asked = 0; asked < count;) {
      const next = Math.min(...at.filter((next) => next > asked), count);
      await page.evaluate(
        async ([from, to, every]) => {
          for (let number = from; number < to; number += 1) {
            const mode = number % every === 0 ? "hybrid" : "lexical";
            await globalThis.search.query(globalThis.texts.next().value, { mode });
          }
        },
        [asked, next, HYBRID_EVERY],
      );
      asked = next;
      await measure(asked);
    }
  } finally {
    await browser.close();
    await server.close();
    remove();
  }
  return rows;
}

/** A function that resolves to the bytes of the heap of the page's worker, by the debugger's protocol. */
async function heapOfWorker(page) {
  const session = await page.context().newCDPSession(page);
  let worker;
  let answer;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") worker = sessionId;
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => answer?.(JSON.parse(message).result));
  await session.send("Target.setAutoAttach", {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return async () => {
    const answered = new Promise((resolve) => (answer = resolve));
    const message = JSON.stringify({ id: 1, method: "Runtime.getHeapUsage" });
    await session.send("Target.sendMessageToTarget", { sessionId: worker, message });
    return (await answered).usedSize;
  };
}

function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name) => 1024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { resident: of("VmRSS"), own: of("RssAnon") };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = times(20_000);
  const thousands = Array.from({ length: Math.floor(count / 5_000) }, (_, number) => 5_000 * (number + 1));
  const at = [100, 1_000, 2_000, ...thousands].filter((asked) => asked <= count);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  const rows = (await load(count, [...at, count])).map(
    ({ queries, pageHeap, workerHeap, wasm, resident, own }) => [
      queries,
      ...[pageHeap, workerHeap].map(megabytes),
      wasm.map(megabytes).join(" + "),
      ...[resident, own].map(megabytes),
    ],
  );
  console.log(
    table(
      [
        "queries",
        "heap of the page, MB",
        "heap of the worker, MB",
        "WebAssembly memories, MB",
        "resident, MB",
        "of it no file, MB",
      ],
      rows,
    ),
  );
}
