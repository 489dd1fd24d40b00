// Packages of exact versions, unpacked: from Debian, npm and PyPI by their own clients, checked by SHA-256.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "./options.mjs";

/**
 * Runs a command in a folder. Throws with its output if it fails. `env` is added to the environment.
 */
export function run(folder, [file, ...values], env = {}) {
  const options = { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] };
  try {
    return execFileSync(file, values, { ...options, env: { ...process.env, ...env } });
  } catch (error) {
    const written = `${error.stdout ?? ""}${error.stderr ?? ""}`.slice(-4000);
    throw new InputError(`${file} ${values.join(" ")}: ${error.message.split("\n", 1)[0]}\n${written}`);
  }
}

/** Downloads and unpacks packages for one site. `downloads` keeps the files for later runs. */
export class Packages {
  #downloads;
  #work;

  constructor(downloads, work) {
    this.#downloads = downloads;
    this.#work = work;
    mkdirSync(downloads, { recursive: true });
  }

  /** Unpacks a Debian package, without installing it. Returns the folder with its `usr`. */
  debian(name, version, sha256) {
    const file = this.#checked(`${name}_${version.replace(":", "%3a")}`, sha256, (folder) =>
      run(folder, ["apt-get", "download", "-q", `${name}=${version}`]),
    );
    run(this.#work, ["dpkg", "-x", file, "deb"]);
    return join(this.#work, "deb");
  }

  /** Unpacks an npm package. Returns the folder with its `package.json`. */
  npm(name, version, sha256) {
    const file = this.#checked(`${name.replace(/^@/, "").replace("/", "-")}-${version}`, sha256, (folder) =>
      run(folder, ["npm", "pack", "--silent", `${name}@${version}`]),
    );
    run(this.#work, ["tar", "-xzf", file]);
    return join(this.#work, "package");
  }

  /** Unpacks a source distribution of PyPI. Returns the folder with its `PKG-INFO`. */
  sdist(name, version, sha256) {
    const file = this.#checked(`${name}-${version}`, sha256, (folder) => {
      writeFileSync(join(folder, "requirements.txt"), `${name}==${version} --hash=sha256:${sha256}\n`);
      const source = ["--no-deps", "--no-binary", ":all:", "-r", "requirements.txt"];
      run(folder, ["python3", "-m", "pip", "download", "-q", ...source]);
    });
    run(this.#work, ["tar", "-xzf", file]);
    return join(this.#work, `${name}-${version}`);
  }

  /** Installs npm packages, by name and exact version, into the work folder. Runs no script of theirs. */
  install(dependencies) {
    const manifest = { private: true, dependencies };
    writeFileSync(join(this.#work, "package.json"), JSON.stringify(manifest, null, 1));
    run(this.#work, ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]);
  }

  /** Makes a Python environment in the work folder. Returns the folder of its commands. */
  python(requirements) {
    run(this.#work, ["python3", "-m", "venv", "venv"]);
    run(this.#work, ["venv/bin/pip", "install", "-q", ...requirements]);
    return join(this.#work, "venv", "bin");
  }

  /** The downloaded file whose name begins with `prefix`, fetched if there is none with this checksum. */
  #checked(prefix, sha256, fetch) {
    const kept = join(this.#downloads, prefix);
    if (!existsSync(kept) || hash(kept) !== sha256) {
      const folder = join(this.#work, `download-${prefix}`);
      mkdirSync(folder);
      fetch(folder);
      const name = readdirSync(folder).find((found) => found.startsWith(prefix));
      if (!name) throw new InputError(`${prefix}: expected a downloaded file in ${folder}, found none`);
      copyFileSync(join(folder, name), kept);
    }
    const found = hash(kept);
    if (found !== sha256) throw new InputError(`${kept}: expected SHA-256 ${sha256}, found ${found}`);
    return kept;
  }
}

function hash(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
