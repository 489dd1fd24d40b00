// JSDoc with its default template, from npm.
import { askedOfSymbols } from "./core/symbols.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "JSDoc",
  npm: ["jsdoc@4.0.5"],
  files: {
    "workshop.js": `/** A lock around a value, which one owner opens at a time. */
class Mutex {
  /** Waits until nobody else holds the value. */
  acquire() {}
}

/** Calls a function again while it fails, for example where the network was interrupted. */
class Retry {}

/** A temporary folder, deleted when its handle goes out of scope. */
class TemporaryFolder {}
`,
  },
  lines: [["jsdoc", "-d", "api", "workshop.js"]],
  site: "api",
  pages: ["Mutex.html", "index.html"],
  ...askedOfSymbols(
    { mutex: page("Mutex"), retry: page("Retry"), folder: page("TemporaryFolder"), added: page("Added") },
    { file: "workshop.js", text: "\n/** A rebuild must find the word zanzibar. */\nclass Added {}\n" },
  ),
  follow: { link: 'nav a[href="Retry.html"]', to: page("Retry") },
});
