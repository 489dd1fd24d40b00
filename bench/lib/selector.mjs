// Matches simple CSS selectors: tag, classes and attributes, without combinators.

/** Makes a function that tells whether an element (tag, attributes) matches one of the selectors. */
export function matcher(selectors) {
  const tests = selectors.map(compiled);
  return (tag, attributes) => tests.some((test) => test(tag, attributes));
}

function compiled(selector) {
  const [, tag, rest] = /^([a-z0-9]*)(.*)$/i.exec(selector);
  const classes = [...rest.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
  const attributes = [...rest.matchAll(/\[([\w-]+)="?([^\]"]*)"?\]/g)];
  return (found, of) => {
    const has = new Set((of.class ?? "").split(/\s+/));
    return (
      (tag === "" || tag === found) &&
      classes.every((name) => has.has(name)) &&
      attributes.every(([, name, value]) => of[name] === value)
    );
  };
}
