/** Answers that are not whole, models that think or go round, and servers that take less than was said. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, Conversation, type AskAnswer, type AskOptions, type AskPart } from "../src/npm-ask.js";
import { goesRound } from "../src/ask/written.js";
import type { Context, ContextSection } from "../src/shared/protocol.js";

const section = (name: string, words = 5): ContextSection => ({
  breadcrumb: [name],
  text: "word ".repeat(words),
  url: `${name}.html`,
  href: `https://docs.example/${name}.html`,
  title: name,
  tokens: words,
  cut: false,
});

const search = (fit?: "weak", ...sections: ContextSection[]) => ({
  language: "en",
  context: () => Promise.resolve({ sections, fit } as unknown as Context),
});

const found = search(undefined, section("a"), section("b"));

async function partsOf(options: AskOptions, of = found, question = "why"): Promise<AskPart[]> {
  const parts: AskPart[] = [];
  for await (const part of ask(of, question, options)) parts.push(part);
  return parts;
}

const answerOf = (parts: readonly AskPart[]): AskAnswer => {
  const last = parts.at(-1);
  assert.ok(last?.type === "answer");
  return last.answer;
};

/** An endpoint that answers with these events, or a refusal; keeps the bodies that it got. */
function endpoint(...responses: (readonly [number, string])[]) {
  const bodies: { messages: { content: string }[]; max_tokens: number }[] = [];
  globalThis.fetch = (_url, init) => {
    bodies.push(JSON.parse(`${init?.body as string}`) as (typeof bodies)[number]);
    const [status, body] = responses[bodies.length - 1] ?? [500, ""];
    const type = status === 200 ? "text/event-stream" : "application/json";
    return Promise.resolve(new Response(body, { status, headers: { "content-type": type } }));
  };
  return { bodies, answerer: { url: "https://llm.example/v1" } };
}

const events = (text: string, reason: string) =>
  [{ delta: { content: text } }, { delta: {}, finish_reason: reason }]
    .map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`)
    .join("") + "data: [DONE]\n\n";

test("an answer without room for its end says so, and goes on where it ended", async () => {
  const conversation = new Conversation();
  const { bodies, answerer } = endpoint(
    [200, events("It is so [1]. And", "length")],
    [200, events("then so [2].", "stop")],
  );
  const first = answerOf(await partsOf({ answerer, conversation }));
  assert.deepEqual([first.cut, first.text], ["length", "It is so [1]. And"]);
  const rest = answerOf(await partsOf({ answerer, conversation, goOn: true }));
  assert.equal(rest.cut, undefined);
  assert.match(bodies[1]?.messages.at(-1)?.content ?? "", /Question: why\nYour answer was cut off/);
  assert.deepEqual(conversation.exchanges, [{ question: "why", answer: "It is so [1]. And then so [2]." }]);
  for (const { max_tokens } of bodies) assert.equal(max_tokens, 1024);
  await assert.rejects(partsOf({ answerer, goOn: true }), { code: "request" });
});

test("the room for the answer is what the prompt leaves of the quota", async () => {
  const { bodies, answerer } = endpoint([200, events("So [1].", "stop")]);
  await partsOf({ answerer: { ...answerer, quota: 600 } });
  const [{ max_tokens: room = 0 } = {}] = bodies;
  assert.ok(room >= 100 && room < 500, `${room}`);
});

test("what was written before an end of the connection can be gone on with", async () => {
  const conversation = new Conversation();
  const { answerer } = endpoint([200, 'data: {"choices":[{"delta":{"content":"It is"}}]}\n\n']);
  await assert.rejects(partsOf({ answerer, conversation }), { code: "network" });
  assert.deepEqual(conversation.exchanges, [{ question: "why", answer: "It is" }]);
});

test("a server that says how much it takes is asked again with less, once", async () => {
  const many = search(undefined, section("a", 200), section("b", 200), section("c", 200));
  for (const error of [
    { message: "request (900 tokens) exceeds the available context size", n_ctx: 800 },
    { message: "This model's maximum context length is 800 tokens. However, you requested 900 tokens." },
  ]) {
    const { bodies, answerer } = endpoint([400, JSON.stringify({ error })], [200, events("So [1].", "stop")]);
    assert.equal(answerOf(await partsOf({ answerer }, many)).text, "So [1].");
    const [first, second] = bodies.map(({ messages }) => messages.at(-1)?.content.length ?? 0);
    assert.ok(first && second && second < first && second < 4 * 800, `${first} ${second}`);
  }
  const refusal: readonly [number, string] = [400, '{"error":{"message":"context size 800","n_ctx":800}}'];
  await assert.rejects(partsOf({ answerer: endpoint(refusal, refusal).answerer }), { code: "quota" });
  await assert.rejects(partsOf({ answerer: endpoint([400, '{"error":"no such model"}']).answerer }), {
    code: "refused",
  });
});

test("thoughts are told, and not shown", async () => {
  for (const [pieces, expected, thinks] of [
    [["<think>Hm [1].</think>\n\nSo [1]."], "So [1].", true],
    [["\n<th", "ink>Hm", "</thi", "nk>", "So [1]."], "So [1].", true],
    [["<thin", " walls [1]."], "<thin walls [1].", false],
    [["So <think>[1]</think>."], "So <think>[1]</think>.", false],
  ] as const) {
    let thought = 0;
    const answerer = async function* () {
      yield* pieces;
    };
    const parts = await partsOf({ answerer, onThought: () => (thought += 1) });
    assert.deepEqual([answerOf(parts).text, thought], [expected, thinks ? 1 : 0]);
  }
  await assert.rejects(partsOf({ answerer: () => Promise.resolve("<think>for ever") }), { code: "answerer" });
});

test("a text that repeats itself ends, and says so", async () => {
  let asked = 0;
  const answerer = async function* () {
    for (; asked < 1000; asked += 1) yield "It is so because it is so, as the pages say. ";
  };
  const { cut, text } = answerOf(await partsOf({ answerer }));
  assert.ok(cut === "repeats" && asked < 10 && text.length < 500);
  const rules = Array.from(
    { length: 12 },
    (_, number) => `Rule ${number} is enforced by the compiler. `,
  ).join("");
  for (const [end, expected] of [
    ["a line of code();\n".repeat(3), false],
    ["-".repeat(500), false],
    ["one two three four five six seven eight nine ".repeat(3), true],
    ["again ".repeat(40), true],
    ["# \n".repeat(250), true],
    [rules.repeat(2), false],
    [rules.repeat(3), true],
    [Array.from({ length: 60 }, (_, row) => `| ${row} | ${"-".repeat(9)} |`).join("\n"), false],
  ] as const)
    assert.equal(goesRound(`Before. ${end}`), expected, end);
});

test("a weak fit is told before the model is asked, and to the model; with nothing near, none is asked", async () => {
  const { bodies, answerer } = endpoint([200, events("NOT DOCUMENTED", "stop")]);
  const parts = await partsOf({ answerer }, search("weak", section("a")));
  assert.ok(parts[0]?.type === "sources" && parts[0].fit === "weak");
  assert.match(bodies[0]?.messages.at(-1)?.content ?? "", /may not deal with the question/);
  assert.ok(answerOf(parts).refused);
  assert.ok(answerOf(await partsOf({ answerer }, search("weak"))).refused);
  assert.equal(bodies.length, 1);
});
