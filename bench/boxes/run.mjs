// Tries each box in Chromium and prints what it does, as a table:
//
//   node run.mjs [--docfuse FILE] [--only NAMES] [--to FILE]
//
// `--docfuse`  the command, with the browser files inside (default: DOCFUSE, else target/release/docfuse)
// `--only`     beginnings of names of boxes, separated by commas
// `--to`       a Markdown file whose part "boxes" is rewritten, such as docs/compare.md
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../tests/browser/server.mjs";
import { FLAGS } from "../../tests/browser/flags.mjs";
import { table, withParts } from "../lib/markdown.mjs";
import { COMMON, read, say } from "../lib/options.mjs";
import { boxes } from "./boxes.mjs";
import { PROBES } from "./probes.mjs";
import { Session } from "./session.mjs";
import { weigh } from "./weigh.mjs";

const { chromium } = createRequire(new URL("../../www/package.json", import.meta.url))("playwright-core");
const { docfuse, chromium: executablePath } = COMMON;
const options = read({
  docfuse,
  chromium: executablePath,
  only: { type: "string" },
  to: { type: "string" },
  probe: { type: "string" },
});
const wanted = options.only?.split(",");
const tried = boxes(options.docfuse).filter(
  ({ name }) => wanted?.some((part) => name.startsWith(part)) ?? true,
);
const probes = PROBES.filter(([name]) => !options.probe || name.includes(options.probe));

// Scrollbars that take room, as on most desktops.
const browser = await chromium.launch({
  executablePath: options.chromium,
  args: FLAGS,
  ignoreDefaultArgs: ["--hide-scrollbars"],
});
const columns = [];
for (const box of tried) {
  say(box.name, box.version);
  const folder = mkdtempSync(join(tmpdir(), "docfuse-boxes-"));
  const site = join(folder, "site");
  await box.make(site);
  const server = await serve(site);
  const cells = [];
  for (const [name, probe] of probes) {
    cells.push(await attempt(box, server, name, probe));
  }
  columns.push([...cells, ...(await weigh(browser, box, server))]);
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
const version = browser.version();
await browser.close();

/** What a probe found. What it cannot do is a word in the table, and its reason on the terminal. */
async function attempt(box, server, name, { run, options }) {
  const session = await Session.start(browser, box, server.url, options);
  try {
    const found = await run(session);
    const cell = found === true ? "yes" : found === false ? "no" : String(found);
    say(`  ${name}: ${cell}`);
    return cell.replaceAll("|", "\\|");
  } catch (error) {
    say(`  ${name}: ${error.message.split("\n")[0]}`);
    return "not tried";
  } finally {
    await session.close();
  }
}

const WEIGHED = [
  "loaded with every page, KB (requests)",
  "when it opens",
  "until the first answer",
  "of all that code, KB",
];
const names = ["", ...tried.map(({ name, version }) => `${name} (${version})`)];
const rows = [...probes.map(([name]) => name), ...WEIGHED].map((name, row) => [
  name,
  ...columns.map((column) => column[row]),
]);
const made = `Chromium ${version}, ${new Date().toISOString().slice(0, 10)}.`;
const report = `${made}\n\n${table(names, rows)}`;
if (options.to) writeFileSync(options.to, withParts(readFileSync(options.to, "utf8"), { boxes: report }));
else process.stdout.write(`${report}\n`);
