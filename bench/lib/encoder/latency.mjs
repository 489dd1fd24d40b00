// Query latency: all encoders in one page, each in its own worker, in alternation.
import { percentile } from "../statistics.mjs";
import { EncoderPage } from "./encoder-page.mjs";
import { checked } from "./vector-check.mjs";

/** Rounds before the counted ones, in which Chromium optimizes the modules. */
const WARM_UP = 4;

/**
 * Percentiles in milliseconds by encoder and length, over all `rounds` and texts of that length, with the cosines of the
 * timed vectors. `timed` are texts `{ text, ids, expected }` by length.
 */
export async function latency({ chromium, address }, encoders, timed, rounds) {
  const page = await EncoderPage.launch(chromium, address);
  const samples = encoders.map((encoder) => ({
    encoder,
    lengths: new Map(Object.keys(timed).map((length) => [length, { times: [], cosines: [] }])),
  }));
  try {
    for (const encoder of encoders) {
      await page.open(encoder);
      await page.fetch(encoder);
      await page.load(encoder, Object.values(timed)[0][0]);
    }
    for (let round = -WARM_UP; round < rounds; round += 1) {
      for (const [length, texts] of Object.entries(timed)) {
        for (const { encoder, lengths } of turned(samples, round)) {
          const { times, cosines } = await page.time(encoder, texts);
          checked(encoder.name, cosines);
          if (round >= 0) lengths.get(length).times.push(...times);
          if (round === 0) lengths.get(length).cosines.push(...cosines);
        }
      }
    }
  } finally {
    await page.close();
  }
  return Object.fromEntries(
    samples.map(({ encoder, lengths }) => [
      encoder.name,
      Object.fromEntries([...lengths].map(([length, sample]) => [length, summary(encoder, sample)])),
    ]),
  );
}

/** Rotates `items`, so that another one comes first in each round. */
export function turned(items, round) {
  const first = ((round % items.length) + items.length) % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function summary({ name }, { times, cosines }) {
  return {
    count: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    cosines: checked(name, cosines),
  };
}
