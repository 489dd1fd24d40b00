// Takes the picture of the search box in README: node screenshot.mjs DEMO_ADDRESS OUT.png
// The address is that of `docfuse serve` on the demo site.
import { launchChromium, newPage } from "../../tests/browser/chromium.mjs";

const [address, out] = process.argv.slice(2);
if (!address || !out) {
  console.error(
    "screenshot.mjs: an address and a file expected: screenshot.mjs http://127.0.0.1:8000/ box.png",
  );
  process.exit(2);
}
const browser = await launchChromium();
const { page } = await newPage(browser, {
  viewport: { width: 860, height: 560 },
  deviceScaleFactor: 1.25,
  colorScheme: "light",
});
await page.goto(new URL("ch04-01-what-is-ownership.html", address).href);
const input = page.locator("docfuse-search").locator("input");
await input.click();
// The second answer is the hybrid one: its vector is there.
await page.evaluate(async () => (await document.querySelector("docfuse-search").open()).whenReady());
await input.fill("share data between threads");
await page.waitForTimeout(1500);
await page.screenshot({ path: out });
await browser.close();
