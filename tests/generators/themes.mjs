// Where `docfuse build --inject` puts the box, on sites that real generators make:
//
//   node tests/generators/themes.mjs [NAME…]    of the themes whose names have one of these in them, by default all
//
// Each site is made as in themes/sites.mjs, gets the box, and is read in four widths; themes/placed.mjs says what is
// tested there, by elementFromPoint. Prints the table of THEMES.md. Installs from the registries of npm, PyPI and Debian.
//   DOCFUSE_BIN          the docfuse command, with the browser files inside
//   DOCFUSE_SITES        folder that keeps the sites as their generators made them (default: none)
//   DOCFUSE_SCREENSHOTS  folder for screenshots (default: none are kept)
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execFileSync } from "node:child_process";
import { launchChromium, required } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { Unavailable, cleanPlace } from "./core/place.mjs";
import { WIDTHS, readTheme } from "./themes/placed.mjs";
import { SITES } from "./themes/sites.mjs";

const command = required("DOCFUSE_BIN", "the docfuse command");
const asked = process.argv.slice(2).map((name) => name.toLowerCase());
const isAsked = ({ name }) => asked.length === 0 || asked.some((part) => name.toLowerCase().includes(part));

const browser = await launchChromium();
let failed = 0;
process.stdout.write(`| theme | summary | ${WIDTHS.map((width) => `${width} px`).join(" | ")} |\n`);
process.stdout.write(`|---|---|${WIDTHS.map(() => "---|").join("")}\n`);
for (const site of SITES.filter(isAsked)) {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-theme-"));
  try {
    await made(site, folder);
    const cells = await tried(site, folder);
    failed += cells.filter((cell) => cell.startsWith("**")).length;
    process.stdout.write(`| ${[site.name, ...cells].join(" | ")} |\n`);
  } catch (error) {
    const isFailure = !(error instanceof Unavailable);
    failed += isFailure ? 1 : 0;
    const outcome = isFailure ? `**${error.message.split("\n")[0]}**` : `skipped: ${error.message}`;
    process.stdout.write(`| ${site.name} | ${outcome} |${WIDTHS.map(() => " |").join("")}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
await browser.close();
process.stderr.write(`${failed} failures\n`);
process.exit(failed > 0 ? 1 : 0);

/** The site as its generator makes it, in `folder`. */
async function made(site, folder) {
  const name = site.name.toLowerCase().replaceAll(/\W+/g, "-");
  const kept = process.env.DOCFUSE_SITES && join(process.env.DOCFUSE_SITES, name);
  if (kept && existsSync(kept)) return cpSync(kept, folder, { recursive: true });
  const place = cleanPlace(name);
  try {
    const built = await site.make(place);
    for (const to of [folder, kept].filter(Boolean))
      cpSync(built, to, { recursive: true, dereference: true, filter: existsSync });
  } finally {
    place.remove();
  }
}

/** Cells of the table: where the summary says that the box is, and what each width shows. */
async function tried(site, folder) {
  const line = ["build", folder, "--no-dense", "--inject", "--cache", join(folder, "..", "docfuse-no-cache")];
  const summary = execFileSync(command, line, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const box = /^search box: (.*)$/m.exec(summary)[1];
  const server = await serve(folder);
  try {
    return [box, ...(await readTheme(browser, server.url, site))];
  } finally {
    await server.close();
  }
}
