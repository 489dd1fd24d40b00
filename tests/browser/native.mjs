// Answers of the command, and their comparison with answers in the browser.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { required } from "./chromium.mjs";

const TOLERANCE = 1e-3;

/** The answer of `docfuse query` to a query with the options of `Search.query`, and further arguments. */
export async function native(index, text, options, more = []) {
  const command = required("DOCFUSE_BIN", "the docfuse command");
  const values = ["query", index, "--json", ...toArguments(options), ...more, "--", text];
  const { stdout } = await promisify(execFile)(command, values, {
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

/**
 * Fails unless both answers have the same hits, counts, suggestions and explanations, with numbers that differ by at
 * most 1e-3. Returns the largest difference of scores.
 */
export function compare(text, expected, found) {
  assert.equal(found.degraded, null, `“${text}”: ${JSON.stringify(found.degraded)}`);
  const urls = ({ hits }) => hits.map(({ url }) => url);
  assert.deepEqual(urls(found), urls(expected), `“${text}”`);
  alike(asInBrowser(expected), found, `“${text}”`);
  return Math.max(0, ...expected.hits.map(({ score }, rank) => Math.abs(score - found.hits[rank].score)));
}

/** Options of the command: `maxPerPage: 1` is `--max-per-page 1`, `filters: { topic: ["a"] }` is `--filter topic=a`. */
function toArguments({ filters = {}, ...options }) {
  const named = Object.entries(options).flatMap(([key, value]) => {
    const name = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [name] : [name, String(value)];
  });
  const values = Object.entries(filters).flatMap(([name, some]) => some.map((value) => `${name}=${value}`));
  return [...named, ...values.flatMap((filter) => ["--filter", filter])];
}

/** The command's answer, with the names that keys have in the browser. */
function asInBrowser({ doc_aggregates: docAggregates, took_ms: _, hits, ...rest }) {
  const renamed = hits.map(({ lists, ...hit }) => {
    // The module that has only the lexical retriever does not say it.
    const explanation = hit.explanation && camelCased(hit.explanation);
    return {
      ...hit,
      ...(explanation && { explanation }),
      ...(rest.mode !== "lexical" && { lists }),
    };
  });
  return { ...rest, docAggregates, hits: renamed };
}

function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (value === null || typeof value !== "object") return value;
  const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [camel(name), camelCased(each)]));
}

/** Compares what the expected value has: answers in the browser have absolute addresses and times besides. */
function alike(expected, found, place) {
  if (typeof expected === "number") {
    assert.ok(Math.abs(expected - found) <= TOLERANCE, `${place}: ${found}, not ${expected}`);
  } else if (Array.isArray(expected)) {
    assert.equal(found?.length, expected.length, place);
    expected.forEach((value, at) => alike(value, found[at], `${place}[${at}]`));
  } else if (expected !== null && typeof expected === "object") {
    assert.equal(typeof found, "object", place);
    for (const [key, value] of Object.entries(expected)) alike(value, found?.[key], `${place}.${key}`);
  } else {
    assert.equal(found, expected, place);
  }
}
