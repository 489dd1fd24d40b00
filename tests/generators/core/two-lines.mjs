// Generators without a plugin: an author adds the line `docfuse build SITE --inject` behind the generator's own.
import { installCommand } from "./packages.mjs";

/**
 * The description of such a generator. `npm`, `pip`: packages, the first of which has the version; `tool`: a command of this
 * machine, by the line that prints its version; `lines`: what makes `site`; `options`: further ones of `docfuse build`.
 */
export function twoLines({ npm, pip, tool, lines, site, options = [], ...more }) {
  const bare = (name) => name.replace(/(?<=.)@[^@/]*$|==.*$/, "");
  return {
    async install(place) {
      await installCommand(place);
      if (npm) {
        await place.npm(...npm);
        return place.npmVersion(bare(npm[0]));
      }
      if (pip) {
        await place.pip(...pip);
        return place.pipVersion(bare(pip[0]));
      }
      return /\d[\w.]*/.exec(await place.get(tool, tool[0]))[0];
    },
    async build(place) {
      for (const line of lines) await place.run(line);
      await place.run(["docfuse", "build", site, "--inject", ...options]);
    },
    site,
    ...more,
  };
}
