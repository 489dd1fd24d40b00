// pdoc, from PyPI.
import { askedOfSymbols } from "./core/symbols.mjs";
import { twoLines } from "./core/two-lines.mjs";

const page = (anchor) => new RegExp(`(^|/)workshop\\.html#${anchor}`);

export default twoLines({
  name: "pdoc",
  pip: ["pdoc==16.0.0"],
  files: {
    "workshop.py": `"""A library for programs that do several things at once."""


class Mutex:
    """A lock around a value, which one owner opens at a time."""

    def acquire(self):
        """Waits until nobody else holds the value."""


class Retry:
    """Calls a function again while it fails, for example where the network was interrupted."""


class TemporaryFolder:
    """A temporary folder, deleted when its handle goes out of scope."""
`,
  },
  lines: [["pdoc", "-o", "api", "./workshop.py"]],
  site: "api",
  pages: ["workshop.html"],
  ...askedOfSymbols(
    { mutex: page("Mutex"), retry: page("Retry"), folder: page("TemporaryFolder"), added: page("Added") },
    {
      file: "workshop.py",
      text: '\n\nclass Added:\n    """A rebuild must find the word zanzibar."""\n',
    },
  ),
});
