/** The box's sentences: complete in every language, with its plurals; the author's own. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { isEnglish } from "../src/client/language-choice.js";
import { learnWord, searchWord } from "../src/ui/shell/search-word.js";
import { choose } from "../src/ui/strings/choose.js";
import { ENGLISH as SHOWN } from "../src/ui/strings/en.js";
import { ENGLISH_ASK } from "../src/ui/strings/en-ask.js";
import { ENGLISH_BROWSE } from "../src/ui/strings/en-browse.js";
import { ENGLISH_STEPS } from "../src/ui/strings/en-steps.js";
import { LANGUAGES } from "../src/ui/strings/languages.js";
import { TAGS } from "../src/ui/strings/load-language.js";
import { withOwnStrings } from "../src/ui/strings/own-strings.js";
import { sentences } from "../src/ui/strings/sentences.js";
import { speaker, type StringKey, type Strings } from "../src/ui/strings/strings.js";

/** Both parts, as all other languages have them. */
const ENGLISH: Strings = { ...SHOWN, ...ENGLISH_ASK, ...ENGLISH_BROWSE, ...ENGLISH_STEPS };

const ALL: Readonly<Record<string, Strings>> = {
  en: ENGLISH,
  ...Object.fromEntries(
    await Promise.all(
      Object.entries(LANGUAGES).map(async ([tag, load]) => [tag, (await load()).strings] as const),
    ),
  ),
};

const entries = (strings: Strings) => Object.entries(strings) as [StringKey, string][];

/** Keys whose sentence may be the same as in English: words that both languages have. */
const SHARED = new Set<StringKey>([
  "quoted",
  "version",
  "filters",
  "suggestionCount",
  "kindPage",
  "kindSection",
  "kindCode",
  "askStop",
]);

/** Sentences with a count. */
const COUNTS: readonly StringKey[] = ["resultCount", "suggestionCount"];

/** How values are written in a sentence, each as often as it stands there. */
const values = (text: string) => (text.match(/\{\w*\}?/g) ?? []).toSorted();

test("there are at least 45 languages, each with sentences of its own", () => {
  assert.ok(Object.keys(ALL).length >= 45);
  const folder = join(process.cwd(), "src/ui/strings");
  const isOfLanguage = (name: string) =>
    readFileSync(join(folder, name), "utf8").includes("export const strings:");
  // A file that `LANGUAGES` forgets is loaded by nobody.
  const files = readdirSync(folder).filter(isOfLanguage);
  assert.deepEqual(
    files.toSorted(),
    Object.keys(LANGUAGES)
      .map((tag) => `${tag.toLowerCase()}.ts`)
      .toSorted(),
  );
  const hints = Object.values(ALL).map(({ hint }) => hint);
  assert.equal(new Set(hints).size, hints.length);
});

test("the guide names all languages", () => {
  const names = new Intl.DisplayNames("en", { type: "language" });
  const text = readFileSync(join(process.cwd(), "../docs/box.md"), "utf8");
  for (const tag of Object.keys(ALL)) {
    // Without variants: “Norwegian” of “Norwegian Bokmål”. Some versions of Node say “Bangla”.
    const [first = tag] = (names.of(tag.split("-")[0] ?? tag) ?? tag).split(" ");
    const name = first === "Bangla" ? "Bengali" : first;
    assert.match(text, new RegExp(`\\b${name}\\b`), `docs/box.md does not name ${name}`);
  }
});

for (const [language, strings] of Object.entries(ALL)) {
  test(`${language} has all sentences, their values and the forms of its plurals`, () => {
    assert.deepEqual(Object.keys(strings).toSorted(), Object.keys(ENGLISH).toSorted());
    const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
    for (const [key, text] of entries(strings)) {
      assert.ok(text.trim() === text && text !== "", key);
      if (language !== "en" && !SHARED.has(key)) assert.notEqual(text, ENGLISH[key], key);
      const forms = text.split("|");
      const rest = forms.pop() ?? "";
      const expected = values(ENGLISH[key].split("|").at(-1) ?? "");
      assert.deepEqual(values(rest), expected, key);
      assert.ok(forms.length === 0 || COUNTS.includes(key), key);
      for (const form of forms) {
        const [category = ""] = form.split(":", 1);
        assert.ok(categories.has(category), `${key} has a form for ${category}`);
        // “one” and “two” may be words.
        if (!/^(zero|one|two)$/.test(category)) assert.deepEqual(values(form), expected, key);
      }
    }
  });
}

test("a language with special plurals has a form for each of them", () => {
  for (const [language, strings] of Object.entries(ALL)) {
    const rules = new Intl.PluralRules(language);
    const needed = new Set(Array.from({ length: 200 }, (_, index) => rules.select(index + 1)));
    for (const key of COUNTS)
      for (const category of needed)
        if (!["one", "other"].includes(category))
          assert.ok(strings[key].includes(`${category}:`), `${language}: ${key} has no form for ${category}`);
  }
});

test("the first word is the same before and after the sentences are loaded", async () => {
  for (const [tag, { search }] of Object.entries(ALL)) {
    if (!searchWord(tag)) await learnWord(tag);
    assert.equal(searchWord(tag), search, tag);
  }
  assert.equal(searchWord("zh-TW"), ALL["zh-Hant"]?.search);
  for (const english of ["", "en-GB"]) assert.equal(searchWord(english), "Search");
  for (const unknown of ["ka", "constructor", "not a tag"]) {
    assert.equal(searchWord(unknown), undefined);
    await learnWord(unknown);
    assert.equal(searchWord(unknown), "Search");
  }
});

test("sentences that cannot be loaded are English, with the author's", async () => {
  const original = LANGUAGES["de"];
  const load = LANGUAGES as Record<string, unknown>;
  const problems: string[] = [];
  const say = () => sentences("de", '{"search":"Los"}', ENGLISH, (problem) => problems.push(problem));
  try {
    load["de"] = () => Promise.reject(new Error("cut"));
    assert.deepEqual(await say(), { language: "en", strings: { ...ENGLISH, search: "Los" } });
  } finally {
    load["de"] = original;
  }
  assert.deepEqual(problems, [
    "sentences in “de” could not be loaded, so the search speaks English: Error: cut",
  ]);
  assert.deepEqual(await say(), { language: "de", strings: { ...ALL["de"], search: "Los" } });
});

test("every sentence is used", () => {
  const folder = pathToFileURL(join(process.cwd(), "src/ui/"));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const code = sources
    .filter((name) => !name.startsWith("strings"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("");
  for (const key of Object.keys(ENGLISH)) assert.ok(code.includes(`"${key}"`), `${key} is not used`);
});

test("counts choose the form of their language", () => {
  const cases: [string, [number, string][]][] = [
    ["en", [[0, "0 results"], [1, "1 result"], [2, "2 results"]]],
    ["fr", [[0, "0 résultat"], [1, "1 résultat"], [2, "2 résultats"]]],
    ["pl", [[1, "1 wynik"], [3, "3 wyniki"], [5, "5 wyników"], [22, "22 wyniki"], [0, "0 wyników"]]],
    ["ru", [[1, "1 результат"], [2, "2 результата"], [11, "11 результатов"], [21, "21 результат"]]],
    ["cs", [[1, "1 výsledek"], [4, "4 výsledky"], [5, "5 výsledků"]]],
    ["ar", [[0, "لا نتائج"], [1, "نتيجة واحدة"], [2, "نتيجتان"], [5, "5 نتائج"], [40, "40 نتيجة"]]],
    ["he", [[1, "תוצאה אחת"], [2, "שתי תוצאות"], [3, "3 תוצאות"]]],
    ["sl", [[1, "1 rezultat"], [102, "102 rezultata"], [3, "3 rezultati"], [5, "5 rezultatov"]]],
    ["lt", [[1, "1 rezultatas"], [2, "2 rezultatai"], [10, "10 rezultatų"], [21, "21 rezultatas"]]],
    ["lv", [[0, "0 rezultātu"], [1, "1 rezultāts"], [2, "2 rezultāti"], [11, "11 rezultātu"]]],
    ["ro", [[1, "1 rezultat"], [19, "19 rezultate"], [20, "20 de rezultate"], [101, "101 rezultate"]]],
    ["be", [[1, "1 вынік"], [2, "2 вынікі"], [5, "5 вынікаў"], [21, "21 вынік"]]],
    ["sr", [[1, "1 резултат"], [3, "3 резултата"], [5, "5 резултата"], [21, "21 резултат"]]],
    ["eu", [[1, "Emaitza 1"], [2, "2 emaitza"]]],
    ["fi", [[1, "1 tulos"], [2, "2 tulosta"]]],
    ["hi", [[1, "1 नतीजा"], [2, "2 नतीजे"]]],
    ["ja", [[1, "1 件の結果"], [7, "7 件の結果"]]],
  ]; // prettier-ignore
  for (const [language, counts] of cases) {
    const say = speaker(ALL[language] as Strings, language);
    for (const [n, expected] of counts) assert.equal(say("resultCount", { n }), expected, language);
  }
});

test("values are filled in as they are", () => {
  const say = speaker(ENGLISH, "en");
  assert.equal(say("nothing", { query: "{query} $& |" }), "Nothing found for “{query} $& |”.");
  assert.equal(say("fellBack", {}), "Nothing found in version {version}; all versions are shown.");
});

test("the language that fits the page is chosen", () => {
  for (const [wanted, expected] of [
    ["de-AT", "de"],
    ["pt", "pt-BR"],
    ["pt-PT", "pt-PT"],
    ["pt_AO", "pt-PT"],
    ["no", "nb"],
    ["nn-NO", "nb"],
    ["iw", "he"],
    ["in", "id"],
    ["sr", "sr"],
    ["sr-ME", "sr-Latn"],
    ["sr-Latn-RS", "sr-Latn"],
    ["sh", "sr-Latn"],
    ["fa-AF", "fa"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh_HK", "zh-Hant"],
    ["ZH-hant", "zh-Hant"],
    ["uk", "uk"],
    ["ka", undefined],
    ["not a tag", undefined],
    ["", undefined],
  ]) {
    assert.equal(choose(wanted as string, TAGS), expected, wanted);
  }
  for (const tag of ["", "en", "en-GB", " EN_us "]) assert.ok(isEnglish(tag), tag);
  for (const tag of ["de", "enm", "es"]) assert.ok(!isEnglish(tag), tag);
});

test("an author's own sentences take the place of ours, if they are valid", () => {
  const cases: [string | undefined, Partial<Strings>, number][] = [
    [undefined, {}, 0],
    ["", {}, 0],
    ['{"search":"Find","copy":"Take"}', { search: "Find", copy: "Take" }, 0],
    ['{"search":1,"nosuch":"x","retry":"Again"}', { retry: "Again" }, 2],
    [`{"search":"${"x".repeat(501)}"}`, {}, 1],
    ['{"__proto__":"x","constructor":"y"}', {}, 2],
    ['["search"]', {}, 1],
    ["null", {}, 1],
    ["{search", {}, 1],
  ];
  for (const [attribute, changed, complaints] of cases) {
    const problems: string[] = [];
    const strings = withOwnStrings(ENGLISH, attribute, (problem) => problems.push(problem));
    assert.deepEqual(strings, { ...ENGLISH, ...changed }, String(attribute));
    assert.equal(problems.length, complaints, `${attribute}: ${problems.join("; ")}`);
  }
});
