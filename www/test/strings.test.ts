/** The box's sentences: complete in every language, with its plurals; the author's own. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { searchWord } from "../src/ui/shell/page-language.js";
import { isEnglish } from "../src/client/language-choice.js";
import { choose } from "../src/ui/strings/choose.js";
import { ENGLISH as SHOWN } from "../src/ui/strings/en.js";
import { ENGLISH_ASK } from "../src/ui/strings/en-ask.js";
import { LANGUAGES } from "../src/ui/strings/languages.js";
import { withOwnStrings } from "../src/ui/strings/own-strings.js";
import { speaker, type StringKey, type Strings } from "../src/ui/strings/strings.js";

/** Both parts, as all other languages have them. */
const ENGLISH: Strings = { ...SHOWN, ...ENGLISH_ASK };

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
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
]);

test("there are at least 16 languages", () => {
  assert.ok(Object.keys(LANGUAGES).length + 1 >= 16);
});

for (const [language, strings] of Object.entries({ en: ENGLISH, ...LANGUAGES })) {
  test(`${language} has all sentences, their values and the forms of its plurals`, () => {
    assert.deepEqual(Object.keys(strings), Object.keys(ENGLISH));
    const categories = new Set<string>(new Intl.PluralRules(language).resolvedOptions().pluralCategories);
    for (const [key, text] of entries(strings)) {
      assert.ok(text.trim() === text && text !== "", key);
      if (language !== "en" && !SHARED.has(key)) assert.notEqual(text, ENGLISH[key], key);
      const forms = text.split("|");
      const rest = forms.pop() ?? "";
      assert.deepEqual(placeholders(rest), placeholders(ENGLISH[key].split("|").at(-1) ?? ""), key);
      for (const form of forms) {
        const [category = ""] = form.split(":", 1);
        assert.ok(categories.has(category), `${key} has a form for ${category}`);
      }
    }
  });
}

test("the first word is the same before and after the sentences are loaded", () => {
  for (const [tag, { search }] of Object.entries<Strings>({ en: ENGLISH, ...LANGUAGES })) {
    assert.equal(searchWord(tag), search, tag);
  }
  assert.equal(searchWord("zh-TW"), LANGUAGES["zh-Hant"]?.search);
  assert.equal(searchWord("eo"), "Search");
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
    ["ja", [[1, "1 件の結果"], [7, "7 件の結果"]]],
  ]; // prettier-ignore
  for (const [language, counts] of cases) {
    const strings: Strings = language === "en" ? ENGLISH : (LANGUAGES[language] as Strings);
    const say = speaker(strings, language);
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
    ["pt-PT", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh_HK", "zh-Hant"],
    ["ZH-hant", "zh-Hant"],
    ["uk", "uk"],
    ["eo", undefined],
    ["not a tag", undefined],
    ["", undefined],
  ]) {
    assert.equal(choose(wanted as string, LANGUAGES)?.language, expected, wanted);
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
