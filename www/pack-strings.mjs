// Packs the box's sentences in other languages than English: a gzip member for each, one behind the other.
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

/** `file`: the members, each with a JSON object; `lengths`: the bytes of each, by language tag. `entry`: languages.ts. */
export async function packStrings(entry) {
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, format: "esm", write: false });
  const { LANGUAGES } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  const members = [];
  const lengths = {};
  for (const [tag, load] of Object.entries(LANGUAGES)) {
    const { strings } = await load();
    const member = gzipSync(JSON.stringify(strings), { level: 9 });
    members.push(member);
    lengths[tag] = member.length;
  }
  return { file: Buffer.concat(members), lengths };
}
