// Waits for what a page shows to come to rest.
import { isDeepStrictEqual } from "node:util";

/** What a test waits for comes within this time on a machine with many times more to do than it can; else never. */
export const PATIENCE_MS = 240_000;

/** Resolves when the animations that end have ended, in shadow trees too, and a frame was drawn behind them. */
export const still = (page) =>
  page.evaluate(async () => {
    const roots = (root) => [
      root,
      ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
    ];
    const ends = ({ effect }) => effect.getComputedTiming().endTime !== Infinity;
    const moving = [...new Set(roots(document).flatMap((root) => root.getAnimations()))].filter(ends);
    await Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });

/** Resolves when the window, or a body that scrolls in its place, has scrolled, and no more. */
export async function scrolled(page) {
  await page.waitForFunction(() => scrollY + document.body.scrollTop > 0);
  await page.evaluate(async () => {
    for (let before = NaN; before !== scrollY + document.body.scrollTop;) {
      before = scrollY + document.body.scrollTop;
      for (let left = 10; left > 0; left -= 1) await new Promise(requestAnimationFrame);
    }
  });
}

/** Resolves when `isSo` gives true; fails with `what`, or what it gives, was expected. */
export async function until(isSo, what) {
  for (const deadline = Date.now() + PATIENCE_MS; !(await isSo());) {
    if (Date.now() > deadline)
      throw new Error(`${typeof what === "string" ? what : what()}: expected, not found in time`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Resolves when what `see` gives is equal to `wanted`. */
export async function untilSeen(see, wanted, what) {
  let seen;
  await until(
    async () => isDeepStrictEqual((seen = await see()), wanted),
    () => `${what}: ${JSON.stringify(seen)} found, ${JSON.stringify(wanted)}`,
  );
}

/**
 * Resolves after a time in which something would happen that must not, or that the product itself measures. What must
 * happen is waited for by `until`. A busy machine only makes such a test see less.
 */
export const meanwhile = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
