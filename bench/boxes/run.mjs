// Tries each box in Chromium and prints what it does, as a table:
//
//   node run.mjs [--docfuse FILE] [--only NAMES] [--probe TEXT] [--to FILE]
//
// `--docfuse`  the command, with the browser files inside (default: DOCFUSE, else target/release/docfuse)
// `--only`     beginnings of names of boxes, separated by commas
// `--probe`    only probes whose name has this text
// `--to`       a Markdown file whose part "boxes" is rewritten, such as docs/compare.md
//
// What is not tried again is taken from the last run, in boxes.json in `--out` (default: target/bench).
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tests/browser/server.mjs";
import { launchChromium } from "../../tests/browser/chromium.mjs";
import { table, withParts } from "../lib/markdown.mjs";
import { COMMON, read, say } from "../lib/options.mjs";
import { boxes } from "./boxes.mjs";
import { PROBES } from "./probes.mjs";
import { Session } from "./session.mjs";
import { WEIGHED, weigh } from "./weigh.mjs";

const { docfuse, chromium, out } = COMMON;
const options = read({
  docfuse,
  chromium,
  out,
  only: { type: "string" },
  to: { type: "string" },
  probe: { type: "string" },
});
const all = boxes(options.docfuse);
const wanted = options.only?.split(",");
const tried = all.filter(({ name }) => wanted?.some((part) => name.startsWith(part)) ?? true);
const probes = PROBES.filter(([name]) => !options.probe || name.includes(options.probe));
const file = join(options.out, "boxes.json");
/** By name of a box: its version, and by name of a probe what it found. */
const found = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};

// Scrollbars that take room, as on most desktops.
const browser = await launchChromium([], {
  executablePath: options.chromium,
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
for (const box of tried) {
  say(box.name, box.version);
  const folder = mkdtempSync(join(tmpdir(), "docfuse-boxes-"));
  const site = join(folder, "site");
  await box.make(site);
  const server = await serve(site);
  const cells = found[box.name]?.version === box.version ? found[box.name].cells : {};
  for (const [name, probe] of probes) cells[name] = await attempt(box, server, name, probe);
  Object.assign(cells, await weigh(browser, box, server));
  found[box.name] = { version: box.version, cells };
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
const version = browser.version();
await browser.close();
mkdirSync(options.out, { recursive: true });
writeFileSync(file, JSON.stringify(found, undefined, 2));

/** What a probe found. What it cannot do is a word in the table, and its reason on the terminal. */
async function attempt(box, server, name, { run, options }) {
  const session = await Session.start(browser, box, server.url, options);
  try {
    const result = await run(session);
    const cell = result === true ? "yes" : result === false ? "no" : String(result);
    say(`  ${name}: ${cell}`);
    return cell.replaceAll("|", "\\|");
  } catch (error) {
    say(`  ${name}: ${error.message.split("\n")[0]}`);
    return "not tried";
  } finally {
    await session.close();
  }
}

const columns = all.filter(({ name }) => name in found);
const head = ["", ...columns.map(({ name }) => `${name} (${found[name].version})`)];
const rows = [...PROBES.map(([name]) => name), ...WEIGHED].map((name) => [
  name,
  ...columns.map((box) => found[box.name].cells[name] ?? "not tried"),
]);
const report = `Chromium ${version}, ${new Date().toISOString().slice(0, 10)}.\n\n${table(head, rows)}`;
if (options.to) writeFileSync(options.to, withParts(readFileSync(options.to, "utf8"), { boxes: report }));
else process.stdout.write(`${report}\n`);
