// YARD, from Debian.
import { askedOfSymbols, rubySource } from "./core/symbols.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "YARD",
  tool: ["yard", "--version"],
  files: { "workshop.rb": rubySource, "readme.md": "# Workshop\n\nDoes several things at once.\n" },
  lines: [["yard", "doc", "-q", "--no-cache", "-o", "api", "workshop.rb", "-", "readme.md"]],
  site: "api",
  pages: ["index.html", "Mutex.html", "Retry.html"],
  start: "Mutex.html",
  ...askedOfSymbols(
    { mutex: page("Mutex"), retry: page("Retry"), folder: page("TemporaryFolder"), added: page("Added") },
    { file: "workshop.rb", text: "\n# A rebuild must find the word zanzibar.\nclass Added; end\n" },
  ),
});
