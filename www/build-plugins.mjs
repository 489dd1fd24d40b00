// Plugins of esbuild, by which the same sources become modules, scripts of their own, and scripts for folders.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";

/** The path of a source in src/. */
export const source = (name) => join(dirname(fileURLToPath(import.meta.url)), "src", name);

/** An esbuild plugin that resolves imports by name to these sources. */
export function given(sources) {
  const namespace = "given";
  return {
    name: namespace,
    setup(building) {
      const filter = /^docfuse_/;
      building.onResolve({ filter }, ({ path }) => (path in sources ? { path, namespace } : undefined));
      building.onLoad({ filter, namespace }, ({ path }) => ({ contents: sources[path], loader: "js" }));
    },
  };
}

/** An esbuild plugin that resolves imports of the module `name` to another source. */
export function inPlaceOf(name, other) {
  return {
    name: `in-place-of-${name}`,
    setup(building) {
      building.onResolve({ filter: new RegExp(`/${name}\\.js$`) }, () => ({ path: source(other) }));
    },
  };
}

/** An esbuild plugin: `docfuse-parts.js` imports `docfuse-ui.js`, which the page may have already. */
export function interfaceBeside() {
  return {
    name: "interface-beside",
    setup(building) {
      building.onResolve({ filter: /^\.\.\/ui\.js$/ }, () => ({ path: "./docfuse-ui.js", external: true }));
    },
  };
}

/** An esbuild plugin: style sheets are texts, minified. */
export function styles() {
  return {
    name: "styles",
    setup(building) {
      building.onLoad({ filter: /\.css$/ }, ({ path }) => {
        const { code } = transformSync(readFileSync(path, "utf8"), { loader: "css", minify: true });
        // esbuild keeps blanks in values of custom properties, and quotes around names. No sheet has text in quotes that
        // this would change.
        const contents = code
          .trim()
          .replaceAll(/([,:]) /g, "$1")
          .replaceAll(/="([a-z]+)"\]/g, "=$1]");
        return { contents, loader: "text" };
      });
    },
  };
}
