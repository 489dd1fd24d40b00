/** The shell of the search box without a browser: its attributes, and how it tells dark pages from light ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "../src/ui/settings.js";
import { readConfig } from "../src/ui/shell/config.js";
import { complainOf } from "../src/ui/strings/invalid-attributes.js";
import { isDark, lightnessOf } from "../src/ui/shell/page-theme.js";

/** An element with these attributes on a page in English. */
function element(attributes: Record<string, string>): Element {
  const page = { getAttribute: () => "en" };
  const fake = { getAttribute: (name: string) => attributes[name] ?? null, closest: () => page };
  return fake as unknown as Element;
}

const read = (box: Element) => readSettings(box, readConfig(box));

test("attributes have defaults, which also stand for what is invalid", () => {
  const defaults = read(element({}));
  const { layout, language, encoder, limit, maxPerPage, hotkeys, instance, recent, preview } = defaults;
  assert.deepEqual(
    { layout, language, encoder, limit, maxPerPage, hotkeys, instance, recent, preview },
    {
      layout: "inline",
      language: "en",
      encoder: "auto",
      limit: 10,
      maxPerPage: 3,
      hotkeys: [],
      instance: "",
      recent: true,
      preview: true,
    },
  );
  const invalid = { layout: "popup", encoder: "on", limit: "0", "max-per-page": "1.5", recent: "no" };
  assert.deepEqual(read(element(invalid)), { ...defaults, invalid });
  for (const limit of ["-3", "many", "Infinity", "1e400", "0"]) {
    const config = read(element({ limit }));
    assert.deepEqual([config.limit, config.invalid], [10, { limit }]);
  }
  for (const limit of ["101", "2000", "9".repeat(400)]) {
    const config = read(element({ limit, "max-per-page": limit }));
    assert.deepEqual([config.limit, config.maxPerPage, config.invalid], [100, 100, undefined], limit);
  }
  const empty = { layout: "", encoder: "", dense: "", limit: "", recent: "", preview: "" };
  assert.deepEqual(read(element(empty)), defaults);
  const valid = {
    layout: "inline",
    encoder: "auto",
    dense: "auto",
    limit: "10",
    recent: "on",
    preview: "on",
  };
  assert.deepEqual(read(element(valid)), defaults);
});

test("authors are told what an invalid attribute must be, and what it is", () => {
  const attributes = {
    layout: "popup",
    encoder: "yes",
    dense: "no",
    limit: "x",
    recent: "1",
    preview: "0",
    theme: "night",
  };
  const { invalid } = read(element({ ...attributes, "max-per-page": "y".repeat(500) }));
  const told: string[] = [];
  complainOf(invalid, (problem) => told.push(problem));
  assert.equal(told.length, 8);
  assert.ok(
    told.includes('the attribute encoder must be auto, eager or off, found "yes"; the default counts'),
    told.join("\n"),
  );
  assert.ok(
    told.includes('the attribute limit must be a whole number from 1 to 100, found "x"; the default counts'),
  );
  assert.ok(!told.some((problem) => problem.includes("undefined") || problem.length > 200));
  complainOf(undefined, () => assert.fail());
});

test("the button has keys of its own, unless the author sets them", () => {
  const keys = (attributes: Record<string, string>) =>
    read(element(attributes)).hotkeys.map(({ key, control }) => `${control ? "ctrl+" : ""}${key}`);
  assert.deepEqual(keys({ layout: "modal" }), ["ctrl+k", "/"]);
  assert.deepEqual(keys({ layout: "modal", hotkey: "" }), []);
  assert.deepEqual(keys({ hotkey: "s" }), ["s"]);
  assert.deepEqual(keys({ hotkey: " Ctrl+J   / " }), ["ctrl+j", "/"]);
  assert.deepEqual(keys({ hotkey: "cmd+k alt+s ctrl++" }), ["ctrl+k", "ctrl++"]);
  for (const [hotkey, isWrong] of [
    ["  ctrl+k  / cmd+j meta+? F2 + ctrl++", false],
    ["alt+k", true],
    ["/ ctrl+shift+k", true],
  ] as const) {
    const told: string[] = [];
    complainOf(read(element({ hotkey })).invalid, (problem) => told.push(problem));
    const problem = `the attribute hotkey must be keys such as ctrl+k, cmd+k or /, found "${hotkey}"; other keys do not count`;
    assert.deepEqual(told, isWrong ? [problem] : []);
  }
});

test("the lightness of computed colours, in each notation that browsers use", () => {
  for (const [colour, expected] of [
    ["rgb(255, 255, 255)", 1],
    ["rgb(0, 0, 0)", 0],
    ["rgba(255, 255, 255, 0.9)", 1],
    ["rgb(27 27 31)", 0.11],
    ["color(srgb 0.1 0.1 0.1)", 0.1],
    ["color(srgb 1 1 1 / 0.8)", 1],
    ["oklch(0.21 0.03 264)", 0.21],
    ["oklab(0.98 0 -0.01)", 0.98],
    ["lab(90 0 0)", 0.9],
    ["lch(10 20 30)", 0.1],
    ["rgb(0, 0, 255)", 0.11],
    ["rgb(255, 255, 0)", 0.89],
  ] as const) {
    const lightness = lightnessOf(colour);
    assert.ok(lightness !== undefined && Math.abs(lightness - expected) < 0.02, `${colour}: ${lightness}`);
  }
  for (const colour of [
    "rgba(0, 0, 0, 0)",
    "transparent",
    "",
    "rgba(0, 0, 0, 0.2)",
    "color(xyz 0.1 0.1 0.1)",
  ]) {
    assert.equal(lightnessOf(colour), undefined, colour);
  }
});

test("a page is dark by the background of its body, else of its root, else by its text", () => {
  const none = "rgba(0, 0, 0, 0)";
  for (const [body, root, text, expected] of [
    ["rgb(20, 20, 20)", "rgb(255, 255, 255)", "rgb(0, 0, 0)", true],
    ["rgb(250, 250, 250)", "rgb(0, 0, 0)", "rgb(0, 0, 0)", false],
    [none, "rgb(13, 17, 23)", "rgb(0, 0, 0)", true],
    [none, none, "rgb(230, 230, 230)", true],
    [none, none, "rgb(0, 0, 0)", false],
    [none, none, "color(xyz 1 1 1)", false],
  ] as const) {
    const styles = [
      { backgroundColor: body, color: text },
      { backgroundColor: root, color: text },
    ];
    assert.equal(isDark(styles), expected, `${body} ${root} ${text}`);
  }
});
