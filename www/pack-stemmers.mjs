// Packs the stemmers of all languages: a gzip member for each module, one behind the other.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** `file`: the members; `lengths`: the bytes of each, by language tag. `folder`: the modules, `TAG.wasm`. */
export function packStemmers(folder) {
  const members = [];
  const lengths = {};
  for (const name of folder ? readdirSync(folder).sort() : []) {
    if (!name.endsWith(".wasm")) continue;
    const member = gzipSync(readFileSync(join(folder, name)), { level: 9 });
    members.push(member);
    lengths[name.slice(0, -".wasm".length)] = member.length;
  }
  return { file: Buffer.concat(members), lengths };
}
