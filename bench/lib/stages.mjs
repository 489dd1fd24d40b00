// Variants of the ranking, measured on many query sets, and the choice of one with each set left out.

/** Measure of all choices. */
export const MEASURE = "ndcg@10";

/** Arguments of `docfuse eval` for a variant: its settings, separated by blanks, such as `mix.depth=30 mix.dense=0.4`. */
export const settings = (variant) =>
  variant
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((setting) => ["--set", setting]);

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
