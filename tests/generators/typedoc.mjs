// TypeDoc, from npm.
import { installCommand } from "./core/packages.mjs";
import { askedOfSymbols } from "./core/symbols.mjs";

const page = (path) => new RegExp(`(^|/)${path}\\.html(#|$)`);

export default {
  name: "TypeDoc",
  async install(place) {
    await place.npm("typedoc@0.28.20", "typescript@6.0.3");
    await installCommand(place);
    return place.npmVersion("typedoc");
  },
  files: {
    "tsconfig.json":
      '{ "compilerOptions": { "strict": true, "skipLibCheck": true, "types": [] }, "files": ["workshop.ts"] }',
    "typedoc.json": '{ "entryPoints": ["workshop.ts"], "out": "public" }',
    "readme.md": "# Workshop\n\nA library for programs that do several things at once.\n",
    "workshop.ts": `/** A lock around a value, which one owner opens at a time. */
export class Mutex<Value> {
  constructor(private value: Value) {}
  /** Waits until nobody else holds the value. */
  async acquire(): Promise<Value> { return this.value; }
}

/** Calls a function again while it fails, for example where the network was interrupted. */
export function retry<Result>(work: () => Promise<Result>): Promise<Result> { return work(); }

/** Where a temporary folder is made, and when it is deleted. */
export interface FolderOptions {
  /** The prefix of its name. */
  prefix: string;
}
`,
  },
  async build(place) {
    await place.run(["typedoc"]);
    await place.run(["docfuse", "build", "public", "--inject"]);
  },
  site: "public",
  pages: ["index.html", "classes/Mutex.html", "functions/retry.html"],
  start: "classes/Mutex.html",
  ...askedOfSymbols(
    {
      mutex: page("classes/Mutex"),
      retry: page("functions/retry"),
      folder: page("interfaces/FolderOptions"),
      added: page("variables/added"),
    },
    {
      file: "workshop.ts",
      text: "\n/** A rebuild must find the word zanzibar. */\nexport const added = true;\n",
    },
  ),
  follow: {
    link: 'a[href$="index.html"]:visible',
    to: page("index"),
  },
};
