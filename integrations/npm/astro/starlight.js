// The plugin for Starlight. One line in astro.config.mjs:
//
//   starlight({ plugins: [docfuse()] })
import docfuse from "./index.js";

export default function starlightDocfuse(options) {
  return {
    name: "@docfuse/astro/starlight",
    hooks: {
      "config:setup"({ config, updateConfig, addIntegration }) {
        updateConfig({
          // Starlight's own search, which would index the site too.
          pagefind: false,
          components: { Search: "@docfuse/astro/StarlightSearch.astro", ...config.components },
        });
        addIntegration(docfuse(options));
      },
    },
  };
}
