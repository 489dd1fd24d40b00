// Variants of the ranking, measured on many query sets, and the choice of one with each set left out.

/** Measure of all choices. */
export const MEASURE = "ndcg@10";

/** Arguments of `docfuse eval` for a variant: its settings, separated by blanks, such as `mix.depth=30 mix.dense=0.4`. */
export const settings = (variant) =>
  variant
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((setting) => ["--set", setting]);

/** Settings that are applied when an index is built. */
const OF_BUILDS = /^site\./;

/** A variant's settings for the build and those for the query, as `settings` takes them. */
export function parted(variant) {
  const all = variant.split(/\s+/).filter(Boolean);
  const of = (build) => all.filter((setting) => OF_BUILDS.test(setting) === build).join(" ");
  return { build: of(true), query: of(false) };
}

/** A settings file with settings of the table `site` added, such as `site.secondary_weight=0.3`. */
export function withSiteSettings(toml, variant) {
  const added = variant.split(/\s+/).filter(Boolean);
  if (added.length === 0) return toml;
  const lines = added.map((setting) => setting.replace(OF_BUILDS, "").replace("=", " = "));
  const table = ["[site]", ...lines].join("\n");
  return /^\[site\]$/m.test(toml) ? toml.replace(/^\[site\]$/m, table) : `${toml}\n${table}\n`;
}

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * For each set, the variant with the best mean over the other sets, and what it measures on this set. `measured[variant]
 * [set]` are the figures. Of equal variants, the first.
 */
export function leaveOneOut(measured, sets) {
  const variants = Object.keys(measured);
  return sets.map((left) => {
    const others = sets.filter((set) => set !== left);
    const means = variants.map((variant) => mean(others.map((set) => measured[variant][set])));
    const variant = variants[means.indexOf(Math.max(...means))];
    return { set: left, variant, value: measured[variant][left] };
  });
}

/** Runs jobs, `atOnce` at a time, and returns their results in order. */
export async function inParallel(jobs, atOnce) {
  const results = [];
  const entries = jobs.entries();
  const worker = async () => {
    for (const [at, job] of entries) results[at] = await job();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
