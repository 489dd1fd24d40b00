// What documents and messages say about the registries: only what is true now, in passages that one value changes.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { passages, release, rewritten } from "../../packaging/passages.mjs";
import { asksRegistry } from "./asks-registry.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const now = release();
const PUBLISHED = {
  published: true,
  repository: "https://github.com/example/search",
  homepage: "https://search.example/",
  reports: "mailto:security@search.example",
};

/** Text files of the repository that a reader may meet, with their text. */
const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => /\.(md|ya?ml|toml|json|m?js|ts|py|rs|sh|html)$/.test(path))
  .filter((path) => path.endsWith(".md") || !/^(tests|fuzz|bench)\/|package-lock/.test(path))
  .map((path) => [path, readFileSync(join(root, path), "utf8")]);

const used = new Set();
const marked = files.filter(([path, text]) => {
  const { names } = rewritten(text, path, now);
  for (const name of names) used.add(name);
  return names.length > 0;
});

let copy;

before(() => {
  copy = mkdtempSync(join(tmpdir(), "docfuse-release-"));
  for (const [path, text] of marked) write(path, text);
  for (const path of ["packaging", "LICENSE-APACHE", "LICENSE-MIT"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
});

after(() => rmSync(copy, { recursive: true, force: true }));

function write(path, text) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

/** Runs release.mjs of the copy with other values; exit code and messages. */
function run(values, ...args) {
  writeFileSync(join(copy, "packaging/release.json"), `${JSON.stringify(values, null, 2)}\n`);
  const { status, stderr } = spawnSync("node", ["packaging/release.mjs", ...args], {
    cwd: copy,
    encoding: "utf8",
  });
  return [status, stderr];
}

/** The values of release.json, without the version. */
const { version, ...values } = now;

test("every passage says what release.json says, and every text is in use", () => {
  assert.deepEqual(run(values, "check"), [0, ""]);
  assert.deepEqual([...used].sort(), [...passages().keys()].sort());
});

test("outside of passages, nothing asks a registry for a name of ours", () => {
  const found = files.flatMap(([path, text]) => {
    // Without its passages.
    const empty = new Map([...passages()].map(([name, passage]) => [name, { ...passage, no: [], yes: [] }]));
    return asksRegistry(rewritten(text, path, now, empty).text).map((line) => `${path}: ${line}`);
  });
  assert.deepEqual(found, []);
});

test(
  "before publication, nothing at all does",
  { skip: now.published ? "the packages are published" : false },
  () => {
    const found = files.flatMap(([path, text]) => asksRegistry(text).map((line) => `${path}: ${line}`));
    assert.deepEqual(found, []);
  },
);

test("what asks a registry is seen, and what does not is left alone", () => {
  for (const line of [
    "npx docfuse build ./public",
    "run `npx -y docfuse@0.1.0 mcp` here",
    "claude mcp add example-docs -- npx -y docfuse mcp https://docs.example/",
    '{ "type": "stdio", "command": "npx", "args": ["-y", "docfuse", "mcp"] }',
    "npm install --no-audit \\\n  @docfuse/vitepress",
    "npm i -D typedoc docfuse",
    'pip install "docfuse-docs[encoder]"',
    "pipx run docfuse",
    "uvx docfuse",
    "cargo install --locked docfuse-cli",
    "pnpm add @docfuse/astro",
    "      - uses: docfuse/docfuse@v0",
    "[Docfuse](https://www.npmjs.com/package/docfuse)",
    "https://pypi.org/project/docfuse/",
  ]) {
    assert.equal(asksRegistry(`before\n${line}\n`).length, 1, line);
  }
  for (const line of [
    "npx --no docfuse build ./public",
    "npm install --no-audit ../docfuse/dist/local/docfuse.tgz",
    "npm install in the folder of docfuse.toml",
    'pip install --no-index --find-links ../docfuse/dist/pip "docfuse[encoder]"',
    "cargo install --locked --path ../docfuse/crates/command",
    "      - uses: ./.github/actions/docfuse",
    "`npx pagefind`, then `docfuse build`",
  ]) {
    assert.deepEqual(asksRegistry(line), [], line);
  }
});

test("published and back, every file has the same bytes", () => {
  assert.deepEqual(run(PUBLISHED, "apply"), [0, ""]);
  const read = (path) => readFileSync(join(copy, path), "utf8");
  for (const [path, before] of marked) {
    const text = read(path);
    assert.equal(rewritten(text, path, { ...PUBLISHED, version }).text, text, path);
    assert.doesNotMatch(
      text,
      /not published|no address|\{(argument|docs|root|action|version|repository)\}/,
      path,
    );
    if (path.endsWith(".md")) assert.notEqual(text, before, path);
    // Configurations name the version that they were tried with.
    for (const line of text.split("\n").filter((line) => /npx -y|"-y"|uses: example/.test(line))) {
      assert.ok(line.includes(version), `${path}: ${line}`);
    }
  }
  assert.match(read("Cargo.toml"), /^repository = "https:\/\/github\.com\/example\/search"$/m);
  assert.match(read("docs/install.md"), new RegExp(`uses: example/search@v${version}\n`));
  assert.match(read("docs/assistants.md"), new RegExp(`npx -y docfuse@${version} mcp`));
  assert.match(read("SECURITY.md"), /mailto:security@search\.example/);
  assert.deepEqual(run(values, "apply"), [0, ""]);
  for (const [path, before] of marked) assert.equal(read(path), before, path);
});

test("a release refuses to run while an address is empty, or anything else is missing", () => {
  const refused = (changed, pattern, tag = `v${version}`) => {
    const [status, message] = run({ ...PUBLISHED, ...changed }, "ready", tag);
    assert.equal(status, 1);
    assert.match(message, pattern);
  };
  for (const name of ["repository", "homepage", "reports"]) {
    refused(
      { [name]: "" },
      new RegExp(`expected an address as "${name}" in packaging/release\\.json, found ""`),
    );
    assert.equal(run({ ...PUBLISHED, [name]: "" }, "apply")[0], 1);
  }
  refused({ published: false }, /expected "published": true/);
  refused({}, /^release\.mjs: README\.md: expected what packaging\/release\.json says/m);
  run(PUBLISHED, "apply");
  refused({}, new RegExp(`expected the tag v${version}, .* found v9\\.9\\.9`), "v9.9.9");
  assert.deepEqual(run(PUBLISHED, "ready", `v${version}`), [0, ""]);
  run(values, "apply");
});

test(
  "nobody has invented an address, and packages have none",
  { skip: now.repository ? "they are set" : false },
  () => {
    assert.deepEqual(values, { published: false, repository: "", homepage: "", reports: "" });
    const [npm, wheel] = metadata();
    assert.deepEqual([npm.repository, npm.homepage, npm.bugs], [undefined, undefined, undefined]);
    assert.doesNotMatch(wheel, /^Project-URL/m);
  },
);

test("packages have the addresses that are set", () => {
  run(PUBLISHED, "apply");
  const [npm, wheel] = metadata();
  assert.deepEqual(npm.repository, { type: "git", url: "git+https://github.com/example/search.git" });
  assert.deepEqual([npm.homepage, npm.bugs], [PUBLISHED.homepage, { url: PUBLISHED.reports }]);
  assert.match(wheel, /^Project-URL: Repository, https:\/\/github\.com\/example\/search$/m);
  assert.match(wheel, /^Project-URL: Reports, mailto:/m);
  run(values, "apply");
});

/** Manifest and metadata of a package for npm and one for pip, as the copy makes them. */
function metadata() {
  const out = join(copy, "target");
  rmSync(out, { recursive: true, force: true });
  const options = { cwd: copy, encoding: "utf8" };
  execFileSync("node", ["packaging/npm.mjs", "platform", "linux-x64", "LICENSE-MIT", out], options);
  execFileSync("python3", ["packaging/wheel.py", "command", "LICENSE-MIT", "any", out], options);
  const [tarball, wheel] = [".tgz", ".whl"].map((end) => readdirSync(out).find((name) => name.endsWith(end)));
  const inTarball = ["-xzOf", join(out, tarball), "package/package.json"];
  const inWheel =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.read(sys.argv[2]).decode())";
  const name = `docfuse-${version}.dist-info/METADATA`;
  return [
    JSON.parse(execFileSync("tar", inTarball, options)),
    execFileSync("python3", ["-c", inWheel, join(out, wheel), name], options),
  ];
}

test("a wrong mark is an error that says where", () => {
  const fails = (text, message) => assert.throws(() => rewritten(text, "docs/x.md", now), { message });
  fails(
    "<!-- release: nothing -->\n",
    'docs/x.md:1: expected a passage of packaging/passages, found "nothing"',
  );
  fails("a\n<!-- release: state -->\n", "docs/x.md: expected the end of the passage state, found none");
  fails("<!-- /release -->", "docs/x.md:1: expected the beginning of a passage before its end");
  fails(
    "# release: state\n# release: state\n# /release",
    "docs/x.md:2: expected the end of the passage state, found another one",
  );
});
