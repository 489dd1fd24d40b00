/** Queries of a `Search`, of which several may be under way, and what a worker says of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Search } from "../src/client/search.js";
import type { Answer, FromWorker, SentAnswer, ToWorker } from "../src/shared/protocol.js";

/** A search, and what its worker says; `asked` has the numbers of the queries, `sent` all messages. */
function searching() {
  const asked: number[] = [];
  const sent: ToWorker[] = [];
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    postMessage(message: ToWorker) {
      sent.push(structuredClone(message)); // as the browser does
      if (message.type === "query") asked.push(message.id);
    },
    terminate: () => undefined,
  };
  const search = new Search(() => worker as unknown as Worker, "english", new URL("https://docs.example/"));
  const says = (data: FromWorker) => worker.onmessage?.({ data });
  const answers = (id: number, more = false) =>
    says({ type: "answer", id, answer: found(id), more, took: 1 });
  return { search, asked, sent, says, answers };
}

const found = (id: number) => ({ query: `${id}`, hits: [], suggestions: [] }) as unknown as SentAnswer;
const WRONG = {
  code: "request",
  message: "a whole number from 1 to 1000 expected in `limit`, 0 found",
} as const;

test("a query with a wrong option rejects, and the one before is answered", async (t) => {
  t.after(() => search.close());
  globalThis.requestAnimationFrame = () => 0; // for the time of a first answer
  const { search, asked, says, answers } = searching();
  const late: Answer[] = [];
  const first = search.query("a", { onUpdate: (answer) => late.push(answer) });
  const wrong = search.query("b", { limit: 0 });
  says({ type: "query-failed", id: 2, error: WRONG });
  await assert.rejects(wrong, WRONG);
  // A function cannot be sent to a worker at all.
  await assert.rejects(search.query("c", { filters: { kind: [(() => 0) as unknown as string] } }), {
    code: "request",
  });
  assert.deepEqual(asked, [1, 2]);
  answers(1, true);
  assert.equal((await first).query, "1");
  answers(1);
  assert.equal(late.length, 1);
});

test("several queries are answered, each by its own answer, and each has its own signal", async (t) => {
  t.after(() => search.close());
  const { search, sent, answers } = searching();
  const stop = new AbortController();
  const queries = ["a", "b", "c"].map((text) =>
    search.query(text, { signal: text === "b" ? stop.signal : undefined }),
  );
  stop.abort(new Error("enough"));
  await assert.rejects(queries[1]!, /enough/);
  assert.deepEqual(sent.at(-1), { type: "cancel", id: 2 });
  answers(3);
  answers(2); // too late
  answers(1);
  assert.deepEqual([(await queries[0]!).query, (await queries[2]!).query], ["1", "3"]);
});

test("a closed search rejects all that wait", async () => {
  const { search } = searching();
  const queries = ["a", "b"].map((text) => search.query(text));
  search.close();
  for (const query of queries) await assert.rejects(query, { code: "closed" });
});
