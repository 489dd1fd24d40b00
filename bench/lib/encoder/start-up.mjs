// What an encoder costs until it answers: time from its files in memory, and the memory that it holds then.
import { cosine } from "./vectors.mjs";
import { EncoderPage } from "./encoder-page.mjs";
import { checked } from "./vector-check.mjs";

/**
 * One start of an encoder, in a browser of its own: compiled modules are shared within a process. `ms` until the first
 * vector, of which `loaded` until it could begin; then the worker's memory once it has embedded all of `texts`. There,
 * `process` is what the renderers hold more than before the files came.
 */
export async function coldStart({ chromium, address }, encoder, texts) {
  const page = await EncoderPage.launch(chromium, address);
  try {
    await page.open(encoder);
    const before = await page.memory(encoder);
    await page.fetch(encoder);
    const { ms, loaded, vector } = await page.load(encoder, texts[0]);
    const { cosines } = await page.time(encoder, texts);
    checked(encoder.name, [cosine(vector, texts[0].expected), ...cosines]);
    const ready = await page.memory(encoder);
    return { ms, loaded, ...ready, process: ready.process - before.process };
  } finally {
    await page.close();
  }
}
