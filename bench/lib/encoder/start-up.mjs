// An encoder's start: time from its files in memory to the first vector, and memory in use after that.
import { cosine } from "./vectors.mjs";
import { EncoderPage } from "./encoder-page.mjs";
import { checked } from "./vector-check.mjs";

/**
 * Starts an encoder in a new browser, because a process shares compiled modules. Returns `ms` until the first vector,
 * `loaded` until the encoder was ready, and the worker's memory after embedding all `texts`; `process` is the growth of
 * the renderers' memory since before the files were fetched.
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
