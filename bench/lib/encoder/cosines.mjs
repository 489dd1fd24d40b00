// How near the encoders' vectors are to the f32 model's, and Docfuse's two builds to each other.
import { cosine, largestDifference } from "./vectors.mjs";
import { EncoderPage } from "./encoder-page.mjs";
import { checked } from "./vector-check.mjs";

/** Texts that are handed over at a time. */
const BATCH = 20;

/**
 * Mean and minimum of the cosines by encoder, over `texts` as `{ text, ids, expected }`, with the text that has the
 * least; and the largest difference between numbers of the vectors of those that are `of` Docfuse.
 */
export async function cosines({ chromium, address }, encoders, texts) {
  const page = await EncoderPage.launch(chromium, address);
  const found = new Map();
  try {
    for (const encoder of encoders) {
      await page.open(encoder);
      await page.fetch(encoder);
      await page.load(encoder, texts[0]);
      found.set(encoder, await vectorsOf(page, encoder, texts));
    }
  } finally {
    await page.close();
  }
  const spreads = encoders.map((encoder) => [encoder.name, nearness(encoder, found.get(encoder), texts)]);
  const [first, second] = encoders.filter(({ of }) => of === "docfuse").map((encoder) => found.get(encoder));
  return { encoders: Object.fromEntries(spreads), builds: largestDifference(first, second) };
}

async function vectorsOf(page, encoder, texts) {
  const vectors = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH).map(({ text, ids }) => ({ text, ids }));
    vectors.push(...(await page.vectors(encoder, batch)));
  }
  return vectors;
}

function nearness({ name }, vectors, texts) {
  const all = vectors.map((vector, at) => cosine(vector, texts[at].expected));
  const found = checked(name, all);
  return { ...found, furthest: texts[all.indexOf(found.minimum)].text.slice(0, 80) };
}
