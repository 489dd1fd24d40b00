/** Which query of a `Search` is answered, and which are replaced, by what a worker says. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Search } from "../src/client/search.js";
import type { DocfuseError } from "../src/shared/error.js";
import type { Answer, FoundAnswer, FromWorker, ToWorker } from "../src/shared/protocol.js";

/** A search, and what its worker says; `asked` has the numbers of the queries. */
function searching() {
  const asked: number[] = [];
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    postMessage(message: ToWorker) {
      structuredClone(message); // as the browser does
      if (message.type === "query") asked.push(message.id);
    },
    terminate: () => undefined,
  };
  const search = new Search(() => worker as unknown as Worker, "english", new URL("https://docs.example/"));
  const says = (data: FromWorker) => worker.onmessage?.({ data });
  const answers = (id: number, more = false) =>
    says({ type: "answer", id, answer: found(id), more, took: 1 });
  return { search, asked, says, answers };
}

const found = (id: number) => ({ query: `${id}`, hits: [], suggestions: [] }) as unknown as FoundAnswer;
const WRONG = {
  code: "request",
  message: "a whole number from 1 to 1000 expected in `limit`, 0 found",
} as const;
const isCancelled = ({ code }: DocfuseError) => code === "cancelled";

test("a query with a wrong option replaces none", async (t) => {
  t.after(() => search.close());
  globalThis.requestAnimationFrame = () => 0; // for the time of a first answer
  const { search, asked, says, answers } = searching();
  const late: Answer[] = [];
  const first = search.query("a", { onUpdate: (answer) => late.push(answer) });
  says({ type: "taken", id: 1 });
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

test("older queries are cancelled once the worker has taken a newer one", async (t) => {
  t.after(() => search.close());
  const { search, says, answers } = searching();
  const queries = ["a", "b", "c"].map((text) => search.query(text));
  says({ type: "taken", id: 1 });
  says({ type: "taken", id: 2 });
  await assert.rejects(queries[0]!, isCancelled);
  says({ type: "taken", id: 3 });
  await assert.rejects(queries[1]!, isCancelled);
  answers(3);
  assert.equal((await queries[2]!).query, "3");
});

test("a closed search rejects all that wait", async () => {
  const { search } = searching();
  const queries = ["a", "b"].map((text) => search.query(text));
  search.close();
  for (const query of queries) await assert.rejects(query, { code: "closed" });
});
