// What failed once works the next time, though the browser keeps errors: a few of what tests/robustness/stored-faults.mjs
// does with every file, fault and engine.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_MODEL: the encoder.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FILES, TRIES, launch, trial, trialSite } from "../robustness/stored-faults.mjs";

let site;

before(() => {
  site = trialSite();
});

after(() => site?.remove());

const every = Object.keys(FILES);
const ofWorker = ["a page", "empty", "cut short"].map((fault) => ["worker", fault]);
const missing = (files) => files.map((file) => [file, "404"]);

for (const [name, chosen] of [
  ["Chromium", [...missing(every), ...ofWorker]],
  ["Firefox", [...missing(["worker", "interface", "blocks", "module"]), ["worker", "empty"]]],
  ["WebKit", [...missing(["worker", "interface", "blocks", "module"]), ["worker", "empty"]]],
]) {
  test(`${name}: what failed once works the next time`, async (context) => {
    const engine = await launch(name);
    if (engine.skip) return context.skip(engine.skip);
    try {
      for (const [file, fault] of chosen)
        for (const next of TRIES)
          await context.test(`${file}, ${fault}: the reader ${next}`, async () => {
            const [, found] = await trial(engine, site, { file, fault, kept: "immutable", next });
            assert.equal(found, "whole");
          });
    } finally {
      await engine.close();
    }
  });
}
