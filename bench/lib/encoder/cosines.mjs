// Cosines of the encoders' vectors to the f32 model's.
import { cosine } from "./vectors.mjs";
import { EncoderPage } from "./encoder-page.mjs";
import { checked } from "./vector-check.mjs";

/** Number of texts in one call. */
const BATCH = 20;

/**
 * By encoder: mean and minimum of the cosines over `texts` (`{ text, ids, expected }`), and the text with the minimum.
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
  return { encoders: Object.fromEntries(spreads) };
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
