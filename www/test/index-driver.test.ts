import assert from "node:assert/strict";
import { test } from "node:test";
import { Background } from "../src/fetch/background.js";
import { BlockFetcher } from "../src/fetch/block-fetcher.js";
import { RangeCache } from "../src/fetch/range-cache.js";
import { IndexDriver } from "../src/worker/index-driver.js";
import { BASE, encoded, FakeHost } from "./fake-host.js";
import { FakeIndex } from "./fake-modules.js";

test("a query counts what waits for it in the background as still to come", async () => {
  const host = new FakeHost();
  const { lexical, texts, dense } = host.deploy("1");
  const background = new Background();
  const fetcher = new BlockFetcher(host.fetch, BASE, new RangeCache(), new Set());
  const directory = encoded(JSON.stringify({ lexical, texts, dense }));
  const manifest = { model: undefined, needsAll: false, meanings: [] };
  const driver = new IndexDriver(FakeIndex, directory, manifest, fetcher, background);
  const release = background.hold();
  const behind = driver.obtain([dense], () => true);
  assert.deepEqual(driver.notUnderWay([dense]), [dense]);
  assert.deepEqual(driver.notUnderWay([dense], true), [], "it waits as well");
  const now = driver.obtain([dense]);
  assert.deepEqual(driver.notUnderWay([dense]), []);
  await now;
  release(0);
  await behind;
  assert.equal(host.count(dense.file), 1);
});
