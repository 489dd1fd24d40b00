/** Rows of the encoder's word table: a query fetches those that it lacks, while the lexical answer is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readModel } from "../src/encoder/model-ref.js";
import { blockOf } from "../src/encoder/row-encoder.js";
import { TestSession } from "./fake-modules.js";

const ref = (name: string, stored: number) => ({ name, stored, bytes: stored, sha256: "0".repeat(64) });

test("blocks of equal length fill the files in order", () => {
  const rows = { files: [ref("a", 16 + 2 * 27), ref("b", 16 + 27)], bytes: 4, folder: "" };
  assert.deepEqual(blockOf(rows, 0), { id: 0, file: "a", size: 70, start: 16, end: 43, bytes: 4 });
  assert.deepEqual(blockOf(rows, 1), { id: 1, file: "a", size: 70, start: 43, end: 70, bytes: 4 });
  assert.deepEqual(blockOf(rows, 2), { id: 2, file: "b", size: 43, start: 16, end: 43, bytes: 4 });
  assert.throws(() => blockOf(rows, 3), { code: "damaged", file: "b" });
  assert.equal(
    blockOf({ ...rows, folder: "https://api.example/docfuse/" }, 0).file,
    "https://api.example/docfuse/a",
  );
});

test("what does not describe rows is refused", () => {
  const good = { parts: [ref("p.bin", 9)], tokenizer: ref("t.bin", 9), info: {} };
  const first = ref("f.bin", 9);
  const files = [ref("r.bin", 99)];
  const read = readModel({ ...good, rows: { first, files, bytes: 4 } });
  assert.deepEqual(
    read.files.map(({ name }) => name),
    ["p.bin", "f.bin", "t.bin"],
  );
  for (const rows of [
    1,
    {},
    { first, files },
    { first, files, bytes: 0 },
    { first, files, bytes: 65_536 },
    { first, files: [{}], bytes: 4 },
    { first, files: [ref("https://elsewhere.example/r.bin", 99)], bytes: 4 },
    { first, files: "r", bytes: 4 },
    { files, bytes: 4 },
  ]) {
    assert.throws(() => readModel({ ...good, rows }), { code: "damaged" }, JSON.stringify(rows));
  }
});

async function ready(): Promise<{ session: TestSession; rows: readonly string[] }> {
  const session = new TestSession();
  const { model } = session.host.deploy("1", "weights", true);
  session.open("eager");
  while ((await session.next("state")).encoder !== "ready");
  await session.settle();
  assert.ok(!session.host.requests.some((name) => name.startsWith("rows-")), "first rows suffice");
  return { session, rows: model.rows?.files.map(({ name }) => name) ?? [] };
}

test("a hybrid query is answered by words first, then by its rows, which stay", async () => {
  const { session, rows } = await ready();
  session.ask(1, "row 4 and row 5 and row 0");
  const early = await session.next("answer");
  assert.deepEqual([early.more, early.answer.pending[0]?.code], [true, "encoder-loading"]);
  const late = await session.next("answer");
  assert.deepEqual([late.more, late.answer.degraded], [false, null]);
  const fetched = session.host.requests.filter((name) => name.startsWith("rows-"));
  assert.deepEqual(fetched.sort(), [...rows].sort(), "one request for each file, adjacent rows together");
  session.ask(2, "row 5 once more");
  const next = await session.next("answer");
  assert.deepEqual([next.more, next.answer.degraded], [false, null]);
  assert.equal(session.host.requests.filter((name) => name.startsWith("rows-")).length, 2);
});

test("a dense query, and one without a later answer, wait for their rows", async () => {
  for (const options of [{ mode: "dense" }, { late: false }] as const) {
    const { session } = await ready();
    session.ask(1, "row 1", options);
    const { more, answer } = await session.next("answer");
    assert.deepEqual([more, answer.degraded], [false, null]);
  }
});

test("a missing, cut or altered row is reported, and the next query tries again", async () => {
  for (const damage of [
    () => undefined,
    (good: Uint8Array<ArrayBuffer>) => good.slice(0, 60),
    (good: Uint8Array<ArrayBuffer>) => good.map((byte, at) => (at > 50 ? byte ^ 1 : byte)),
  ]) {
    for (const mode of ["hybrid", "dense"] as const) {
      const { session, rows } = await ready();
      const file = rows[0] ?? assert.fail();
      const good = session.host.files.get(file) ?? assert.fail();
      const bad = damage(good);
      if (bad) session.host.files.set(file, bad);
      else session.host.files.delete(file);
      session.ask(1, "row 2", { mode });
      let found = await session.next("answer");
      if (found.more) found = await session.next("answer");
      const code = bad ? "damaged" : "not-found";
      assert.deepEqual([found.more, found.answer.degraded?.[0]?.code], [false, code]);
      session.host.files.set(file, good);
      session.ask(2, "row 2", { mode });
      found = await session.next("answer");
      if (found.more) found = await session.next("answer");
      assert.deepEqual([found.more, found.answer.degraded], [false, null]);
    }
  }
});
