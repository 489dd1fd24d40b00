// What all integrations share: their settings, a run of `docfuse build` behind the generator's build, and
// what development servers serve.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the index in a built site, as `docfuse build` names it. */
const FOLDER = "docfuse";

/** Holds a script in place of the box's, which says that there is no index yet. */
const STAND_IN = fileURLToPath(new URL("stand-in/", import.meta.url));

const isText = (value) => typeof value === "string";
const isTexts = (value) => Array.isArray(value) && value.every(isText);
const isTextByName = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every(isText);

/** Every setting: its check, what it must be, and its default. */
const SETTINGS = {
  build: [isTexts, "a list of options of `docfuse build`", []],
  box: [isTextByName, "an object with attributes of <docfuse-search>, as text", {}],
  assistants: [isTextByName, "an object with an address, containing {prompt}, by name", {}],
  command: [isText, "the path of a docfuse command", ""],
};

/**
 * Checks what an author wrote and adds the defaults. Throws if a setting is unknown or of another type; `who` is the
 * package that the message names.
 */
export function settings(options = {}, who) {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(SETTINGS, name)) {
      const known = Object.keys(SETTINGS).join(", ");
      throw new Error(`${who}: expected only the settings ${known}, found "${name}"`);
    }
    const [fits, expected] = SETTINGS[name];
    if (value !== undefined && !fits(value)) {
      throw new Error(`${who}: expected ${expected} as "${name}", found ${JSON.stringify(value)}`);
    }
  }
  return Object.fromEntries(
    Object.entries(SETTINGS).map(([name, [, , byDefault]]) => [name, options[name] ?? byDefault]),
  );
}

/** Attributes of the box: a button that opens a dialog fits into the navigation bar of every theme. */
export const boxAttributes = ({ box }) => ({ layout: "modal", ...box });

/** Address of the index folder on a site whose root is `base`, with or without a slash at the end. */
export const folderAddress = (base) => `${base.replace(/\/$/, "")}/${FOLDER}/`;

/** Address of the box's script there. */
export const scriptAddress = (base) => `${folderAddress(base)}docfuse.js`;

/**
 * The folders whose files a development server sends below docfuse/, the first that has a file: development servers
 * build no index, so they serve that of the last build.
 */
export const devFolders = (site) => [join(site, FOLDER), STAND_IN];

/**
 * Writes the index of the built site in the folder `site` to `site`/docfuse. Rejects, in one sentence, if that failed;
 * the command itself prints why.
 */
export async function buildIndex(site, { build, command }) {
  const [program, ...args] = command ? [command] : [process.execPath, packagedCommand()];
  const outcome = await new Promise((resolve) => {
    const child = spawn(program, [...args, "build", site, ...build], { stdio: "inherit" });
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, signal) => resolve(code === 0 ? "" : `exit code ${code ?? signal}`));
  });
  if (outcome)
    throw new Error(`docfuse wrote no search index for ${site} (${outcome}); see its message above`);
}

/** Path of the command in the npm package `docfuse`. */
function packagedCommand() {
  try {
    const manifest = createRequire(import.meta.url).resolve("docfuse/package.json");
    return join(dirname(manifest), "bin", "docfuse.mjs");
  } catch {
    throw new Error(
      "expected the package docfuse, found none; install it, or name a command by the setting `command`",
    );
  }
}
