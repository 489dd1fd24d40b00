// VuePress with its default theme, from npm: an application without a plugin of ours.
import { asked, markdown, pagesIn } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "VuePress",
  npm: [
    "vuepress@2.0.0-rc.30",
    "@vuepress/theme-default@2.0.0-rc.132",
    "@vuepress/bundler-vite@2.0.0-rc.30",
    "sass-embedded",
    "vue",
  ],
  files: {
    "package.json": '{ "type": "module" }\n',
    "docs/.vuepress/config.js": `import { viteBundler } from "@vuepress/bundler-vite";
import { defaultTheme } from "@vuepress/theme-default";
export default {
  title: "Workshop", base: "/docs/", bundler: viteBundler(), head: [["link", { rel: "icon", href: "data:," }]],
  theme: defaultTheme({ navbar: ["/errors.md"] }),
};\n`,
    ...Object.fromEntries(pagesIn("en").map((name) => [`docs/${name}.md`, markdown(name)])),
    "docs/index.md": markdown("index", { links: [["Errors", "./errors.md"]] }),
  },
  lines: [["vuepress", "build", "docs"]],
  site: "docs/.vuepress/dist",
  pages: ["index.html", "threads.html", "files.html"],
  ...asked(page, "docs/files.md"),
  follow: {
    link: '[vp-content] a[href$="errors.html"], main a[href$="errors.html"]',
    to: page("errors"),
    inApp: true,
  },
});
