// A clean folder with an empty home, in which a generator is installed from its registry as an author does it.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Thrown by `install` where this machine cannot have a generator; the test is then skipped with this message. */
export class Unavailable extends Error {}

// How this machine reaches its registries; without these variables a clean environment may not reach them at all.
const REGISTRIES = /^(pip|npm_config|uv)_|_proxy$|cert|^ssl_|^node_extra_ca/i;

/** Makes a clean folder; `remove()` deletes it. */
export function cleanPlace(name) {
  const folder = mkdtempSync(join(tmpdir(), `docfuse-${name}-`));
  const home = join(folder, ".home");
  mkdirSync(home);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([variable]) => REGISTRIES.test(variable))),
    // What registries sent is kept between runs.
    PIP_CACHE_DIR: join(cache, "pip"),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: tmpdir(),
    LANG: "C.UTF-8",
  };
  const place = {
    folder,
    env,
    path: (...parts) => join(folder, ...parts),
    /** Writes files, by path. */
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
    },
    /** Runs a program in the folder, to its end; returns what it prints. Fails if the program does. */
    run: ([program, ...args], options = {}) => run([program, ...args], { cwd: folder, env, ...options }),
    /** The same, for what a registry or this machine may not have. */
    async get(line, what) {
      try {
        return await place.run(line);
      } catch (error) {
        throw new Unavailable(`${what} cannot be had here: ${lastLine(error.message)}`);
      }
    },
    /** Installs packages of PyPI into the folder's own environment, `.venv`, which then leads the PATH. */
    async pip(...packages) {
      const python = join(folder, ".venv", "bin", "python");
      if (!place.python) {
        place.python = (await place.run(["python3", "-c", "import sys; print(sys.executable)"])).trim();
        await place.get([place.python, "-m", "venv", "--without-pip", ".venv"], "a Python environment");
        env.PATH = `${dirname(python)}:${env.PATH}`;
      }
      // The pip of this machine: to install another one takes longer than most packages.
      const pip = [place.python, "-m", "pip", "--python", python, "install", "--quiet"];
      await place.get([...pip, ...packages], packages.join(", "));
    },
    /** The version of an installed Python package. */
    async pipVersion(name) {
      const text = `import importlib.metadata as m; print(m.version("${name}"))`;
      return (await place.run(["python", "-c", text])).trim();
    },
    /** Installs packages of npm into the folder's `node_modules`, whose commands then lead the PATH. */
    async npm(...packages) {
      await place.get(["npm", "install", "--silent", "--no-save", ...packages], packages.join(", "));
      const bin = join(folder, "node_modules", ".bin");
      if (!env.PATH.startsWith(bin)) env.PATH = `${bin}:${env.PATH}`;
    },
    /** The version of an installed npm package. */
    npmVersion: (name) =>
      JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  return place;
}

function run([program, ...args], options) {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 1 << 26, timeout: 900_000, ...options }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
      else resolve(stdout);
    });
  });
}

const lastLine = (text) => text.trim().split("\n").at(-1);
