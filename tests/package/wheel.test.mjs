// The wheels, installed by pip: a command that can be run, an encoder where the command looks for it, and the plugins of
// Sphinx and MkDocs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  const offline = ["--no-index", "--find-links", "one", "--quiet", "--disable-pip-version-check"];
  python(
    "-m",
    "pip",
    "install",
    ...offline,
    "--root-user-action",
    "ignore",
    "--prefix",
    "prefix",
    "docfuse-docs[encoder]",
  );
  const command = join(folder, "prefix/bin/docfuse");
  assert.equal(execFileSync(command, { encoding: "utf8" }), "started\n");
  const model = join(folder, "prefix/share/docfuse/models/all-MiniLM-L6-v2");
  assert.deepEqual(readdirSync(model).sort(), ["model.json", "model.onnx", "query.onnx", "tokenizer.bin"]);
  const modules = execFileSync("find", [join(folder, "prefix"), "-path", "*/site-packages/docfuse"], {
    encoding: "utf8",
  });
  const site = dirname(modules.trim());
  const plugins = `import importlib.metadata as m
[found] = m.distribution("docfuse-docs").entry_points
print(found.group, found.name, found.value)
import docfuse.command, docfuse.head`;
  const env = { ...process.env, PYTHONPATH: site };
  const printed = execFileSync("python3", ["-c", plugins], { cwd: folder, env, encoding: "utf8" });
  assert.equal(printed, "mkdocs.plugins docfuse docfuse.mkdocs:DocfusePlugin\n");
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
  const uninstall = [
    "-m",
    "pip",
    "uninstall",
    "--yes",
    "--quiet",
    "--root-user-action",
    "ignore",
    "docfuse-docs",
  ];
  const quiet = { ...env, PIP_DISABLE_PIP_VERSION_CHECK: "1" };
  execFileSync("python3", uninstall, { cwd: folder, env: quiet });
  const left = `from docfuse import Index, DocfuseError
import importlib.util as u
print(u.find_spec("docfuse.sphinx"), Index.__module__)`;
  assert.equal(
    execFileSync("python3", ["-c", left], { cwd: folder, env, encoding: "utf8" }),
    "None docfuse.index\n",
  );
});
