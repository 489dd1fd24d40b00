/** What an address leads to. */

/** The element that a fragment names, `#` included; without one, that of the content. */
export function targetOf(hash: string): Element | undefined {
  const id = hash.slice(1);
  if (id === "") return document.querySelector("main, [role=main], article") ?? document.body;
  return byId(id) ?? byId(decoded(id));
}

function byId(id: string): Element | undefined {
  return document.getElementById(id) ?? document.getElementsByName(id)[0];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether two addresses lead to one place: hosts change how the address of a page ends. */
export function isSamePage(one: string, other: string): boolean {
  return URL.canParse(one) && comparable(new URL(one)) === comparable(new URL(other));
}

function comparable({ origin, pathname, search, hash }: URL): string {
  return origin + pathname.replace(/(\/index)?(\.html?)?\/?$/, "") + search + hash;
}
