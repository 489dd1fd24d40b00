import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

const COMPILER = { target: "es2022", module: "esnext", moduleResolution: "bundler", lib: ["es2022", "dom"] };

export default {
  generator: "TypeDoc 0.28.14",
  content: "RxJS 7.8.2",
  root: "div.col-content",
  exclude: ["^hierarchy\\.html$"],
  make(packages, work) {
    packages.install({ rxjs: "7.8.2", typedoc: "0.28.14", typescript: "5.9.3" });
    // TypeDoc leaves out sources in node_modules.
    cpSync(join(work, "node_modules", "rxjs", "src"), join(work, "rxjs"), { recursive: true });
    const settings = { compilerOptions: { ...COMPILER, skipLibCheck: true }, include: ["rxjs"] };
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(settings));
    const flags = ["--skipErrorChecking", "--name", "RxJS", "--readme", "none", "--out", "site"];
    run(work, ["npx", "typedoc", "--entryPoints", "rxjs/index.ts", ...flags]);
    return join(work, "site");
  },
};
