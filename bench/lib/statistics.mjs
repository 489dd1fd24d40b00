// The statistics that the bench reports.

/** The middle value, or the mean of the two in the middle; `undefined` of nothing. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** The smallest value that `share` (above 0, up to 1) of the values do not exceed; `undefined` of nothing. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1];
}
