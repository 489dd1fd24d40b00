// The wheels, installed by pip: a command that can be run, an encoder where the command looks for it, and the plugins of
// Sphinx and MkDocs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const wheel = fileURLToPath(new URL("../../packaging/wheel.py", import.meta.url));

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-wheel-"));
  writeFileSync(join(folder, "docfuse"), "#!/bin/sh\necho started\n");
  mkdirSync(join(folder, "model"));
  for (const name of ["model.json", "model.onnx", "query.onnx", "tokenizer.bin"])
    writeFileSync(join(folder, "model", name), name);
});

after(() => rmSync(folder, { recursive: true, force: true }));

const python = (...args) => execFileSync("python3", args, { cwd: folder, encoding: "utf8" });

function wheels(out) {
  python(wheel, "command", "docfuse", "any", out);
  python(wheel, "encoder", "model", out);
  python(wheel, "docs", out);
  return readdirSync(join(folder, out)).map((name) => [name, readFileSync(join(folder, out, name))]);
}

test("pip installs them, and the same files give the same wheels", () => {
  assert.deepEqual(wheels("one"), wheels("two"));
  // Debian's Python installs into environments only, and has no pip for them.
  python("-m", "venv", "--without-pip", "environment");
  const own = join(folder, "environment/bin/python");
  const inEnvironment = (code) => execFileSync(own, ["-c", code], { cwd: folder, encoding: "utf8" });
  const pip = (...args) =>
    python("-m", "pip", "--python", own, ...args, "--quiet", "--disable-pip-version-check");
  pip("install", "--no-index", "--find-links", "one", "docfuse-docs[encoder]");
  const command = join(folder, "environment/bin/docfuse");
  assert.equal(execFileSync(command, { encoding: "utf8" }), "started\n");
  const model = join(folder, "environment/share/docfuse/models/all-MiniLM-L6-v2");
  assert.deepEqual(readdirSync(model).sort(), ["model.json", "model.onnx", "query.onnx", "tokenizer.bin"]);
  const plugins = `import importlib.metadata as m
[found] = m.distribution("docfuse-docs").entry_points
print(found.group, found.name, found.value)
import docfuse.command, docfuse.head`;
  assert.equal(inEnvironment(plugins), "mkdocs.plugins docfuse docfuse.mkdocs:DocfusePlugin\n");
  // Each module is of one wheel, and the package is there without the plugins too.
  const of = (name) =>
    python("-m", "zipfile", "-l", join("one", name))
      .split("\n")
      .map((line) => line.match(/\bdocfuse\/(\w+\.(?:py|typed)) /)?.[1])
      .filter(Boolean);
  const names = readdirSync(join(folder, "one"));
  const [commands, docs] = ["docfuse-", "docfuse_docs-"].map((start) =>
    of(names.find((name) => name.startsWith(start))),
  );
  const source = fileURLToPath(new URL("../../integrations/python/docfuse", import.meta.url));
  const all = readdirSync(source).filter((name) => /\.(py|typed)$/.test(name));
  assert.deepEqual([...commands, ...docs].sort(), all.sort());
  assert.deepEqual(docs, ["head.py", "mkdocs.py", "plugin.py", "sphinx.py"]);
  pip("uninstall", "--yes", "docfuse-docs");
  const left = `from docfuse import Index, DocfuseError
import importlib.util as u
print(u.find_spec("docfuse.sphinx"), Index.__module__)`;
  assert.equal(inEnvironment(left), "None docfuse.index\n");
});
