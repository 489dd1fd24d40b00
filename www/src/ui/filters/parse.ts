/**
 * The attribute `filters`: `version:11 kind:'how to'`.
 *
 * A filter is a name, a colon and a value. A value with blanks stands in quotation marks, `'` or `"`. A name that comes
 * twice accepts both values.
 */

/** Accepted values by name, as in `QueryOptions`. */
export type Filters = Readonly<Record<string, readonly string[]>>;

/** Most values of all filters, and characters of a name and of a value: as many as a page may have. */
const MAX_VALUES = 64;
const MAX_NAME_LENGTH = 64;
const MAX_VALUE_LENGTH = 200;

const FILTER = /\s*([^\s:'"]+):(?:'([^']*)'|"([^"]*)"|([^\s'"]\S*))(?=\s|$)/y;

/** `complain` gets a sentence if the attribute is not of this form; what stands before the mistake counts. */
export function parseFilters(attribute: string | undefined, complain: (problem: string) => void): Filters {
  const filters = new Map<string, string[]>();
  const text = attribute?.trimEnd() ?? "";
  let values = 0;
  for (let at = 0; at < text.length; at = FILTER.lastIndex) {
    FILTER.lastIndex = at;
    const [, name, single, double, plain] = FILTER.exec(text) ?? [];
    const value = single ?? double ?? plain ?? "";
    values += 1;
    const fits = name !== undefined && name.length <= MAX_NAME_LENGTH && value.length <= MAX_VALUE_LENGTH;
    if (!fits || values > MAX_VALUES) {
      complain(
        `the attribute filters must be like version:11 kind:'how to', found ${text.slice(at, at + 80).trim()}`,
      );
      break;
    }
    filters.set(name, [...new Set([...(filters.get(name) ?? []), value])]);
  }
  return Object.fromEntries(filters);
}
