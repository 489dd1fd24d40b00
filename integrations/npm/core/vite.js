// A plugin for generators that are built on Vite: the box's attributes as a module, and the files of the development
// server.
import { createReadStream, statSync } from "node:fs";
import { extname, join } from "node:path";
import { boxAttributes, devFolders, folderAddress, scriptAddress } from "./index.js";

const MODULE = "virtual:docfuse";
const TYPES = { ".js": "text/javascript", ".json": "application/json" };

/**
 * `settings`: from `settings()`. `place()` returns { base, site }: the root of the site in addresses, and the folder of
 * the built site. It is asked when they are needed, since plugins of the generator may change both.
 */
export function vitePlugin(settings, place) {
  return {
    name: "docfuse",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      const box = {
        script: scriptAddress(place().base),
        attributes: boxAttributes(settings),
        assistants: settings.assistants,
      };
      return `export const { script, attributes, assistants } = ${JSON.stringify(box)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        // Generators may have cut the base off the address.
        const file = devFile(request.originalUrl ?? request.url, place());
        if (!file) return next();
        response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
        response.setHeader("Cache-Control", "no-cache");
        createReadStream(file).on("error", next).pipe(response);
      });
    },
  };
}

/** The file that the development server sends for `url`, if it is one of docfuse/. */
function devFile(url, { base, site }) {
  const below = folderAddress(base);
  const path = url.replace(/[?#].*/, "");
  if (!path.startsWith(below)) return undefined;
  const name = path.slice(below.length);
  // The folder has no folders, so a name with a slash is none of it.
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return devFolders(site)
    .map((folder) => join(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}
