// Takes the pictures of the README and the guide, from a running demo:
//   node screenshots.mjs http://127.0.0.1:8000/ ../../docs/images
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launchChromium, newPage } from "../../tests/browser/chromium.mjs";

const [address, folder] = process.argv.slice(2);
if (!folder) {
  console.error("screenshots.mjs: expected an address and a folder, as http://127.0.0.1:8000/ docs/images");
  process.exit(2);
}
const QUERY = "share data between threads";
const PAGE = "ch04-01-what-is-ownership.html";
const WINDOW = { width: 920, height: 560 };

const browser = await launchChromium();
await take("box", { viewport: WINDOW, at: PAGE, show: dialog });
await take("box-dark", { viewport: WINDOW, colorScheme: "dark", at: PAGE, show: dialog });
await take("box-phone", { viewport: { width: 360, height: 640 }, at: PAGE, show: dialog });
await take("playground", { viewport: { width: 1100, height: 760 }, at: "__docfuse/", show: playground });
await browser.close();

async function take(name, { at, show, ...options }) {
  const { page, close } = await newPage(browser, { colorScheme: "light", ...options });
  await page.goto(new URL(at, address).href);
  await show(page);
  // Half the bytes of PNG; Playwright has no WebP of its own.
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 70 });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
  await close();
}

async function dialog(page) {
  const box = page.locator("docfuse-search");
  await box.evaluate((element) => element.setAttribute("layout", "modal"));
  await box.getByRole("button").first().click();
  const input = box.getByRole("combobox");
  await input.waitFor();
  // The second answer is the hybrid one: its vector is there.
  await box.evaluate(async (element) => (await element.open()).whenReady());
  await input.pressSequentially(QUERY);
  await page.waitForTimeout(1500);
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(1000);
}

async function playground(page) {
  const input = page.getByRole("searchbox").first();
  await input.fill(QUERY);
  await input.press("Enter");
  await page.waitForTimeout(3000);
}
