// The integration for Astro sites, whose pages show `Search.astro`. Sites of Starlight take the plugin of starlight.js.
import { fileURLToPath } from "node:url";
import { buildIndex, settings } from "@docfuse/integration";
import { vitePlugin } from "@docfuse/integration/vite";

const NAME = "@docfuse/astro";

export default function docfuse(options) {
  const own = settings(options, NAME);
  const place = { base: "/", site: "" };
  return {
    name: NAME,
    hooks: {
      "astro:config:setup": ({ updateConfig }) =>
        updateConfig({ vite: { plugins: [vitePlugin(own, () => place)], ssr: { noExternal: [NAME] } } }),
      "astro:config:done": ({ config, buildOutput }) => {
        place.base = config.base;
        // With an adapter, the pages that are rendered in advance are in a folder of their own.
        place.site = fileURLToPath(buildOutput === "server" ? config.build.client : config.outDir);
      },
      "astro:build:done": ({ dir }) => buildIndex(fileURLToPath(dir), own),
    },
  };
}
