// Variants of the ranking on all query sets: node stages.mjs --sets DIR --eval EVAL [--variants FILE] [--choose]
//
// DIR is what sets.mjs wrote, EVAL a folder of further sets. FILE has a variant a line: a name, a tab, and settings as in
// docfuse.toml ("mix.depth=30 site.secondary_weight=0.3"). Builds the index of each set, asks it with each variant, and
// prints nDCG@10.
// README.md describes the options.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { circumstances } from "./lib/machine.mjs";
import { machine, number, table } from "./lib/markdown.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { MEASURE, inParallel, leaveOneOut, mean, parted, settings, withSiteSettings } from "./lib/stages.mjs";
import { allSets, sourceOf } from "./sets/all.mjs";

const run = promisify(execFile);

/** Sets whose judgements name sections. */
const BY_SECTION = /^debian-faq/;
/** Stages of the ranking, each with those before it. */
const [NO_MIX, NO_LINKS, NO_INTENT] = [
  "mix.depth=0",
  "fusion.weights.links=0 mix.links=0",
  "intent.relationship.links=1",
];
const STAGES = [
  ["RRF", `${NO_MIX} ${NO_LINKS} ${NO_INTENT}`],
  ["+ mix", `${NO_LINKS} ${NO_INTENT}`],
  ["+ links", NO_INTENT],
  ["+ intent", ""],
];

const options = read({
  docfuse: COMMON.docfuse,
  out: { type: "string", default: join(COMMON.out.default, "stages") },
  sets: { type: "string" },
  eval: { type: "string" },
  only: { type: "string" },
  variants: { type: "string" },
  choose: { type: "boolean", default: false },
  jobs: { type: "string", default: "2" },
});
if (!options.sets || !options.eval) throw new InputError("expected --sets DIR and --eval EVAL");
const [made, given, out] = [options.sets, options.eval, options.out].map((path) => resolve(path));
const jobs = count(options.jobs, "jobs");
const start = circumstances();
const variants = options.variants ? variantsIn(options.variants) : STAGES;
const sets = chosen();

mkdirSync(out, { recursive: true });
/** Indexes by what they are built of. */
const indexes = new Map();
/** Figures by set, mode, settings and manifest: some settings change nothing on a site. */
const known = new Map();
const alone = {};
for (const mode of options.choose ? [] : ["lexical", "dense"]) alone[mode] = await measure(mode, "");
const measured = {};
for (const [name, written] of variants) measured[name] = await measure("hybrid", written);
writeFileSync(join(out, "measured.json"), `${JSON.stringify({ ...alone, ...measured }, null, 1)}\n`);
process.stdout.write(`\n${report()}\n\n${machine(start)}\n`);

function chosen() {
  const found = Object.values(allSets(made, given)).flat();
  const names = options.only?.split(",") ?? found.map(({ name }) => name);
  return names.map((name) => {
    const set = found.find((one) => one.name === name);
    if (!set) throw new InputError(`expected sets of ${made} or ${given}, found "${name}"`);
    return set;
  });
}

function variantsIn(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [name, written = ""] = line.split("\t");
    return [name, written];
  });
}

/** The index of a set, built with further settings of its site. Sets of one site and with equal settings share it. */
function indexOf(set, added) {
  const { source, config } = sourceOf(set, join(made, "packages"));
  const written = config ? readFileSync(config, "utf8") : "";
  const toml = set.site ? withSiteSettings(written, added) : written;
  const key = JSON.stringify([source, toml]);
  if (!indexes.has(key)) indexes.set(key, build(`${set.name}${indexes.size}`, source, toml));
  return indexes.get(key);
}

async function build(name, source, toml) {
  const [index, config] = [join(out, name), join(out, `${name}.toml`)];
  writeFileSync(config, toml);
  const values = ["build", ...source, "--config", config, "--out", index, "--cache", join(out, "cache")];
  await docfuse(values);
  say(`${name}: index`);
  return index;
}

/** nDCG@10 of a mode with given settings, by set. */
async function measure(mode, written) {
  const { build: added, query } = parted(written);
  // One after the other: all use the same cache.
  for (const set of sets) await indexOf(set, added);
  const of = (set) => async () => {
    const index = await indexOf(set, added);
    const sections = BY_SECTION.test(set.name);
    const qrels = join(set.folder, sections ? "qrels_sections.tsv" : "qrels.tsv");
    const values = [
      ...["eval", index, "--queries", join(set.folder, "queries.jsonl"), "--qrels", qrels],
      ...["--mode", mode, "--level", sections ? "section" : "page", "--json", ...settings(query)],
    ];
    const manifest = readFileSync(join(index, "docfuse.json"), "utf8");
    const key = JSON.stringify([set.name, mode, query, manifest]);
    if (!known.has(key)) known.set(key, JSON.parse(await docfuse(values)).modes[mode][MEASURE]);
    return known.get(key);
  };
  const values = await inParallel(sets.map(of), jobs);
  say(`${mode} ${written}: mean ${number(mean(values), 4)}`);
  return Object.fromEntries(sets.map(({ name }, at) => [name, values[at]]));
}

async function docfuse(values) {
  const command = resolve(options.docfuse);
  if (!existsSync(command)) throw new InputError(`${command} not found; give --docfuse FILE`);
  try {
    return (await run(command, values, { maxBuffer: 1 << 28 })).stdout;
  } catch (error) {
    throw new InputError(`docfuse ${values.join(" ")}: ${error.stderr || error.message}`, { cause: error });
  }
}

function report() {
  const names = sets.map(({ name }) => name);
  const columns = { ...alone, ...measured };
  const rows = names.map((set) => [set, ...Object.values(columns).map((of) => number(of[set], 4))]);
  const means = ["mean", ...Object.values(columns).map((of) => number(mean(Object.values(of)), 4))];
  const whole = table(["set", ...Object.keys(columns)], [...rows, means]);
  if (!options.choose) return whole;
  const found = leaveOneOut(measured, names);
  const first = measured[variants[0][0]];
  const left = found.map(({ set, variant, value }) => [
    set,
    variant,
    number(value, 4),
    number(value - first[set], 4),
  ]);
  const gain = mean(found.map(({ set, value }) => value - first[set]));
  const sum = ["mean", "", number(mean(found.map(({ value }) => value)), 4), number(gain, 4)];
  const header = ["left-out set", "chosen by the others", MEASURE, `gain over ${variants[0][0]}`];
  return `${whole}\n\n${table(header, [...left, sum])}`;
}
