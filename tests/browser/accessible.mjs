// What readers with other eyes, and screen readers, need of a page: axe-core, and contrast by our own measure.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { screenshot } from "./chromium.mjs";
import { contrasts, inBox } from "./contrast.mjs";
import { still } from "./still.mjs";

const require = createRequire(new URL("../../www/package.json", import.meta.url));
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds wrong, by default except with the landmarks of the page: rule, where, and why. */
export async function violations(page, rules = { region: { enabled: false } }) {
  await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"], rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${JSON.stringify(target)} ${failureSummary}`),
    );
  }, rules);
}

/** For the head of a page: it is dark for readers who prefer that. */
export const DARK_IF_ASKED = `<style>
@media (prefers-color-scheme: dark) { :root { color-scheme: dark; background: #111; color: #eee } }
</style>`;

/** Expects no violations, and texts of enough contrast, light and dark. `name` is that of the screenshots. */
export async function expectAccessible(page, name) {
  await page.evaluate(inBox);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await still(page);
    assert.deepEqual(await violations(page), [], colorScheme);
    const measured = await page.evaluate(contrasts);
    assert.ok(measured.length > 0);
    assert.deepEqual(
      measured.filter(([, ratio, wanted]) => ratio < wanted),
      [],
      colorScheme,
    );
    await screenshot(page, `${name}-${colorScheme}`);
  }
}
