// Counts what makes the code hard to live in: node tests/scripts/counts.mjs [REPOSITORY] [FOLDER OF MODULES]
//
// Feature gates, and those inside of functions; lines by room; circles of modules that import each other; the largest
// functions; bytes of the modules in a folder such as target/docfuse/browser/runtime. Tests are left out, but for their
// gates.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const [root = ".", modules] = process.argv.slice(2);
// Of a crate in crates/, files are named as in its own src/, behind the name of its folder.
const crates = existsSync(join(root, "crates")) ? readdirSync(join(root, "crates")) : [];
const folders = [["", join(root, "src")], ...crates.map((name) => [`${name}/`, join(root, "crates", name, "src")])];
const files = folders.flatMap(([own, src]) =>
  readdirSync(src, { recursive: true })
    .filter((name) => name.endsWith(".rs"))
    .sort()
    .map((name) => ({ crate: own, name: own + name, text: readFileSync(join(src, name), "utf8") })),
);
const isTest = (name) => /(^|[/_])tests?(\/|\.rs$)/.test(name);
const GATE = /\bfeature = "/g;

/** The code with comments, strings and characters blanked, so that braces count. */
function bare(text) {
  return text.replace(
    /\/\/.*|\/\*[\s\S]*?\*\/|r#"[\s\S]*?"#|b?"(?:\\[\s\S]|[^"\\])*"|'(?:\\.[^']*|[^'\\])'/g,
    (found) => found.replace(/[^\n]/g, " "),
  );
}

/** The end of what opens at `at`, behind its last brace. */
function end(code, at, open, close) {
  for (let depth = 0; at < code.length; at++) {
    if (code[at] === open) depth++;
    if (code[at] === close && --depth === 0) return at + 1;
  }
  return at;
}

/** Functions with a body: their name, first line, and range from the parameters to the end. */
function* functions(code) {
  for (const { 1: name, index, 0: head } of code.matchAll(/\bfn (\w+)/g)) {
    const parameters = code.indexOf("(", index + head.length);
    const behind = end(code, parameters, "(", ")");
    const body = code.slice(behind).search(/[{;]/) + behind;
    if (code[body] !== "{") continue;
    yield { name, from: parameters, to: end(code, body, "{", "}"), index };
  }
}

const count = (text) => text.match(GATE)?.length ?? 0;
/** Macros that gate what they wrap, with the gates of their definition. */
const gatingMacros = files.flatMap(({ text }) =>
  [...text.matchAll(/macro_rules! (\w+)/g)].flatMap(({ 1: name, index }) => {
    const gates = count(text.slice(index, end(bare(text), text.indexOf("{", index), "{", "}")));
    return gates > 0 ? [{ name, gates }] : [];
  }),
);

let gates = 0;
const inside = [];
const largest = [];
const rooms = new Map();
const withoutTests = [];
for (const { crate, name, text } of files) {
  const code = bare(text);
  gates += count(text);
  for (const { name: macro, gates: each } of gatingMacros)
    gates += each * (text.match(new RegExp(`\\b${macro}!`, "g"))?.length ?? 0);
  const testsFrom = code.search(/#\[cfg\((all\()?test\b[^\n]*\n(#[^\n]*\n)*mod \w+ \{/);
  for (const { name: fn, from, to, index } of functions(code)) {
    if (count(text.slice(from, to)) > 0) inside.push(`${name}: ${fn}`);
    if (!isTest(name) && !(testsFrom >= 0 && index > testsFrom))
      largest.push([code.slice(index, to).split("\n").length, `${name}: ${fn}`]);
  }
  if (isTest(name)) continue;
  const room = name.includes("/") ? name.split("/")[0] : "src";
  const [lines, gated] = rooms.get(room) ?? [0, 0];
  const own = testsFrom < 0 ? text : text.slice(0, testsFrom);
  withoutTests.push({ crate, name, text: own });
  rooms.set(room, [lines + own.split("\n").length - 1, gated + count(text)]);
}

console.log(`feature gates: ${gates}, in functions: ${inside.length}`);
for (const place of inside) console.log(`  ${place}`);
console.log("\nroom, lines, gates:");
for (const [room, [lines, gated]] of [...rooms].sort((a, b) => b[1][0] - a[1][0]))
  console.log(`  ${room.padEnd(12)}${String(lines).padStart(7)}${String(gated).padStart(5)}`);
console.log("\ncircles of modules:");
for (const circle of circles(withoutTests))
  console.log(`  ${circle.length}: ${circle.slice(0, 12).join(" ")}${circle.length > 12 ? " …" : ""}`);
console.log("\nlargest functions, lines:");
for (const [lines, place] of largest.sort((a, b) => b[0] - a[0]).slice(0, 15)) console.log(`  ${lines} ${place}`);
if (modules) {
  console.log("\nmodules, bytes, with gzip -9:");
  for (const name of readdirSync(modules, { recursive: true }).sort()) {
    const path = join(modules, name);
    if (!/\.wasm(\.hdf)?$|worker.*\.js$/.test(name) || statSync(path).size === 0) continue;
    const content = readFileSync(path);
    const gzip = name.endsWith(".hdf") ? content : gzipSync(content, { level: 9 });
    console.log(`  ${relative(modules, path).padEnd(40)}${String(content.length).padStart(9)}${String(gzip.length).padStart(9)}`);
  }
}

/** Modules that import each other, at the level of files; a folder's mod.rs is the folder. */
function circles(of) {
  const path = (name) => name.replace(/(\/(mod|lib))?\.rs$/, "");
  const known = new Set(of.map(({ name }) => path(name)));
  const edges = new Map();
  for (const { crate, name, text } of of) {
    const own = path(name);
    const parts = [...bare(text).matchAll(/\b(crate|super(?:::super)*)::([\w:]+)/g)];
    const targets = parts.flatMap(([, base, rest]) => {
      let folder = base === "crate" ? crate : own;
      if (base !== "crate") for (const _ of base.split("::")) folder = dirname(folder);
      let target = join(folder, ...rest.split("::")).replace(/^\.\/?/, "");
      while (target && target !== "." && !known.has(target)) target = dirname(target);
      return known.has(target) && target !== own && !own.startsWith(`${target}/`) ? [target] : [];
    });
    edges.set(own, new Set(targets));
  }
  // Tarjan's strongly connected components.
  const found = [];
  const [numbers, lows, stack] = [new Map(), new Map(), []];
  const visit = (node) => {
    numbers.set(node, numbers.size);
    lows.set(node, numbers.get(node));
    stack.push(node);
    for (const next of edges.get(node)) {
      if (!numbers.has(next)) visit(next);
      if (stack.includes(next)) lows.set(node, Math.min(lows.get(node), lows.get(next)));
    }
    if (lows.get(node) !== numbers.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const node of edges.keys()) if (!numbers.has(node)) visit(node);
  return found.sort((a, b) => b.length - a.length);
}
