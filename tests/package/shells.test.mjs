// Completions and man pages as packages have them: shells and man take them, and they know what the command knows.
//
// DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { required } from "../browser/chromium.mjs";
import { SHARED } from "./fake-packages.mjs";

const command = required("DOCFUSE_BIN", "the docfuse command");
const script = fileURLToPath(new URL("../../packaging/share.sh", import.meta.url));

let folder, share;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-shells-"));
  share = join(folder, "share");
  execFileSync("bash", [script, command, share]);
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Standard output of a program that must end well and complain of nothing. */
function run(file, ...args) {
  const env = { PATH: process.env.PATH, HOME: folder, LANG: "C.UTF-8", SHARE: share };
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: folder, encoding: "utf8", env });
  assert.deepEqual([status, stderr], [0, ""], `${file} ${args.join(" ")}`);
  return stdout;
}

/** A test that needs a program. */
const withProgram = (file, body) => {
  const isMissing = spawnSync(file, ["--version"]).error || undefined;
  test(file, { skip: isMissing && `${file} is missing` }, body);
};

/** The verbs that `docfuse --help` names. */
const verbs = () => [...run(command, "--help").matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, verb]) => verb);

test("each verb has a page", () => {
  const names = new Set(readdirSync(join(share, "man/man1")));
  const expected = verbs().filter((verb) => verb !== "help");
  assert.ok(expected.length > 15, `${expected}`);
  for (const verb of expected) assert.ok(names.has(`docfuse-${verb}.1`), verb);
  for (const name of ["docfuse.1", "docfuse-model-get.1"]) assert.ok(names.has(name), name);
  const all = readdirSync(share, { recursive: true }).map((path) => path.replaceAll("\\", "/"));
  for (const name of SHARED) assert.ok(all.includes(name), name);
});

withProgram("man", () => {
  for (const name of readdirSync(join(share, "man/man1"))) {
    const page = run("man", "--warnings", "--local-file", join(share, "man/man1", name));
    assert.match(page, /^NAME\n +docfuse/m, name);
    assert.match(page, /^EXIT STATUS\n/m, name);
  }
  const build = run("man", "--local-file", join(share, "man/man1/docfuse-build.1"));
  assert.match(build, /^docfuse-build\(1\) +Docfuse +docfuse-build\(1\)$/m);
  assert.match(build, /^ +--no-dense\n +Build a lexical index only/m);
});

withProgram("bash", () => {
  const complete = (...words) => {
    const line = `source "$SHARE/bash-completion/completions/docfuse"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_docfuse docfuse "\${!#}" "\${@: -2:1}"
printf '%s\\n' "\${COMPREPLY[@]}"`;
    return run("bash", "-c", line, "bash", ...words)
      .trim()
      .split("\n");
  };
  assert.deepEqual(complete("docfuse", "bui"), ["build"]);
  assert.deepEqual(complete("docfuse", "build", "--no-d"), ["--no-dense"]);
  assert.deepEqual(complete("docfuse", "query", "--mode", "lex").sort(), ["lexical", "lexicon"]);
  assert.deepEqual(complete("docfuse", "model", "g"), ["get"]);
});

withProgram("zsh", () => {
  // As compinit finds it in a folder of fpath.
  const line = `fpath=($SHARE/zsh/site-functions $fpath)
autoload -U compinit && compinit -u -D
print -r -- $_comps[docfuse]
autoload +X _docfuse && print -r -- $functions[_docfuse]`;
  const [name, ...lines] = run("zsh", "--no-rcs", "-c", line).split("\n");
  assert.equal(name, "_docfuse");
  assert.ok(lines.some((text) => text.includes("--no-dense[Build a lexical index only")));
});

withProgram("fish", () => {
  const complete = (line) =>
    run(
      "fish",
      "--no-config",
      "-c",
      `source $SHARE/fish/vendor_completions.d/docfuse.fish; complete -C '${line}'`,
    )
      .trim()
      .split("\n");
  assert.match(complete("docfuse bui")[0], /^build\tIndex a built site/);
  assert.match(complete("docfuse build --no-d")[0], /^--no-dense\tBuild a lexical/);
  assert.deepEqual(
    complete("docfuse query --mode lex").map((text) => text.split("\t")[0]),
    ["lexical", "lexicon"],
  );
});

test("the scripts of other shells are there", () => {
  for (const [shell, sign] of [
    ["powershell", "Register-ArgumentCompleter -Native -CommandName 'docfuse'"],
    ["elvish", "set edit:completion:arg-completer[docfuse]"],
  ]) {
    assert.ok(run(command, "completions", shell).includes(sign), shell);
  }
});
