// Shrinks the stemmers: node shrink-stemmers.mjs RAW OUT
//
// RAW has a module TAG.wasm for each language. One process for all of them: wasm-opt starts for two seconds.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import binaryen from "binaryen";

const [raw, out] = process.argv.slice(2);
const { BulkMemory, BulkMemoryOpt, Multivalue, MutableGlobals, NontrappingFPToInt, ReferenceTypes, SignExt } =
  binaryen.Features;

// As `-Oz --low-memory-unused` of wasm-opt.
binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setLowMemoryUnused(true);
for (const name of readdirSync(raw)) {
  const module = binaryen.readBinary(readFileSync(join(raw, name)));
  // Those that rustc enables for this target: browsers may lack later ones.
  module.setFeatures(
    BulkMemory | BulkMemoryOpt | Multivalue | MutableGlobals | NontrappingFPToInt | ReferenceTypes | SignExt,
  );
  module.optimize();
  writeFileSync(join(out, name), module.emitBinary());
  module.dispose();
}
