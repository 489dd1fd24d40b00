// Writes a site's index: node minisearch.index.mjs --pages DIR --out FILE --content SELECTOR [--ignore SELECTOR]...
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import MiniSearch from "minisearch";
import { sectionsOfSite } from "../lib/sections.mjs";
import { FIELDS } from "./minisearch.fields.js";

const { values } = parseArgs({
  options: {
    pages: { type: "string" },
    out: { type: "string" },
    content: { type: "string" },
    ignore: { type: "string", multiple: true, default: [] },
  },
});
const index = new MiniSearch(FIELDS);
index.addAll(sectionsOfSite(values).map((section, id) => ({ id, ...section })));
writeFileSync(values.out, JSON.stringify(index));
