// Nextra with its theme for documentation, from npm: an application of Next.js without a plugin of ours.
import { asked, markdown, pagesIn } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)${name}(\\.html)?(#|$)`);

export default twoLines({
  name: "Nextra",
  npm: [
    "nextra@4.6.1",
    "nextra-theme-docs@4.6.1",
    "next@15.5.29",
    "react@19.2.0",
    "react-dom@19.2.0",
    // With 4.6, `next build` fails at `/_not-found`.
    "zod@4.1.12",
  ],
  files: {
    "package.json": '{ "private": true, "type": "module" }\n',
    "next.config.mjs": `import nextra from "nextra";
export default nextra({})({ output: "export", basePath: "/docs", images: { unoptimized: true } });
`,
    "mdx-components.jsx": 'export { useMDXComponents } from "nextra-theme-docs";\n',
    "app/layout.jsx": `import { Layout, Navbar } from "nextra-theme-docs";
import { Head } from "nextra/components";
import { getPageMap } from "nextra/page-map";
import "nextra-theme-docs/style.css";

export const metadata = { title: { template: "%s – Workshop", default: "Workshop" }, icons: "data:," };

export default async function Root({ children }) {
  return (
    <html lang="en" dir="ltr" suppressHydrationWarning>
      <Head />
      <body>
        <Layout navbar={<Navbar logo={<b>Workshop</b>} />} pageMap={await getPageMap()}>
          {children}
        </Layout>
      </body>
    </html>
  );
}
`,
    "app/[[...mdxPath]]/page.jsx": `import { generateStaticParamsFor, importPage } from "nextra/pages";
import { useMDXComponents } from "../../mdx-components.jsx";

export const generateStaticParams = generateStaticParamsFor("mdxPath");
export const generateMetadata = async ({ params }) => (await importPage((await params).mdxPath)).metadata;

const Wrapper = useMDXComponents().wrapper;

export default async function Page(props) {
  const { default: Content, ...page } = await importPage((await props.params).mdxPath);
  return <Wrapper {...page}><Content {...props} /></Wrapper>;
}
`,
    ...Object.fromEntries(pagesIn("en").map((name) => [`content/${name}.md`, markdown(name)])),
    "content/index.md": markdown("index", { links: [["How to recover", "/errors"]] }),
  },
  lines: [["next", "build"]],
  site: "out",
  pages: ["index.html", "threads.html", "files.html"],
  ...asked(page, "content/files.md"),
  follow: { link: 'main a[href$="/errors"]', to: page("errors"), inApp: true },
  // Next asks for the text of its first page beside the folder.
  noise: /\/docs\.txt\?_rsc=/,
});
