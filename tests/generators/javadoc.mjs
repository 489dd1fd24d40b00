// Javadoc of the installed JDK.
import { installCommand } from "./core/packages.mjs";
import { askedOfSymbols } from "./core/symbols.mjs";

const page = (name) => new RegExp(`(^|/)workshop/${name}\\.html(#|$)`);
const source = (name, text) => `package workshop;\n\n/** ${text} */\npublic class ${name} {}\n`;

export default {
  name: "Javadoc",
  async install(place) {
    const version = await place.get(["javadoc", "--version"], "javadoc");
    await installCommand(place);
    return version.replace("javadoc ", "");
  },
  files: {
    "src/workshop/Mutex.java": source("Mutex", "A lock around a value, which one owner opens at a time."),
    "src/workshop/Retry.java": source(
      "Retry",
      "Calls a function again while it fails, for example where the network was interrupted.",
    ),
    "src/workshop/TemporaryFolder.java": source(
      "TemporaryFolder",
      "A temporary folder is deleted when its handle goes out of scope.",
    ),
  },
  async build(place) {
    await place.run([
      "javadoc",
      "-quiet",
      "-Xdoclint:none",
      "-d",
      "api",
      "-sourcepath",
      "src",
      "-subpackages",
      "workshop",
    ]);
    await place.run(["docfuse", "build", "api", "--inject"]);
  },
  site: "api",
  pages: ["index.html", "workshop/package-summary.html", "workshop/Mutex.html", "index-all.html"],
  start: "workshop/Mutex.html",
  ...askedOfSymbols(
    { mutex: page("Mutex"), retry: page("Retry"), folder: page("TemporaryFolder"), added: page("Added") },
    { file: "src/workshop/Added.java", text: source("Added", "A rebuild must find the word zanzibar.") },
  ),
  // A font that JDK 17 names and does not have.
  noise: /dejavu\.css/,
  follow: { link: 'a[href$="package-summary.html"]:visible', to: page("package-summary") },
};
