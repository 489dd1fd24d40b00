// RDoc, from Debian.
import { askedOfSymbols, rubySource } from "./core/symbols.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default twoLines({
  name: "RDoc",
  tool: ["rdoc", "--version"],
  files: { "workshop.rb": rubySource },
  lines: [["rdoc", "-q", "--force-output", "-o", "api", "workshop.rb"]],
  site: "api",
  pages: ["Mutex.html", "Retry.html", "index.html"],
  ...askedOfSymbols(
    { mutex: page("Mutex"), retry: page("Retry"), folder: page("TemporaryFolder"), added: page("Added") },
    { file: "workshop.rb", text: "\n# A rebuild must find the word zanzibar.\nclass Added; end\n" },
  ),
  // Debian links its fonts to packages of their own.
  noise: /fonts\//,
});
