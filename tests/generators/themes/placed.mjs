// What a page must show once the box is in it, at each width: one search, which is seen and reached; nothing of the
// theme below it; the theme's own search gone, with its keys.
import { newPage, screenshot } from "../../browser/chromium.mjs";
import { giveLuminance } from "../core/luminance.mjs";

export const WIDTHS = [320, 360, 768, 1280];
const HEIGHTS = new Map([[1280, 800]]);
/** Of most themes' searches, besides Ctrl+K. */
const KEYS = ["/", "s", "f", "S"];

/** What each width shows of the pages of a site: "ok", or what is wrong, in bold. */
export async function readTheme(browser, url, site) {
  const visits = WIDTHS.flatMap((width) =>
    ["light", "dark"].flatMap((colours) =>
      site.pages
        .map((path, number) => ({ width, colours, path, number, isLast: number === site.pages.length - 1 }))
        .filter(({ isLast }) => colours === "light" || isLast),
    ),
  );
  const wrong = new Map(WIDTHS.map((width) => [width, new Set()]));
  // Most of the time, a page waits.
  const visiting = async () => {
    for (let visit = visits.shift(); visit; visit = visits.shift()) {
      for (const what of await visited(browser, url, site, visit)) wrong.get(visit.width).add(what);
    }
  };
  await Promise.all(Array.from({ length: 4 }, visiting));
  return WIDTHS.map((width) => [...wrong.get(width)]).map((all) =>
    all.length === 0 ? "ok" : `**${all.join("; ")}**`,
  );
}

/** What is wrong on one page. */
async function visited(browser, url, { name, dark }, { width, colours, path, number, isLast }) {
  const viewport = { width, height: HEIGHTS.get(width) ?? 740 };
  const { page, close } = await newPage(browser, { viewport, colorScheme: colours, hasTouch: width < 1000 });
  const slug = `${name.toLowerCase().replaceAll(/\W+/g, "-")}-${number}-${width}-${colours}`;
  try {
    await page.goto(new URL(path, url).href, { timeout: 90_000 });
    if (colours === "dark") await dark?.(page);
    await settled(page);
    if (isLast) await screenshot(page, slug);
    const wrong = await page.evaluate(faults);
    if (colours === "light" && isLast && width === 1280) wrong.push(...(await keyFaults(page)));
    const button = page.locator("docfuse-search button").first();
    const reached = await button.click({ timeout: 20_000 }).then(
      () => true,
      () => false,
    );
    if (!reached) return [...wrong, "no click"];
    await page.waitForTimeout(200);
    if (isLast) await screenshot(page, `${slug}-open`);
    await giveLuminance(page);
    return [...wrong, ...(await page.evaluate(dialogFaults))];
  } finally {
    await close();
  }
}

/** Until the box has found its place. */
async function settled(page) {
  await page.waitForFunction(() => customElements.get("docfuse-search"), undefined, { timeout: 60_000 });
  await page.waitForTimeout(700);
}

/** In the page. */
function faults() {
  const wrong = [];
  const THINGS = "a[href],button,input:not([type=hidden]),select,label,summary,img,svg,h1,[role=button]";
  const boxes = [...document.querySelectorAll("docfuse-search")].filter((box) => box.checkVisibility());
  if (boxes.length !== 1) return [`${boxes.length} boxes`];
  const [box] = boxes;
  const button = box.shadowRoot.querySelector("button").getBoundingClientRect();
  const { left, top, right, bottom } = button;
  if (left < 0 || top < 0 || right > document.documentElement.clientWidth || bottom > innerHeight) {
    return [`box at ${[left, top, right, bottom].map(Math.round)}`];
  }
  if (right - left < 24 || bottom - top < 24) wrong.push(`${right - left} × ${bottom - top} px`);
  for (let x = left + 4; x <= right - 4; x += 6) {
    for (let y = top + 4; y <= bottom - 4; y += 6) {
      const hit = document.elementFromPoint(x, y);
      if (hit !== box) return [`${hit?.localName}.${hit?.className} over the box`];
    }
  }
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // What readers saw or touched there without the box.
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return element.localName === "h1" ? [...range.getClientRects()] : [element.getBoundingClientRect()];
  };
  for (const thing of document.querySelectorAll(THINGS)) {
    if (thing.contains(box) || !isSeen(thing)) continue;
    for (const rect of lines(thing)) {
      const [x, y] = [
        Math.min(rect.right, right) + Math.max(rect.left, left),
        Math.min(rect.bottom, bottom) + Math.max(rect.top, top),
      ];
      const meets =
        rect.left < right - 1 && left < rect.right - 1 && rect.top < bottom - 1 && top < rect.bottom - 1;
      if (!meets || rect.width === 0) continue;
      const below = document.elementsFromPoint(x / 2, y / 2).find((each) => each !== box);
      if (below && (thing.contains(below) || below.contains(thing))) {
        if (thing.contains(below))
          wrong.push(`covers ${thing.localName}.${thing.className?.baseVal ?? thing.className}`);
      }
    }
  }
  // Searches of the theme that can still be seen.
  const isSearch = (element) =>
    /search/i.test(
      `${element.id} ${element.className?.baseVal ?? element.className} ${element.type} ${element.name} ${element.placeholder} ${element.ariaLabel} ${element.title}`,
    );
  for (const control of document.querySelectorAll("input:not([type=hidden]),button")) {
    if (control.closest("docfuse-search") || control.closest("dialog:not([open])")) continue;
    const { left, right, width, top } = control.getBoundingClientRect();
    const inPage = width > 1 && right > 0 && left < innerWidth && top + scrollY >= 0;
    if (isSearch(control) && inPage && isSeen(control))
      wrong.push(`also ${control.localName}#${control.id}.${control.className}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const before = document.documentElement.scrollWidth;
    box.style.display = "none";
    if (document.documentElement.scrollWidth < before) wrong.push("makes the page wider");
    box.style.display = "";
  }
  return wrong;
}

/** In the page, with the dialog open. */
function dialogFaults() {
  const dialog = (
    document.querySelector("docfuse-portal") ?? document.querySelector("docfuse-search")
  ).shadowRoot.querySelector("dialog");
  if (!dialog?.open) return ["no dialog"];
  const luminance = globalThis.luminanceBehind;
  const text = document.querySelector("main, [role=main], article, h1") ?? document.body;
  return luminance(dialog) < 0.5 === luminance(text) < 0.5 ? [] : ["dialog of other colours"];
}

/** Keys go to the box, or do nothing; none goes to the theme's search. */
async function keyFaults(page) {
  const wrong = [];
  for (const key of ["Control+k", ...KEYS]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
    const [focused, typed] = await page.evaluate(() => {
      const { activeElement: active } = document;
      return [active?.localName, /^(input|textarea)$/.test(active?.localName ?? "")];
    });
    const isOurs = ["Control+k", "/"].includes(key);
    if (isOurs ? !/^docfuse-/.test(focused) : typed) wrong.push(`${key} goes to ${focused}`);
    if (/^docfuse-/.test(focused)) {
      await page.keyboard.press("Escape");
      await page.waitForTimeout(50);
    }
  }
  return wrong;
}
