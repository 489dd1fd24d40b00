/** Where the reader is: an entry of the tab's history, and a box of its page. */

/** The key of the history's entry; in browsers that have none, the one that `leaving` gave it. Empty for none. */
export function keyOf(): string {
  const { navigation } = globalThis as { navigation?: { currentEntry?: { key: string } | null } };
  const { docfuse } = (history.state ?? {}) as { docfuse?: string };
  return navigation?.currentEntry?.key ?? docfuse ?? "";
}

/** The number of an element among those of its name; in a shadow root, behind that of the host. */
export function boxNumber(host: Element): string {
  const root = host.getRootNode() as ParentNode & { readonly host?: Element };
  const number = [...root.querySelectorAll(host.localName)].indexOf(host);
  return root.host ? `${boxNumber(root.host)} ${number}` : `${number}`;
}
