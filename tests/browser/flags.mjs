// Chromium's options, the same for tests of the wasm modules, of the page, and for the benchmark: webdriver.json, which
// wasm-bindgen's test runner reads, is their one list.
import { readFileSync } from "node:fs";

const webdriver = new URL("../../webdriver.json", import.meta.url);

/** Headless, without a sandbox or GPU, and with no traffic of its own. */
export const FLAGS = JSON.parse(readFileSync(webdriver, "utf8"))["goog:chromeOptions"].args;
