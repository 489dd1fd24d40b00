// pdoc, from PyPI.
import { askedOfSymbols } from "./core/symbols.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (name) => new RegExp(`(^|/)workshop/${name}\\.html(#|$)`);
const source = (name, text) => `"""${text}"""\n\n\nclass ${name}:\n    """${text}"""\n`;

export default twoLines({
  name: "pdoc",
  pip: ["pdoc==16.0.0"],
  files: {
    "workshop/__init__.py": '"""A library for programs that do several things at once."""\n',
    "workshop/mutex.py": source("Mutex", "A lock around a value, which one owner opens at a time."),
    "workshop/retry.py": source(
      "Retry",
      "Calls a function again while it fails, for example where the network was interrupted.",
    ),
    "workshop/folder.py": source(
      "TemporaryFolder",
      "A temporary folder, deleted when its handle goes out of scope.",
    ),
  },
  lines: [["pdoc", "-o", "api", "./workshop"]],
  site: "api",
  pages: ["workshop.html", "workshop/mutex.html"],
  ...askedOfSymbols(
    { mutex: page("mutex"), retry: page("retry"), folder: page("folder"), added: page("added") },
    { file: "workshop/added.py", text: source("Added", "A rebuild must find the word zanzibar.") },
  ),
});
