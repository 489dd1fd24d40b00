/**
 * The values that a reader can filter by: those of the pages found, with their number.
 *
 * An answer to a filtered query counts only pages that pass. So that the other values of a chosen filter stay in reach,
 * and nothing jumps when a chip is pressed, such a filter keeps the values that it had before, in their order.
 */

import type { Filters } from "./parse.js";

/** Most filters, and values of one: what fits on a line or two. */
const MAX_FILTERS = 4;
const MAX_CHIPS = 8;

export interface Chip {
  readonly value: string;
  /** Number of pages found with it; `undefined` where they were not counted. */
  readonly count: number | undefined;
  readonly pressed: boolean;
}

/** One filter. */
export interface FilterChips {
  readonly name: string;
  readonly chips: readonly Chip[];
}

/** Pages found by filter and value, as in the answer. */
export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the author calls `name`, which may be the name of a method of objects. */
function named<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** `before` are the chips of the last answer. Filters with one value leave nothing to choose, unless it is chosen. */
export function filterChips(
  facets: Facets | null,
  chosen: Filters,
  before: readonly FilterChips[],
): FilterChips[] {
  const names = new Set([...Object.keys(chosen), ...Object.keys(facets ?? {})]);
  const groups = [...names].map((name) => {
    const counts = new Map(Object.entries(named(facets ?? {}, name) ?? {}));
    const pressed = named(chosen, name) ?? [];
    const chip = (value: string): Chip => ({
      value,
      count: counts.get(value),
      pressed: pressed.includes(value),
    });
    const kept = pressed.length > 0 ? (before.find((group) => group.name === name)?.chips ?? []) : [];
    const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
    const values = [...new Set([...kept.map(({ value }) => value), ...pressed, ...byCount])];
    const shown = values.filter((value, at) => at < MAX_CHIPS || pressed.includes(value));
    return { name, chips: shown.map(chip) };
  });
  const offered = groups.filter(({ chips }) => chips.length > 1 || chips.some(({ pressed }) => pressed));
  const order = (name: string) => before.findIndex((group) => group.name === name) >>> 0; // new ones last
  return offered.sort((a, b) => order(a.name) - order(b.name)).slice(0, MAX_FILTERS);
}

/** The filters after a chip was pressed or released. */
export function toggled(filters: Filters, name: string, value: string): Filters {
  const values = named(filters, name) ?? [];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value];
  const { [name]: _, ...others } = filters;
  return next.length > 0 ? { ...others, [name]: next } : others;
}
