// Starts Chromium for tests, and opens pages whose errors are collected.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { FLAGS } from "./flags.mjs";
import { PATIENCE_MS } from "./still.mjs";

const require = createRequire(new URL("../../www/package.json", import.meta.url));
const { chromium } = require("playwright-core");

/** Starts CHROMIUM, by default the distribution's binary, with further command-line `flags` and options of Playwright. */
export function launchChromium(flags = [], options = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...flags],
    ...options,
  });
}

/** A page in a new profile; `problems` collects console errors and uncaught exceptions. */
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 800 },
    ...options,
  });
  // No other host is reached. Pages of the Rust Book ask the playground for its crates and get an empty list.
  await context.route(
    ({ protocol, hostname }) => protocol !== "file:" && hostname !== "127.0.0.1",
    (route) =>
      route.fulfill({
        json: { crates: [] },
        headers: { "access-control-allow-origin": "*" },
      }),
  );
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, problems, close: () => context.close() };
}

/** Saves a screenshot when DOCFUSE_SCREENSHOTS names a folder. */
export async function screenshot(page, name) {
  const folder = process.env.DOCFUSE_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** The value of an environment variable that a test requires. */
export function required(name, meaning) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: it names ${meaning}`);
  return value;
}
