// Chromium's options for tests of the wasm modules and the page, and for the benchmark. Their only list is
// webdriver.json, which wasm-bindgen's test runner reads.
import { readFileSync } from "node:fs";

const webdriver = new URL("../../webdriver.json", import.meta.url);

/** Headless, without a sandbox or GPU, and with no traffic of its own. */
export const FLAGS = JSON.parse(readFileSync(webdriver, "utf8"))["goog:chromeOptions"].args;
