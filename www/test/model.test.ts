/** `SearchModel` without a page: filters and versions, paging, late answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { QueryOptions } from "../src/client/query-options.js";
import type { Answer, Hit } from "../src/shared/protocol.js";
import { SearchModel } from "../src/ui/model.js";
import type { Source } from "../src/ui/search-source.js";

type Asked = QueryOptions & { readonly text: string };

interface Site {
  readonly model: SearchModel;
  readonly source: Source;
  readonly asked: Asked[];
  /** The ranking, of which an answer has the first `limit` hits. */
  urls: string[];
  /** Versions by URL; the others have none. */
  versions: Readonly<Record<string, string>>;
  /** That of the page. */
  version: string;
  /** Gives a query, by default the last, a late answer with these hits. */
  late(urls: string[], query?: Asked): void;
}

function hit(url: string): Hit {
  const text = { title: "", heading: "", path: [], excerpt: "", highlights: [] };
  return {
    url,
    page: url.split("#")[0] ?? "",
    href: `https://docs.example/${url}`,
    also: [],
    meta: {},
    score: 1,
    ...text,
  };
}

function site(urls: string[], version = "", versions: Site["versions"] = {}): Site {
  const asked: Asked[] = [];
  const answer = (text: string, { filters, limit = 10 }: QueryOptions, ranking = made.urls): Answer => {
    const wanted = filters?.["version"] as readonly string[] | undefined;
    const found = ranking.filter((url) => !wanted || wanted.some((it) => it === (made.versions[url] ?? "")));
    const counts: Record<string, number> = {};
    for (const url of found) {
      const own = made.versions[url];
      if (own !== undefined) counts[own] = (counts[own] ?? 0) + 1;
    }
    const facets = Object.keys(made.versions).length > 0 ? { version: counts } : {};
    const hits = found.slice(0, limit).map(hit);
    const rest = {
      mode: "hybrid",
      degraded: null,
      corrections: [],
      suggestions: [],
      docAggregates: null,
      pending: [],
    } as const;
    return { query: text, total: found.length, facets, hits, tookMs: { engine: 0, total: 0 }, ...rest };
  };
  const source: Source = {
    language: undefined,
    open: () =>
      Promise.resolve({
        language: source.language ?? "en",
        languages: ["en", "de"],
        offers: undefined,
        site: new URL("https://docs.example/"),
        query: (text: string, options: QueryOptions = {}) => {
          asked.push({ text, ...options });
          return Promise.resolve(answer(text, options));
        },
      }),
    typed: () => undefined,
    close: () => undefined,
  };
  const settings = () => ({ limit: 3, maxPerPage: 2, version: made.version, textLength: 100 });
  const late: Site["late"] = (ranking, query = asked.at(-1)) =>
    query?.onUpdate?.(answer(query.text, { limit: 10 }, ranking));
  const made: Site = {
    model: new SearchModel(source, settings),
    source,
    asked,
    urls,
    versions,
    version,
    late,
  };
  return made;
}

const shown = ({ model }: Site) => model.groups.flatMap(({ hits }) => hits.map(({ url }) => url));

test("further hits are added below, none twice and none left out, even if the ranking changes", async () => {
  const found = site(["a", "b", "c", "d", "e", "f", "g"]);
  await found.model.search("x");
  assert.deepEqual(shown(found), ["a", "b", "c"]);
  found.urls = ["g", "a", "d", "b", "c", "e", "f"]; // the encoder came
  await found.model.more();
  assert.deepEqual(shown(found), ["a", "b", "c", "g", "d", "e"]);
  await found.model.more();
  assert.deepEqual(shown(found), ["a", "b", "c", "g", "d", "e", "f"]);
  const { length } = found.asked;
  await found.model.more();
  assert.equal(found.asked.length, length, "all are shown");
});

test("what was seen of a search comes back as it was, and is not asked for", async () => {
  const found = site(["a#1", "b", "c", "d"]);
  found.model.addSight(() => 1);
  await found.model.search("how does x work");
  found.late(["e", "a#2", "a#1", "f"]);
  const { seen } = found.model;
  assert.deepEqual([shown(found), found.model.missed?.url], [["a#1", "e", "a#2", "f"], "e"]);
  assert.ok(seen);
  const again = site(["d", "c"]);
  const hits = seen[0].flatMap((group) => group.hits);
  await again.model.search("how does x work", [seen[0], { ...seen[1], hits }, seen[2]]);
  assert.deepEqual([shown(again), again.model.missed?.url], [["a#1", "e", "a#2", "f"], "e"]);
  assert.deepEqual([again.asked, again.model.isCurrent, again.model.status], [[], true, "answered"]);
  await again.model.search("y");
  assert.deepEqual(shown(again), ["d", "c"]);
});

test("of a text that is not answered yet, nothing was seen", async () => {
  const found = site(["a"]);
  await found.model.search("x");
  found.model.type("xy");
  assert.equal(found.model.seen, undefined);
  found.model.end();
});

test("at most 100 hits are shown", async () => {
  const found = site(Array.from({ length: 300 }, (_, n) => `p${n}`));
  await found.model.search("x");
  for (let page = 0; page < 60; page += 1) await found.model.more();
  assert.equal(shown(found).length, 100);
  assert.ok(found.asked.length < 40);
});

test("filters that the reader chose are asked, with counts", async () => {
  const found = site(["a"]);
  found.model.selection.start({ kind: ["api"] });
  await found.model.search("x");
  found.model.selection.toggle("kind", "guide");
  await found.model.ask();
  assert.deepEqual(
    found.asked.map(({ filters }) => filters),
    [{ kind: ["api"] }, { kind: ["api", "guide"] }],
  );
  assert.ok(found.asked.every(({ facets, textLength }) => facets && textLength === 100));
});

test("a search is limited to the version of the page and pages without one, until the reader looks into all", async () => {
  const found = site(["new", "old", "blog"], "2.0,latest", { new: "2.0", old: "1.0" });
  const { model } = found;
  await model.search("x");
  assert.deepEqual(shown(found), ["new", "blog"]);
  assert.deepEqual(model.selection.scope, { version: "2.0", applies: true });
  model.selection.toggleVersion();
  await model.ask();
  assert.deepEqual(shown(found), ["new", "old", "blog"]);
  assert.deepEqual(model.selection.scope, { version: "2.0", applies: false });
  model.selection.toggleVersion();
  await model.ask();
  assert.deepEqual(shown(found), ["new", "blog"]);
});

test("where the version has nothing, all versions are searched for this text", async () => {
  const found = site(["old"], "2.0", { old: "1.0" });
  const { model } = found;
  await model.search("x");
  assert.deepEqual([shown(found), model.selection.fellBack], [["old"], true]);
  found.urls = ["new"];
  found.versions = { new: "2.0" };
  await model.search("y");
  assert.deepEqual([shown(found), model.selection.fellBack], [["new"], false]);
  assert.deepEqual(model.selection.scope, { version: "2.0", applies: true });
});

test("a reader who types on while nothing is found in the version still gets all versions", async () => {
  const found = site(["old"], "2.0", { old: "1.0" });
  const { model } = found;
  const asking = model.search("x");
  model.type("xy");
  await asking;
  while (model.isAsking) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([shown(found), model.isCurrent, model.selection.fellBack], [["old"], true, true]);
});

test("an answer for another version of the page is not current, and the next one follows it", async () => {
  const found = site(["new", "old"], "2.0", { new: "2.0", old: "1.0" });
  const { model } = found;
  await model.search("x");
  assert.deepEqual([shown(found), model.isCurrent], [["new"], true]);
  found.version = "1.0";
  assert.equal(model.isCurrent, false);
  await model.ask();
  assert.deepEqual([shown(found), model.isCurrent], [["old"], true]);
  // All versions were searched for this text in another version.
  found.version = "3.0";
  await model.ask();
  assert.deepEqual([shown(found), model.selection.fellBack], [["new", "old"], true]);
  found.version = "1.0";
  await model.ask();
  assert.deepEqual([shown(found), model.selection.fellBack], [["old"], false]);
});

test("a version of the author's filters, and a site without versions, leave nothing to limit", async () => {
  const other = site(["old"], "2.0", { old: "1.0" });
  other.model.selection.start({ version: ["1.0"] });
  await other.model.search("x");
  assert.deepEqual(other.asked[0]?.filters, { version: ["1.0"] });
  assert.equal(other.model.selection.scope, undefined);
  const single = site([], "2.0");
  await single.model.search("x");
  assert.equal(single.model.selection.scope, undefined);
  assert.equal(single.asked.length, 1, "nothing to fall back to");
});

test("without filters, nothing is left out", async () => {
  const found = site(["new", "old"], "2.0", { new: "2.0", old: "1.0" });
  const { selection } = found.model;
  selection.start({ kind: ["nosuch"] });
  await found.model.search("x");
  assert.ok(selection.isNarrow);
  selection.widen();
  await found.model.ask();
  assert.deepEqual([found.asked.at(-1)?.filters, selection.isNarrow], [{}, false]);
});

test("what is emptied offers no filters of its last query, but the chosen ones", async () => {
  const { model } = site(["new", "old"], "", { new: "2.0", old: "1.0" });
  await model.search("x");
  const shown = () =>
    model.selection.chips.map(({ chips }) => chips.map(({ value, count }) => [value, count]));
  assert.deepEqual(shown().flat().flat().sort(), [1, 1, "1.0", "2.0"]);
  model.clear();
  assert.deepEqual(shown(), []);
  await model.search("x");
  model.selection.toggle("version", "1.0");
  await model.ask();
  model.clear();
  assert.ok(
    shown()
      .flat()
      .every(([, count]) => count === undefined),
  );
  assert.ok(model.selection.chips[0]?.chips.some(({ value, pressed }) => value === "1.0" && pressed));
});

test("another language of the site is searched on request", async () => {
  const { model } = site(["a"]);
  await model.search("x");
  assert.deepEqual([model.language, model.languages], ["en", ["en", "de"]]);
  await model.searchIn("de");
  assert.equal(model.language, "de");
  assert.equal(model.chosen[2], "de");
  model.reset();
  assert.equal(model.chosen[2], undefined, "another index");
});

test("a query is asked for from the key that begins it until it is answered", async () => {
  const { model } = site(["a"]);
  assert.equal(model.isAsking, false);
  model.type("x");
  assert.equal(model.isAsking, true);
  const asked = model.ask();
  assert.equal(model.isAsking, true);
  await asked;
  assert.equal(model.isAsking, false);
  model.type("y");
  model.cancel();
  assert.equal(model.isAsking, false);
});

const QUESTION = "how do x";

test("a late answer goes on below what is in sight; its order comes when the list is opened again", async () => {
  const found = site(["a", "b", "c"]);
  const { model } = found;
  let inSight = 2;
  model.addSight(() => inSight);
  await model.search(QUESTION);
  found.late(["d", "c", "a"]);
  assert.deepEqual(shown(found), ["a", "b", "d", "c"]);
  assert.equal(model.missed?.url, "d");
  model.renew();
  assert.deepEqual(shown(found), ["d", "c", "a"]);
  assert.equal(model.missed, undefined);
  inSight = 0; // nobody sees it
  found.late(["e", "a"]);
  assert.deepEqual(shown(found), ["e", "a"]);
});

for (const text of ["x", "os.path", "git commit -am", '"an exact phrase"'])
  test(`of ${text}, a name or a command, no late hit is named, and the order comes later`, async () => {
    const found = site(["a", "b", "c"]);
    const { model } = found;
    model.addSight(() => 3);
    await model.search(text);
    found.late(["d", "a"]);
    assert.deepEqual([shown(found), model.missed], [["a", "b", "c", "d"], undefined]);
    model.renew();
    assert.deepEqual(shown(found), ["d", "a"]);
  });

test("of hits that are in sight, in another order, none is named", async () => {
  const found = site(["a", "b", "c"]);
  const { model } = found;
  model.addSight(() => 3);
  await model.search(QUESTION);
  found.late(["c", "b", "a", "d"]);
  assert.deepEqual([shown(found), model.missed], [["a", "b", "c", "d"], undefined]);
  model.renew();
  assert.deepEqual(shown(found), ["c", "b", "a", "d"]);
});

test("of an order that differs only below the first hits, none is named", async () => {
  const found = site(["a", "b", "c"]);
  const { model } = found;
  model.addSight(() => 3);
  await model.search(QUESTION);
  found.late(["a", "b", "c", "e", "d"]);
  assert.deepEqual(shown(found), ["a", "b", "c", "e", "d"]);
  assert.equal(model.missed, undefined);
});

test("what stands below the hits in sight is not moved: late hits wait", async () => {
  const found = site(["a", "b"]);
  const { model } = found;
  model.addSight(() => 3);
  const changes: string[] = [];
  model.subscribe(({ type }) => changes.push(type));
  await model.search(QUESTION);
  found.late(["a", "b", "c"]);
  assert.deepEqual(shown(found), ["a", "b"]);
  assert.equal(changes.at(-1), "offered");
  assert.equal(model.missed?.url, "c");
  model.renew();
  assert.deepEqual(shown(found), ["a", "b", "c"]);
  found.late(["a", "b", "c"]); // nothing new
  assert.equal(model.missed, undefined);
});

test("further hits stay in reach behind a late answer", async () => {
  const found = site(["a", "b", "c", "d"]);
  const { model } = found;
  model.addSight(() => 1);
  await model.search("x");
  found.urls = ["a", "b", "c"];
  await model.more();
  const all = Array.from({ length: 40 }, (_, n) => `p${n}`);
  found.late(["a", ...all]);
  assert.equal(model.hasMore, true);
});

test("a newer query ends the one before, also behind its first answer, and so does the end", async () => {
  const found = site(["a"]);
  const { model, source } = found;
  const { open } = source;
  const signals: (AbortSignal | undefined)[] = [];
  source.open = async () => {
    const search = await open();
    const query: typeof search.query = (text, options) => {
      signals.push(options?.signal);
      return search.query(text, options);
    };
    return { ...search, query };
  };
  const ended = () => signals.map((signal) => signal?.aborted);
  await model.search("x");
  assert.deepEqual(ended(), [false]);
  model.cancel(); // its late answer still comes
  assert.deepEqual(ended(), [false]);
  await model.search("y");
  assert.deepEqual(ended(), [true, false]);
  model.end();
  assert.deepEqual(ended(), [true, true]);
});

test("suggestions in sight stay, and the first late hit is named, whatever was typed", async () => {
  const found = site([]);
  const { model } = found;
  model.addSight(() => 1);
  const changes: string[] = [];
  model.subscribe(({ type }) => changes.push(type));
  await model.search("x");
  found.late(["a"]);
  assert.deepEqual(shown(found), []);
  assert.deepEqual([changes.at(-1), model.missed?.url], ["offered", "a"]);
  model.renew();
  assert.deepEqual(shown(found), ["a"]);
});

test("suggestions in sight stay where a late answer has no hits either", async () => {
  const found = site([]);
  const { model } = found;
  model.addSight(() => 2);
  await model.search("x");
  const kept: number[] = [];
  model.subscribe((change) => kept.push(change.type === "continued" ? change.kept : 0));
  found.late([]);
  assert.deepEqual(kept, [2]);
});

test("a late answer to another text changes nothing", async () => {
  const found = site(["a"]);
  const { model, asked } = found;
  await model.search("x");
  await model.search("y");
  found.late(["b"], asked[0]);
  assert.deepEqual(shown(found), ["a"]);
});
