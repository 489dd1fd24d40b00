// Takes the picture of the README and the guide, from a running demo: node screenshot.mjs http://127.0.0.1:8000/ box.png
import { launchChromium, newPage } from "../../tests/browser/chromium.mjs";

const [address, out] = process.argv.slice(2);
if (!out) {
  console.error(
    "screenshot.mjs: an address and a file expected: screenshot.mjs http://127.0.0.1:8000/ box.png",
  );
  process.exit(2);
}
const browser = await launchChromium();
const { page } = await newPage(browser, {
  viewport: { width: 920, height: 560 },
  colorScheme: "light",
});
await page.goto(new URL("ch04-01-what-is-ownership.html", address).href);
const box = page.locator("docfuse-search");
await box.evaluate((element) => element.setAttribute("layout", "modal"));
await box.getByRole("button").first().click();
const input = box.getByRole("combobox");
await input.waitFor();
// The second answer is the hybrid one: its vector is there.
await box.evaluate(async (element) => (await element.open()).whenReady());
await input.pressSequentially("share data between threads");
await page.waitForTimeout(1500);
await page.keyboard.press("ArrowDown");
await page.waitForTimeout(1000);
await page.screenshot({ path: out });
await browser.close();
