// Cold runs: the first query in a new browser with a new profile, then ten further queries.
import { check } from "./answers.mjs";
import { Chromium, FAST_4G } from "./chromium.mjs";

/** Conditions of a cold run by name. */
export const NETWORKS = { plain: undefined, fast4g: FAST_4G };

/**
 * One cold run over `network`. The time runs from a page with its HTML alone to results with excerpts in the document.
 * Bytes and requests include what the engine loads after its first answer.
 */
export async function coldRun({ chromium, server, address, isCode }, queries, run, network) {
  const browser = await Chromium.launch(chromium, { network });
  try {
    await browser.visit(address);
    const first = queries.first[run % queries.first.length];
    const cold = await counted(server, browser, isCode, async () => [
      await browser.evaluate(`bench.first(${JSON.stringify(first.text)})`),
    ]);
    const texts = JSON.stringify(queries.further.map(({ text }) => text));
    const further = await counted(server, browser, isCode, () => browser.evaluate(`bench.each(${texts})`));
    return {
      query: first.text,
      // Without results there is no time to results.
      ms: cold.answers[0].urls.length > 0 ? cold.answers[0].ms : undefined,
      ...cold.sent,
      further: further.sent,
      answers: [check([first], cold.answers), check(queries.further, further.answers)],
    };
  } finally {
    await browser.close();
  }
}

/** Counts what the server sends from the start of `ask` until requests stop. */
async function counted(server, browser, isCode, ask) {
  server.counter.restart();
  browser.recount();
  const answers = await ask();
  await server.counter.quiet();
  const { sent } = server.counter;
  const failed = sent.filter(({ status }) => status >= 400).map(({ path, status }) => `${status} ${path}`);
  if (failed.length > 0)
    throw new Error(`the engine requested files that do not exist: ${failed.join(", ")}`);
  const bytesOf = (answered) => answered.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    answers,
    sent: {
      requests: sent.length,
      bytes: bytesOf(sent),
      codeBytes: bytesOf(sent.filter(({ path }) => isCode(path))),
      received: browser.received,
    },
  };
}
