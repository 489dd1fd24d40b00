// The theme for Docusaurus. One line in docusaurus.config.js:
//
//   themes: ["@docfuse/docusaurus"]
//
// It is a theme since its search bar takes the place of the one of the default theme.
import {
  buildIndex,
  boxAttributes,
  devFolders,
  folderAddress,
  scriptAddress,
  settings,
} from "@docfuse/integration";
import { isLastLocale, siteOf } from "./locales.js";

const NAME = "@docfuse/docusaurus";

export default function docfuse(context, { id, ...options }) {
  const own = settings(options, NAME);
  const { base, folder } = siteOf(context);
  const script = scriptAddress(base);
  return {
    name: NAME,
    getThemePath: () => "./theme",
    getClientModules: () => ["./search.css"],
    injectHtmlTags: () => ({
      headTags: [{ tagName: "script", attributes: { type: "module", src: script } }],
    }),
    async contentLoaded({ actions }) {
      actions.setGlobalData({ attributes: boxAttributes(own), assistants: own.assistants });
    },
    configureWebpack: () => ({
      devServer: {
        static: devFolders(folder).map((directory) => ({
          directory,
          publicPath: folderAddress(base),
          watch: false,
        })),
      },
    }),
    async postBuild() {
      if (isLastLocale(context, process.argv)) await buildIndex(folder, own);
    },
  };
}
