// Marked passages: stretches of a file whose text depends on a value of release.json, such as whether the packages are
// in a registry. In a document, a comment stands before and behind a passage:
//
//   <!-- release: NAME ARGUMENT -->        in YAML, TOML and Python: # release: NAME ARGUMENT
//   the text that is true now              in Rust and JavaScript: // release: NAME ARGUMENT
//   <!-- /release -->
//
// passages/NAME.txt has its texts, one below each line `== KEY: no` and `== KEY: yes`, where KEY is that value's.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);

const BEGIN = /^([ \t]*)(?:<!--|#|\/\/) release: ([\w-]+)(?: ([\w-]+))?(?: -->)?$/;
const END = /^[ \t]*(?:<!--|#|\/\/) \/release(?: -->)?$/;
const HEAD = /^== (published|reports): (no|yes)$/;

/** What a release needs to know, of release.json, with the version of Cargo.toml. */
export function release() {
  const values = JSON.parse(readFileSync(join(here, "release.json"), "utf8"));
  const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];
  return { ...values, version };
}

/** All passages by name: `key`, and the lines of its texts `no` and `yes`. */
export function passages(folder = join(here, "passages")) {
  return new Map(
    readdirSync(folder).map((file) => [
      basename(file, ".txt"),
      parsed(file, readFileSync(join(folder, file), "utf8")),
    ]),
  );
}

function parsed(file, text) {
  const found = {};
  let lines;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    const head = line.match(HEAD);
    if (head) {
      const [, key, value] = head;
      if ((found.key ?? key) !== key) throw new Error(`passages/${file}: expected one key, found ${key} too`);
      Object.assign(found, { key, [value]: (lines = []) });
    } else if (lines) lines.push(line);
    else throw new Error(`passages/${file}: expected a line "== KEY: no" first, found "${line}"`);
  }
  if (!found.no || !found.yes) throw new Error(`passages/${file}: expected texts for no and yes`);
  return found;
}

/**
 * `text`, the file `path` of the repository, with its passages as `values` say (see [`release`]), and the names of the
 * passages in it. Throws if a mark is wrong.
 */
export function rewritten(text, path, values, known = passages()) {
  const names = [];
  const lines = [];
  let inside;
  for (const [index, line] of text.split("\n").entries()) {
    const wrong = (what) => new Error(`${path}:${index + 1}: ${what}`);
    const begin = line.match(BEGIN);
    if (begin) {
      const [, indent, name, argument = ""] = begin;
      if (inside) throw wrong(`expected the end of the passage ${inside}, found another one`);
      if (!known.has(name)) throw wrong(`expected a passage of packaging/passages, found "${name}"`);
      names.push((inside = name));
      const { key, no, yes } = known.get(name);
      const own = (values[key] ? yes : no).map((each) => filled(each, { path, argument, values }));
      lines.push(line, ...own.map((each) => (each ? indent + each : each)));
    } else if (END.test(line)) {
      if (!inside) throw wrong("expected the beginning of a passage before its end");
      inside = undefined;
      lines.push(line);
    } else if (!inside) lines.push(line);
  }
  if (inside) throw new Error(`${path}: expected the end of the passage ${inside}, found none`);
  return { text: lines.join("\n"), names };
}

/** A line of a passage with its variables: addresses, the version, the mark's argument, and the way to the root. */
function filled(line, { path, argument, values }) {
  const variables = {
    argument,
    docs: wayTo("docs", path),
    root: wayTo(".", path),
    action: action(values.repository),
    ...values,
  };
  return line.replace(
    /\{(argument|docs|root|action|version|repository|homepage|reports)\}/g,
    (_, name) => variables[name],
  );
}

/** The way from a file to a folder of the repository, with a slash at the end; empty if the file is in it. */
function wayTo(folder, path) {
  const way = posix.relative(posix.dirname(path), folder);
  return way && `${way}/`;
}

/** OWNER/NAME, as workflows name the repository. */
const action = (repository) => repository && new URL(repository).pathname.replace(/^\/|\/$/g, "");
