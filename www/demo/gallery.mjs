// How the box looks on sites, at four sizes, light and dark: node gallery.mjs OUT [SITE PAGE QUERY]…
//
// SITE is a site with the box of `docfuse build --inject`, PAGE one of its pages, on which QUERY is typed into the dialog that
// Ctrl+K opens. Writes OUT/looks-NAME.webp, a sheet of eight pictures for each, and prints what moved (the browser's layout
// shifts) from the first key on; nothing should.
import { writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { launchChromium, newPage } from "../../tests/browser/chromium.mjs";
import { serve } from "../../tests/browser/server.mjs";

const SIZES = [
  [1280, 800],
  [768, 900],
  [360, 720],
  [640, 400],
];
const SCHEMES = ["light", "dark"];
/** Of a picture on its sheet, beside that of the window. */
const SCALE = 0.4;
const QUALITY = 60;

const [out, ...given] = process.argv.slice(2);
if (!out || given.length === 0 || given.length % 3 > 0) {
  process.stderr.write("usage: node gallery.mjs OUT [SITE PAGE QUERY]…\n");
  process.exit(2);
}
const browser = await launchChromium();
for (let at = 0; at < given.length; at += 3) await sheet(given[at], given[at + 1], given[at + 2]);
await browser.close();

async function sheet(site, at, query) {
  const server = await serve(resolve(site));
  const pictures = [];
  for (const colorScheme of SCHEMES)
    for (const [width, height] of SIZES) {
      const options = { colorScheme, viewport: { width, height } };
      const { picture, moved } = await take(options, new URL(at, server.url).href, query);
      pictures.push({ picture, width, colorScheme });
      process.stdout.write(`${basename(site)} ${width} × ${height} ${colorScheme}: moved by ${moved}\n`);
    }
  await server.close();
  await write(join(out, `looks-${basename(site)}.webp`), pictures);
}

/** The picture of one dialog with its results, and the sum of the layout shifts. */
async function take(options, address, query) {
  const { page, close } = await newPage(browser, { ...options, isMobile: options.viewport.width < 700 });
  await page.goto(address);
  await page.waitForFunction(() => customElements.get("docfuse-search"));
  await page.keyboard.press("Control+k");
  const box = page.locator("docfuse-search");
  const input = page.getByRole("combobox");
  await input.waitFor();
  await page.evaluate(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value;
    }).observe({ type: "layout-shift" });
  });
  const answered = box.evaluate(
    (host, text) =>
      new Promise((resolve) =>
        host.addEventListener("docfuse-answer", ({ detail }) => detail.query === text && resolve()),
      ),
    query,
  );
  await input.pressSequentially(query, { delay: 60 });
  await answered;
  await page.waitForLoadState("networkidle");
  const picture = await page.screenshot();
  const moved = await page.evaluate(() => globalThis.moved);
  await close();
  return { picture, moved };
}

/** Half the bytes of PNG; Playwright has no WebP of its own. */
async function write(file, pictures) {
  const images = pictures.map(
    ({ picture, width }) =>
      `<img width="${Math.round(width * SCALE)}" src="data:image/png;base64,${picture.toString("base64")}">`,
  );
  const total = SIZES.reduce((sum, [width]) => sum + Math.round(width * SCALE) + 12, 12);
  const { page, close } = await newPage(browser, { viewport: { width: total, height: 400 } });
  await page.setContent(
    `<body style="margin:0;background:#888"><div style="display:grid;grid-template-columns:repeat(${SIZES.length},auto);
    justify-content:start;align-items:start;gap:12px;padding:12px">${images.join("")}</div>`,
  );
  const devtools = await page.context().newCDPSession(page);
  const { height } = await page.locator("div").boundingBox();
  const clip = { x: 0, y: 0, width: total, height, scale: 1 };
  const shot = { format: "webp", quality: QUALITY, clip, captureBeyondViewport: true };
  const { data } = await devtools.send("Page.captureScreenshot", shot);
  writeFileSync(file, Buffer.from(data, "base64"));
  await close();
}
