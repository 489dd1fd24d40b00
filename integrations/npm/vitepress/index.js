// The Vite plugin for VitePress. One line in .vitepress/config.js:
//
//   vite: { plugins: [docfuse()] }
import { fileURLToPath } from "node:url";
import { buildIndex, scriptAddress, settings } from "@docfuse/integration";
import { vitePlugin } from "@docfuse/integration/vite";

const NAME = "@docfuse/vitepress";
const SEARCH = fileURLToPath(new URL("search.js", import.meta.url));

export default function docfuse(options) {
  const own = settings(options, NAME);
  /** VitePress's own configuration, the same object in all of its Vite builds. */
  let vitepress;
  return {
    ...vitePlugin(own, () => ({ base: vitepress.site.base, site: vitepress.outDir })),
    name: NAME,
    config: () => ({
      // The navigation bar of the default theme imports its search component by this name.
      resolve: { alias: [{ find: /^.*\/VPNavBarSearch\.vue$/, replacement: SEARCH }] },
      // Not bundled in advance: they import `vitepress` and a virtual module.
      optimizeDeps: { exclude: [NAME] },
      ssr: { noExternal: [NAME] },
    }),
    configResolved(config) {
      if (!config.vitepress) {
        throw new Error(
          `${NAME}: expected a VitePress site, found another Vite build; name it in .vitepress/config.js`,
        );
      }
      if (vitepress === config.vitepress) return;
      vitepress = config.vitepress;
      const script = { type: "module", src: scriptAddress(vitepress.site.base) };
      vitepress.site.head.push(["script", script]);
      const { buildEnd } = vitepress;
      vitepress.buildEnd = async (site) => {
        await buildEnd?.(site);
        await buildIndex(site.outDir, own);
      };
    },
  };
}
