// How searches look on a site, at four sizes: node gallery.mjs OUT light|dark PAGE QUERY FOLDER…
//
// FOLDER is a copy of the site with a search that Ctrl+K opens: that of `docfuse build --inject`, or one to compare with. QUERY is
// typed on its page PAGE. Writes OUT/looks-SITE-QUERY-light.webp, a sheet with a row for each folder; SITE is the name of the
// first. Prints what moved (the browser's layout shifts) from the first key on; nothing should.
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
/** Of a picture on its sheet, beside that of the window. */
const SCALE = 0.4;
const QUALITY = 50;
/** What is still for so long has answered. */
const STILL_MS = 1000;

const [out, colorScheme, at, query, ...folders] = process.argv.slice(2);
if (!["light", "dark"].includes(colorScheme) || folders.length === 0) {
  process.stderr.write("usage: node gallery.mjs OUT light|dark PAGE QUERY FOLDER…\n");
  process.exit(2);
}
const browser = await launchChromium();
const pictures = [];
for (const folder of folders) {
  const server = await serve(resolve(folder));
  for (const [width, height] of SIZES) {
    const options = { colorScheme, viewport: { width, height }, isMobile: width < 700 };
    const { picture, moved } = await take(options, new URL(at, server.url).href);
    pictures.push({ picture, width });
    process.stdout.write(`${folder} ${width} × ${height}: moved by ${moved}\n`);
  }
  await server.close();
}
const name = ["looks", basename(folders[0]), query.replace(/\W+/g, "-"), colorScheme].join("-");
await write(join(out, `${name}.webp`));
await browser.close();

/** The picture of a search with its results, and the sum of the layout shifts. */
async function take(options, address) {
  const { page, close } = await newPage(browser, options);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  await page.waitForFunction(inputHas, "");
  await page.evaluate(() => {
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) globalThis.moved += value;
    }).observe({ type: "layout-shift" });
  });
  await page.keyboard.type(query, { delay: 60 });
  let picture;
  for (let before; !before?.equals(picture);) {
    before = picture;
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(STILL_MS);
    // A script that is behind with drawing may have lost keys.
    if (!(await page.evaluate(inputHas, query))) {
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(query);
      before = undefined;
    }
    picture = await page.screenshot({ caret: "hide", animations: "disabled" });
  }
  const moved = await page.evaluate(() => globalThis.moved);
  await close();
  return { picture, moved };
}

/** In the page: whether the focus is in an input with this text. */
function inputHas(text) {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.localName === "input" && active.value === text;
}

/** Half the bytes of PNG; Playwright has no WebP of its own. */
async function write(file) {
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
