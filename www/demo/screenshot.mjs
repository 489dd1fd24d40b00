// Takes the picture of the README and the guide, from a running demo: node screenshot.mjs http://127.0.0.1:8000/ box.webp
import { writeFileSync } from "node:fs";
import { launchChromium, newPage } from "../../tests/browser/chromium.mjs";

const [address, out] = process.argv.slice(2);
if (!out) {
  console.error(
    "screenshot.mjs: an address and a file expected: screenshot.mjs http://127.0.0.1:8000/ box.webp",
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
// Half the bytes of PNG; Playwright has no WebP of its own.
const devtools = await page.context().newCDPSession(page);
const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 70 });
writeFileSync(out, Buffer.from(data, "base64"));
await browser.close();
