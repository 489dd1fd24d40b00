import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { commandOf, commands, holds } from "./names/commands.mjs";
import { compounds, partsOf } from "./names/compounds.mjs";
import { Corpus, readPage } from "./names/corpus.mjs";
import { draw } from "./names/draw.mjs";
import { doxygen, giDocgen, javadoc, rustdoc, sphinx } from "./names/inventory.mjs";
import { lastParts, modules } from "./names/modules.mjs";
import { isOneEdit, rareWords } from "./names/rare-words.mjs";
import { isName, names, runsOf } from "./names/runs.mjs";
import { chosenSites } from "./names/sites.mjs";
import { drawn, isCompound, symbols, withErrors } from "./names/symbols.mjs";

/** Makes a folder of files by name, runs `check` with its path and the names of its pages, and removes it. */
function withFiles(files, check) {
  const root = mkdtempSync(join(tmpdir(), "docfuse-names-test-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return check(
      root,
      Object.keys(files)
        .filter((name) => name.endsWith(".html"))
        .sort(),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const corpusOf = (files, check) =>
  withFiles(files, (root) => check(new Corpus(root, { content: "main", ignore: [".menu"] })));

/** Texts and pages of queries. */
const judged = (queries) => Object.fromEntries(queries.map(({ text, pages }) => [text, pages.join(" ")]));

test("a page is read as it is seen", () => {
  const html = `<title>T</title><main><h1>A <code>b</code></h1><div class="menu">m</div><script>s</script>
    <p style="display: none">h<p>one<b>Two</b><br>three<pre><code>x
  y</code></pre><table><tr><td>c1<td>c2</table></main><p>outside`;
  const { lines, code, headings } = readPage(html, "main", [".menu"]);
  assert.deepEqual(lines, ["A b", "oneTwo", "three", "x", "y", "c1", "c2"]);
  assert.deepEqual(code, [
    { text: "b", inline: true },
    { text: "x\n  y", inline: false },
  ]);
  assert.deepEqual(headings, ["T", "A b"]);
  assert.deepEqual(readPage("<body>all", "main", []).lines, ["all"]);
});

test("names have a capital or an underscore inside", () => {
  for (const name of ["camelCase", "snake_case", "SCREAMING", "_a_b", "X11Forward"])
    assert.ok(isName(name), name);
  for (const word of ["Word", "word", "_word", "IDs", "été_x", "2Fast", "a".repeat(40) + "B"])
    assert.ok(!isName(word), word);
});

test("names on three pages are left out, in whatever case, and longer runs are other names", () => {
  const files = {
    "a.html": "<main>use fooBar, barFoo and rareName",
    "b.html": "<main>FOOBAR and barFoo, barFooMore",
    "c.html": "<main>foobar",
  };
  corpusOf(files, (corpus) =>
    assert.deepEqual(judged(names(runsOf(corpus))), {
      barFoo: "a.html b.html",
      rareName: "a.html",
      barFooMore: "b.html",
    }),
  );
});

test("a page about a symbol of a name answers the name, even if it joins it to another word", () => {
  const files = {
    "index.html": "<main>get_version and set_version",
    "func.get_version.html": "<main><h1><a>Lib</a><span></span>get_version</h1>",
    "class.Lib.html": "<main>Libset_version",
  };
  const symbols = [
    { name: "Lib.get_version", page: "func.get_version.html", own: true },
    { name: "Lib.set_version", page: "class.Lib.html", own: false },
  ];
  corpusOf(files, (corpus) => {
    const found = judged(names(runsOf(corpus), symbols));
    assert.equal(found.get_version, "index.html func.get_version.html");
    assert.equal(found.set_version, "index.html");
  });
});

test("a draw depends on its candidates alone, and asks for no more than it needs", () => {
  const candidates = Array.from({ length: 50 }, (_, i) => ({ text: `name${i}` }));
  const asked = [];
  const accept = (candidate) => {
    asked.push(candidate);
    return candidate.text.endsWith("1") ? undefined : candidate;
  };
  const chosen = draw(candidates, 10, accept);
  assert.equal(chosen.length, 10);
  assert.equal(asked.filter(({ text }) => !text.endsWith("1")).length, 10);
  assert.deepEqual(draw(candidates.toReversed(), 10, accept), chosen);
});

test("compound names are in code, on few pages, as themselves or inside longer ones", () => {
  assert.deepEqual(partsOf("a.b::c"), ["a.b", "a.b::c", "b::c"]);
  const files = {
    "a.html": `<main>well-known <code>git-foo</code> <code>a git-bar b</code> <code>http://x.org/os.path</code>
      <pre>import os.walk
cmd --long-one --no-x=1 /etc/my.conf</pre>`,
    "b.html": "<main><code>os.walk.deep</code> <code>std::vec</code> --no-x",
    "c.html": "<main>--no-x <code>www.docs.html</code>",
  };
  corpusOf(files, (corpus) =>
    assert.deepEqual(judged(compounds(corpus, runsOf(corpus))), {
      "--long-one": "a.html",
      "git-foo": "a.html",
      "os.walk": "a.html b.html",
      "os.walk.deep": "b.html",
      "std::vec": "b.html",
    }),
  );
});

test("a page that documents a qualified name answers, whether or not it writes it so", () => {
  const files = {
    "a.html": "<main><code>Tree.insertNode</code> <code>Node.walk</code> <code>other.thing</code>",
    "deque.html": "<main>insertNode",
    "node.html": "<main><h1>Node</h1>walk",
    "thing.html": "<main>thing",
  };
  const known = [
    { name: "pkg.Tree.insertNode", page: "deque.html", own: false },
    { name: "other.Thing", page: "thing.html", own: true },
    { name: "x.another.thing", page: "node.html", own: false },
  ];
  corpusOf(files, (corpus) =>
    assert.deepEqual(judged(compounds(corpus, runsOf(corpus), known)), {
      "Tree.insertNode": "a.html deque.html",
      "Node.walk": "a.html node.html",
      "other.thing": "a.html thing.html",
    }),
  );
});

test("a command is a line behind a prompt or of the site's own commands, with an option", () => {
  const own = /^git$/;
  for (const [line, command] of [
    ["git commit -am x  # comment", "git commit -am x"],
    ["  $ rm -rf build", "rm -rf build"],
    ["user@host:~$ ./configure --prefix=/usr", "./configure --prefix=/usr"],
    ["git reset --hard HEAD", "git reset --hard HEAD"],
  ])
    assert.equal(commandOf(line, own), command);
  for (const line of [
    "rm -rf build",
    "git commit",
    "git add [-A] files",
    "git add -A <file>",
    "git add -A ...",
    "git commit -m 'open",
    "git commit -m:",
    "# git commit -m x",
  ])
    assert.equal(commandOf(line, own), undefined, line);
});

test("a command is judged by the pages that have the whole of it", () => {
  assert.ok(holds("run `git add -A`.", "git add -A"));
  for (const text of ["git add -All", "mygit add -A", "git add -A=1"])
    assert.ok(!holds(text, "git add -A"), text);
  const files = {
    "a.html": "<main><pre>git add -A\ngit log \\\n  --oneline</pre>",
    "b.html": "<main>Type git add -A first, then <code>git log --oneline</code>",
    ...Object.fromEntries([1, 2, 3, 4].map((i) => [`m${i}.html`, "<main><pre>git push -f</pre>"])),
  };
  corpusOf(files, (corpus) =>
    assert.deepEqual(judged(commands(corpus, /^git$/)), {
      "git add -A": "a.html b.html",
      "git log --oneline": "a.html b.html",
    }),
  );
});

const named = (list) => list.map(({ name, page, own }) => `${name} ${page}${own ? " own" : ""}`);

test("an inventory of Sphinx names modules and symbols", () => {
  const lines = [
    "os.path py:module 0 os.html#module-$ -",
    "os.walk py:function 1 os.html#$ -",
    "x std:label -1 x.html y",
  ];
  const head = "# Sphinx inventory version 2\n# Project: x\n# Version: 1\n# compressed\n";
  const bytes = Buffer.concat([Buffer.from(head), deflateSync(`${lines.join("\n")}\n`)]);
  withFiles({ "objects.inv": bytes }, (root) => {
    const { modules: places, symbols: known } = sphinx(root);
    assert.deepEqual(named(places), ["os.path os.html own"]);
    assert.deepEqual(named(known), ["os.walk os.html"]);
  });
});

test("packages, classes and members of Javadoc", () => {
  const files = {
    "org/x/package-summary.html": "",
    "org/x/Real.Inner.html":
      '<a name="getAll-int-"></a><section id="setAll(int)"></section><a name="navbar"></a>',
    "Other.html": "",
  };
  withFiles(files, (root, pages) => {
    const { modules: places, symbols: known } = javadoc(root, pages);
    assert.deepEqual(named(places), ["org.x org/x/package-summary.html own"]);
    assert.deepEqual(named(known), [
      "org.x.Real.Inner org/x/Real.Inner.html own",
      "Real.Inner.getAll org/x/Real.Inner.html",
      "Real.Inner.setAll org/x/Real.Inner.html",
    ]);
  });
});

test("modules, items and methods of rustdoc", () => {
  const files = {
    "vec/index.html": "<title>alloc::vec - Rust</title>",
    "vec/struct.Vec.html": '<title>Vec in alloc::vec - Rust</title><section id="method.push_mut">',
    "help.html": "<title>Help</title>",
  };
  withFiles(files, (root, pages) => {
    const { modules: places, symbols: known } = rustdoc(root, pages);
    assert.deepEqual(named(places), ["alloc::vec vec/index.html own"]);
    assert.deepEqual(named(known), [
      "alloc::vec::Vec vec/struct.Vec.html own",
      "Vec::push_mut vec/struct.Vec.html",
    ]);
  });
});

test("classes, files and members of Doxygen, symbols of gi-docgen", () => {
  const title = (text) => `<div class="title">${text}<div class="ingroups"></div></div>`;
  const member = '<td class="memname">bool <a>sf::Window</a>::isOpen </td>';
  const files = {
    "c.html": `${title("sf::Window Class Reference")}${member}`,
    "f.html": title("Time.hpp File Reference"),
    "p.html": title("Time module"),
    "a.html": "<title>Adw.Window:default-width</title>",
  };
  withFiles(files, (root, pages) => {
    const { modules: places, symbols: known } = doxygen(root, pages);
    assert.deepEqual(named(places), ["Time.hpp f.html own"]);
    assert.deepEqual(named(known), ["sf::Window c.html own", "sf::Window::isOpen c.html"]);
    assert.deepEqual(named(giDocgen(root, pages).symbols), ["Adw.Window:default-width a.html own"]);
  });
});

test("a last part is answered by all modules that end so, symbols with their own page, and titles", () => {
  const files = {
    "a.html": "<main>",
    "b.html": "<main>",
    "c.html": "<main>",
    "t.html": "<main><h1>utils — tools</h1>",
    "whatsnew.html": "<main><h2>utils</h2>",
  };
  const inventory = {
    modules: [
      { name: "a.utils", page: "a.html", own: true },
      { name: "b.utils", page: "b.html", own: true },
      { name: "a.json", page: "a.html", own: true },
      { name: "plain", page: "a.html", own: true },
    ],
    symbols: [
      { name: "z.Json", page: "c.html", own: true },
      { name: "y.json", page: "b.html", own: false },
    ],
  };
  corpusOf(files, (corpus) => {
    const { queries, broad } = lastParts(corpus, inventory, /^whatsnew/);
    assert.deepEqual(judged(queries), { utils: "a.html b.html t.html", json: "a.html c.html" });
    assert.equal(broad, 0);
    assert.equal(judged(modules(inventory))["a.json"], "a.html");
    const many = [1, 2, 3, 4, 5, 6].map((i) => ({ name: `m${i}.core`, page: `m${i}.html`, own: true }));
    assert.deepEqual(lastParts(corpus, { modules: many, symbols: [] }), { queries: [], broad: 1 });
  });
});

test("symbols are asked whole and bare, if few pages document them", () => {
  assert.ok(isCompound("move_to_end") && isCompound("getEntry"));
  assert.ok(!isCompound("append") && !isCompound("a_b") && !isCompound("is-open"));
  const known = [1, 2, 3, 4].map((i) => ({ name: `C${i}.get_all`, page: `${i}.html` }));
  const { qualified, bare } = symbols({ symbols: [...known, { name: "D.setAll", page: "d.html" }] });
  assert.deepEqual(judged(qualified)["C1.get_all"], "1.html");
  assert.deepEqual(judged(bare), { setAll: "d.html" });
});

test("a typing error that makes another name is left out and counted", () => {
  const candidates = Array.from({ length: 30 }, (_, i) => ({
    text: `get_entry${i}`,
    kind: "bare",
    pages: ["a.html"],
  }));
  const free = withErrors(candidates, () => false);
  assert.equal(free.queries.length, 30);
  assert.equal(free.names, 0);
  for (const { text, original } of free.queries) assert.notEqual(text, original);
  const [{ text: wrong }] = free.queries;
  const known = withErrors(candidates, (text) => text === wrong.toLowerCase());
  assert.equal(known.names, 1);
  assert.ok(!known.queries.some(({ text }) => text === wrong));
  assert.deepEqual(
    withErrors(candidates, () => false),
    free,
  );
  assert.equal(drawn(candidates).length, 30);
});

test("a site that is held out is only measured if that is said", () => {
  assert.ok(!chosenSites(undefined, false).includes("nodejs"));
  assert.ok(chosenSites(undefined, true).includes("nodejs"));
  assert.throws(() => chosenSites("nodejs", false), /held out/);
  assert.throws(() => chosenSites("none", false), /found "none"/);
});

test("one edit is a letter more, less, another, or two swapped", () => {
  for (const [one, other] of [
    ["lstat", "stat"],
    ["fread", "freed"],
    ["file", "pile"],
    ["form", "from"],
    ["ab", "ba"],
  ])
    assert.ok(isOneEdit(one, other) && isOneEdit(other, one), `${one} ${other}`);
  for (const [one, other] of [
    ["same", "same"],
    ["abc", "cba"],
    ["stat", "status"],
    ["fread", "reads"],
  ])
    assert.ok(!isOneEdit(one, other), `${one} ${other}`);
});

test("rare words are on one page in all their forms, beside a frequent word", () => {
  const frequent = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`f${i}.html`, "<main>stat the file, freed reports, parses"]),
  );
  const files = {
    ...frequent,
    "a.html": "<main>lstat and pile; deports, fread. filed parsed",
    "b.html": "<main>piles, freadAll",
    "c.html": "<main>deports/x and os.stats",
  };
  corpusOf(files, (corpus) => assert.deepEqual(judged(rareWords(corpus)), { lstat: "a.html" }));
});
