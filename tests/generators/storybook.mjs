// Storybook's documentation, from npm. Its pages are made by scripts inside a frame, all of one file: a script of the
// author's gives each a file of its own, which a browser renders for the index.
import { readFileSync } from "node:fs";
import { asked, markdown, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const pages = pagesIn("en");
const id = (name) => `${title(name).toLowerCase().replaceAll(" ", "-")}--docs`;
const page = (name) => new RegExp(`(^|/)${id(name)}\\.html(#|$)`);

const guide = readFileSync(new URL("../../docs/generators/storybook.md", import.meta.url), "utf8");
/** The script that authors read there. */
const [, script] = /^```js\n(.*?)^```/ms.exec(guide);

export default twoLines({
  name: "Storybook",
  npm: ["storybook@10.6.7", "@storybook/html-vite@10.6.0", "@storybook/addon-docs@10.6.7", "vite@6"],
  files: {
    "package.json": '{ "private": true, "type": "module" }\n',
    ".storybook/main.js": `export default {
  stories: ["../src/*.mdx", "../src/*.stories.js"],
  addons: ["@storybook/addon-docs"],
  framework: "@storybook/html-vite",
  core: { disableTelemetry: true },
};
`,
    ".storybook/preview.js": 'export default { tags: ["autodocs"] };\n',
    "src/button.stories.js": `/** A button that a reader presses once. */
export default { title: "Button", render: ({ label }) => \`<button>\${label}</button>\` };
export const Primary = { args: { label: "Go" } };
`,
    ...Object.fromEntries(
      pages.map((name) => [
        `src/${name}.mdx`,
        `import { Meta } from "@storybook/addon-docs/blocks";\n\n<Meta title="${title(name)}" />\n\n${markdown(name)}`,
      ]),
    ),
    "docfuse.toml": '[site]\nexclude_also = ["iframe.html", "index.html"]\n',
    "storybook-pages.mjs": script,
  },
  lines: [
    ["storybook", "build", "--docs", "--output-dir", "public"],
    ["node", "storybook-pages.mjs", "public"],
  ],
  // Chromium does not start for root with its sandbox.
  options: ["--render", `${process.env.CHROMIUM ?? "chromium"} --no-sandbox`],
  site: "public",
  pages: [...pages.map((name) => `${id(name)}.html`), "button--docs.html"],
  ...asked(page, "src/files.mdx"),
  follow: { link: 'a[href^="index.html?path="]', to: /index\.html\?path=/ },
});
